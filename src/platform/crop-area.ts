import type { PictureSize, Square } from './square-picture.ts';

export const MAX_ZOOM = 4;

/** `x` and `y`: centre of the square, in pixels of the picture. */
export interface Crop {
  /** 1 is the largest square. */
  zoom: number;
  x: number;
  y: number;
}

export function centreCrop({ width, height }: PictureSize): Crop {
  return { zoom: 1, x: width / 2, y: height / 2 };
}

export function squareOf(crop: Crop, { width, height }: PictureSize): Square {
  const zoom = Math.min(MAX_ZOOM, Math.max(1, crop.zoom));
  const size = Math.min(width, height) / zoom;
  const inside = (middle: number, length: number) => Math.min(length - size, Math.max(0, middle - size / 2));
  return { x: inside(crop.x, width), y: inside(crop.y, height), size };
}

export function moveCrop(crop: Crop, picture: PictureSize, dx: number, dy: number): Crop {
  const { x, y, size } = squareOf({ ...crop, x: crop.x + dx, y: crop.y + dy }, picture);
  return { zoom: crop.zoom, x: x + size / 2, y: y + size / 2 };
}
