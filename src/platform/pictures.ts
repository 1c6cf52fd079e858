import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { AppError } from '../shared/errors.ts';
import { fairly } from './fair.ts';
import type { Storage } from './storage.ts';

/** What people may put up as a picture. */
export const pictureUpload = {
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'],
  maxBytes: 5 * 1_048_576,
};
/** What a stored picture is called. */
export const pictureKey = /^[0-9a-f]{32}\.webp$/;

/** The loaders of those types. All others are out of reach, whatever a file says that it is: some draw for minutes. */
const loaders = ['JpegBuffer', 'PngBuffer', 'WebpBuffer', 'NsgifBuffer', 'HeifBuffer'];
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: loaders.map((loader) => `VipsForeignLoad${loader}`) });
sharp.cache(false); // no picture comes twice

/** What the decoder finds, as it names it: AVIF is `heif`. */
const formats = ['jpeg', 'png', 'webp', 'gif', 'heif'];
// A picture of these many pixels and frames at most is unpacked: a small file can hold a huge one.
const maxPixels = 50_000_000;
const maxFrames = 1_000;
const maxSeconds = 5;
/** Pictures at once, so that threads and memory are left for others. */
const inTurn = fairly(2);

/** How large a picture is kept, in pixels: cut to just that, or at most so large as it is. */
interface Size {
  width: number;
  height: number;
  cut: boolean;
}

/**
 * Pictures in one folder of the storage: encoded anew, so that nothing but the picture is kept (no place, no camera, no
 * hidden code). The key is part of a picture's address, so that a new picture has a new one.
 */
export function createPictures(storage: Storage, folder: string, { width, height, cut }: Size) {
  const fit = cut ? ({ fit: 'cover' } as const) : ({ fit: 'inside', withoutEnlargement: true } as const);
  return {
    /**
     * Returns the key under which the picture is stored. Of one owner's pictures one is encoded after the other, and owners
     * take turns. Throws `picture_unreadable`.
     */
    async store(ownerId: number, picture: Uint8Array): Promise<string> {
      const encoded = await inTurn(ownerId, async () => {
        try {
          const image = sharp(picture, { limitInputPixels: maxPixels, failOn: 'error' });
          const { format, pages = 1 } = await image.metadata();
          if (!formats.includes(format) || pages > maxFrames) throw new Error(`${format} of ${pages} frames`);
          return await image
            .rotate() // as its camera was held
            .resize({ width, height, ...fit })
            .webp({ quality: 82 })
            .timeout({ seconds: maxSeconds })
            .toBuffer();
        } catch (cause) {
          throw new AppError('picture_unreadable', { cause });
        }
      });
      const key = `${randomBytes(16).toString('hex')}.webp`;
      await storage.put(folder + key, encoded, 'image/webp');
      return key;
    },
    get: (key: string) => storage.get(folder + key),
    remove: (key: string) => storage.remove(folder + key),
  };
}

export type Pictures = ReturnType<typeof createPictures>;
