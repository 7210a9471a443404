import type { PictureSize, Square } from './square-picture.ts';

export const MAX_ZOOM = 4;

/** The crop of a picture: zoom, and the centre of the square in pixels of the picture. */
export interface Crop {
  /** 1: the largest square; at most MAX_ZOOM. */
  zoom: number;
  x: number;
  y: number;
}

export function centreCrop({ width, height }: PictureSize): Crop {
  return { zoom: 1, x: width / 2, y: height / 2 };
}

/** The square of a crop, clamped to the picture. */
export function squareOf(crop: Crop, { width, height }: PictureSize): Square {
  const zoom = Math.min(MAX_ZOOM, Math.max(1, crop.zoom));
  const size = Math.min(width, height) / zoom;
  const inside = (middle: number, length: number) => Math.min(length - size, Math.max(0, middle - size / 2));
  return { x: inside(crop.x, width), y: inside(crop.y, height), size };
}

/** Moves a crop by pixels of the picture, clamped to its edges. */
export function moveCrop(crop: Crop, picture: PictureSize, dx: number, dy: number): Crop {
  const { x, y, size } = squareOf({ ...crop, x: crop.x + dx, y: crop.y + dy }, picture);
  return { zoom: crop.zoom, x: x + size / 2, y: y + size / 2 };
}
