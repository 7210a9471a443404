import { describe, expect, it } from 'vitest';
import { openPicture, pictureTexts } from './open-picture.ts';

async function encoded(type: string): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 20 });
  canvas.getContext('2d')?.fillRect(0, 0, 40, 20);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9));
  if (blob?.type !== type) throw new Error(`no ${type}`);
  return blob;
}

const bmp = () => {
  const bytes = new Uint8Array(62);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  view.setUint32(2, 62, true);
  view.setUint32(10, 54, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, 2, true);
  view.setInt32(22, 1, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 24, true);
  return new Blob([bytes]);
};

const ftyp = (...brands: string[]) =>
  new Blob([
    new Uint8Array([0, 0, 0, 8 + brands.length * 4 + 4]),
    `ftyp${brands[0]}`,
    new Uint8Array(4),
    ...brands.slice(1),
    'x'.repeat(200),
  ]);

describe('a chosen picture', () => {
  it.each(['image/png', 'image/jpeg', 'image/webp'])('is accepted as %s, whatever its MIME type', async (type) => {
    const blob = new Blob([await encoded(type)], { type: 'application/octet-stream' });
    expect(await openPicture(blob)).toMatchObject({ kind: 'picture', size: { width: 40, height: 20 } });
  });

  it('is accepted as BMP', async () => {
    expect(await openPicture(bmp())).toMatchObject({ kind: 'picture', size: { width: 2, height: 1 } });
  });

  it.each([
    [
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" height="10" fill="red"/></svg>',
      1600,
      800,
    ],
    [
      '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><circle r="4"/></svg>',
      1600,
      1600,
    ],
    ['<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="100%"><circle r="4"/></svg>', 1600, 1600],
    ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><script>window.ran = true</script></svg>', 1600, 1600],
  ])('is rasterised if it is an SVG: %s', async (text, width, height) => {
    const opened = await openPicture(new Blob([text], { type: 'image/svg+xml' }));
    expect(opened).toMatchObject({ kind: 'picture', size: { width, height } });
    expect(opened.kind === 'picture' && opened.picture.type).toBe('image/png');
    expect(window).not.toHaveProperty('ran');
  });

  it.each([true, false])('is rasterised if it is an SVG in UTF-16 (little endian: %s)', async (isLittleEndian) => {
    const text =
      '<?xml version="1.0" encoding="UTF-16"?><svg xmlns="http://www.w3.org/2000/svg" width="8" height="4"/>';
    const bytes = new DataView(new ArrayBuffer(2 + 2 * text.length));
    for (const [index, character] of Array.from(`\ufeff${text}`).entries())
      bytes.setUint16(2 * index, character.charCodeAt(0), isLittleEndian);
    expect(await openPicture(new Blob([bytes]))).toMatchObject({ size: { width: 1600, height: 800 } });
  });

  it.each([
    ['HEIC', ftyp('heic', 'mif1', 'heic')],
    ['HEIC', ftyp('mif1', 'mif1', 'heic')],
    ['AVIF', ftyp('avif', 'mif1', 'avif')],
    ['TIFF', new Blob([new Uint8Array([0x49, 0x49, 0x2a, 0]), 'x'.repeat(99)])],
    ['JPEG XL', new Blob([new Uint8Array([0xff, 0x0a]), 'x'.repeat(99)])],
    ['Photoshop', new Blob(['8BPS', 'x'.repeat(99)])],
  ])('is refused with the name of its format if this browser cannot open it: %s', async (kind, blob) => {
    expect(await openPicture(blob)).toEqual({ kind: 'refused', message: pictureTexts.cannotOpen(kind) });
  });

  it.each([
    ['text', new Blob(['no picture'], { type: 'image/png' })],
    ['a broken drawing', new Blob(['<svg xmlns="http://www.w3.org/2000/svg"><rect'], { type: 'image/svg+xml' })],
    ['a page', new Blob(['<!doctype html><p>hello'], { type: 'image/png' })],
    ['a broken JPEG', new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), 'x'])],
    ['nothing', new Blob([])],
  ])('is refused if it is not a picture: %s', async (_, blob) => {
    expect(await openPicture(blob)).toEqual({ kind: 'refused', message: 'Must be an image file' });
  });

  it('is refused above 5 MB', async () => {
    expect(await openPicture(new Blob([new Uint8Array(5 * 1024 * 1024 + 1)]))).toEqual({
      kind: 'refused',
      message: 'Image must be under 5MB',
    });
  });
});
