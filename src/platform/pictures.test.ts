import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fakeStorage } from '#tests/support/storage.ts';
import { createPictures } from './pictures.ts';

/* Pictures that strangers put up: what is taken for one, and how long it may keep everybody waiting. */

const storage = fakeStorage();
const pictures = createPictures(storage, 'pictures/', { width: 64, height: 64, cut: true });
const red = () => sharp({ create: { width: 80, height: 40, channels: 3, background: 'red' } });
const refused = (picture: Uint8Array) =>
  expect(pictures.store(1, picture)).rejects.toMatchObject({ code: 'picture_unreadable' });

/** A drawing that takes a decoder long, however small it is. */
const slowDrawing = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="5000" height="5000"><filter id="f">${'<feTurbulence baseFrequency="0.9" numOctaves="9"/><feGaussianBlur stdDeviation="90"/>'.repeat(40)}</filter><rect width="5000" height="5000" filter="url(#f)"/></svg>`,
);

describe('a picture', () => {
  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('may be a %s', async (format) => {
    const key = await pictures.store(1, await red().toFormat(format).toBuffer());
    const stored = await sharp(storage.files.get(`pictures/${key}`)).metadata();
    expect(stored).toMatchObject({ format: 'webp', width: 64, height: 64 });
  });

  it('is what the decoder finds: a drawing is none, and costs no time', async () => {
    const began = performance.now();
    await refused(slowDrawing);
    await refused(Buffer.concat([Buffer.from('<?xml version="1.0"?>'), slowDrawing]));
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  it.each(['tiff'] as const)('is no %s', async (format) => {
    await refused(await red().toFormat(format).toBuffer());
  });

  it('has no more pixels than can be unpacked', async () => {
    await refused(
      await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    );
  });

  it('has no endless frames', async () => {
    const frames = 1_001;
    const raw = { width: 1, height: frames, channels: 3 as const, pageHeight: 1 };
    const pixels = Buffer.from(Array.from({ length: frames * 3 }, (_, at) => (at * 37) % 256));
    await refused(await sharp(pixels, { raw }).gif().toBuffer());
  });
});
