import { randomBytes } from 'node:crypto';
import pLimit from 'p-limit';
import sharp from 'sharp';
import type { Storage } from '../../src/platform/storage.ts';
import { AppError } from '../../src/shared/errors.ts';

/** Where pictures of people are served: the key is part of the address, so that a new picture has a new one. */
export const picturePath = '/api/pictures/';
const prefix = 'pictures/';
const side = 256;
// A picture of these many pixels at most is unpacked: a small file can hold a huge one.
const maxPixels = 50_000_000;
const atOnce = pLimit(1);

/** Pictures of people: encoded anew, so that nothing but the picture is kept (no place, no camera, no hidden code). */
export function createPictures(storage: Storage) {
  return {
    /** Returns the key under which the picture is stored. Throws `picture_unreadable`. */
    async store(picture: Buffer): Promise<string> {
      const encoded = await atOnce(async () => {
        try {
          return await sharp(picture, { limitInputPixels: maxPixels, failOn: 'error' })
            .rotate() // as its camera was held
            .resize(side, side, { fit: 'cover' })
            .webp({ quality: 82 })
            .toBuffer();
        } catch (cause) {
          throw new AppError('picture_unreadable', { cause });
        }
      });
      const key = `${randomBytes(16).toString('hex')}.webp`;
      await storage.put(prefix + key, encoded, 'image/webp');
      return key;
    },
    get: (key: string) => storage.get(prefix + key),
    remove: (key: string) => storage.remove(prefix + key),
  };
}

export type Pictures = ReturnType<typeof createPictures>;
