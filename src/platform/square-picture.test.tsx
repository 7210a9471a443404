import { describe, expect, it } from 'vitest';
import { cropSquare } from './square-picture.ts';

type Color = 'red' | 'blue' | 'white' | 'other';

async function encodePicture(
  [width, height]: readonly [number, number],
  paint: (context: CanvasRenderingContext2D) => void,
  type = 'image/jpeg',
): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  paint(context);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 1));
  if (!blob) throw new Error('no picture');
  return blob;
}

const halves =
  (width: number, height: number) =>
  (context: CanvasRenderingContext2D): void => {
    context.fillStyle = '#f00';
    context.fillRect(0, 0, width / 2, height);
    context.fillStyle = '#00f';
    context.fillRect(width / 2, 0, width / 2, height);
  };

/** EXIF orientation 6: rotated by 90 degrees clockwise. */
async function withExifRotation(jpeg: Blob): Promise<Blob> {
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0];
  const exif = [0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff];
  const segment = new Uint8Array([0xff, 0xe1, 0, exif.length + 2, ...exif]);
  return new Blob([jpeg.slice(0, 2), segment, jpeg.slice(2)], { type: 'image/jpeg' });
}

async function inspect(picture: Blob | null, places: readonly (readonly [number, number])[]) {
  if (!picture) throw new Error('no picture');
  const bitmap = await createImageBitmap(picture);
  const canvas = Object.assign(document.createElement('canvas'), { width: bitmap.width, height: bitmap.height });
  const context = canvas.getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  const colors = places.map(([x, y]): Color => {
    const [red = 0, green = 0, blue = 0] = context?.getImageData(x * bitmap.width, y * bitmap.height, 1, 1).data ?? [];
    if (red > 200 && green > 200 && blue > 200) return 'white';
    if (red > 200 && blue < 60) return 'red';
    return blue > 200 && red < 60 ? 'blue' : 'other';
  });
  return { type: picture.type, size: [bitmap.width, bitmap.height], colors };
}

const leftAndRight = [
  [0.1, 0.5],
  [0.9, 0.5],
] as const;
const topAndBottom = [
  [0.5, 0.1],
  [0.5, 0.9],
] as const;

describe('a picture cropped to a square', () => {
  it('is its centre by default, as a JPEG of at most the given size', async () => {
    const wide = await encodePicture([2000, 1000], halves(2000, 1000), 'image/png');
    expect(await inspect(await cropSquare(wide, undefined, 480), leftAndRight)).toEqual({
      type: 'image/jpeg',
      size: [480, 480],
      colors: ['red', 'blue'],
    });
  });

  it('is not enlarged', async () => {
    expect(
      await inspect(await cropSquare(await encodePicture([60, 40], halves(60, 40)), undefined, 480), leftAndRight),
    ).toMatchObject({
      size: [40, 40],
      colors: ['red', 'blue'],
    });
  });

  it('is the chosen area', async () => {
    const wide = await encodePicture([400, 200], halves(400, 200));
    expect(await inspect(await cropSquare(wide, { x: 0, y: 0, size: 150 }, 480), leftAndRight)).toMatchObject({
      size: [150, 150],
      colors: ['red', 'red'],
    });
  });

  it('is rotated by its EXIF orientation, and has no EXIF data', async () => {
    const rotated = await withExifRotation(await encodePicture([80, 40], halves(80, 40)));
    const square = await cropSquare(rotated, undefined, 480);
    expect(await inspect(square, topAndBottom)).toMatchObject({ size: [40, 40], colors: ['red', 'blue'] });
    expect(await square?.text()).not.toContain('Exif');
    // The area is in pixels of the rotated picture.
    expect(await inspect(await cropSquare(rotated, { x: 0, y: 0, size: 40 }, 480), topAndBottom)).toMatchObject({
      colors: ['red', 'red'],
    });
  });

  it('is white where it was transparent', async () => {
    const transparent = await encodePicture([40, 40], () => undefined, 'image/png');
    expect(await inspect(await cropSquare(transparent, undefined, 480), [[0.5, 0.5]])).toMatchObject({
      colors: ['white'],
    });
  });

  it('is null for a file that is not a picture', async () => {
    expect(await cropSquare(new Blob(['<svg onload=alert(1)>'], { type: 'image/png' }), undefined, 480)).toBeNull();
  });
});
