import { createPictures } from '#src/platform/pictures.ts';
import type { Storage } from '#src/platform/storage.ts';

/** Where pictures of people are served. */
export const picturePath = '/api/pictures/';

export const createPicturesOfPeople = (storage: Storage) =>
  createPictures(storage, 'pictures/', { width: 256, height: 256, cut: true });
