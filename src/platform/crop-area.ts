import type { PictureSize, Square } from './square-picture.ts';

export const MOST_ZOOM = 4;

/** What is kept of a picture: how near, and where the middle of the square lies in it. */
export interface Crop {
  /** 1: the largest square; 4 at the most. */
  zoom: number;
  x: number;
  y: number;
}

export function middleOf({ width, height }: PictureSize): Crop {
  return { zoom: 1, x: width / 2, y: height / 2 };
}

/** The square that a crop keeps: it never leaves the picture. */
export function squareOf(crop: Crop, { width, height }: PictureSize): Square {
  const zoom = Math.min(MOST_ZOOM, Math.max(1, crop.zoom));
  const size = Math.min(width, height) / zoom;
  const inside = (middle: number, length: number) => Math.min(length - size, Math.max(0, middle - size / 2));
  return { x: inside(crop.x, width), y: inside(crop.y, height), size };
}

/** Moved by so many pixels of the picture, no further than there is picture. */
export function moved(crop: Crop, picture: PictureSize, dx: number, dy: number): Crop {
  const { x, y, size } = squareOf({ ...crop, x: crop.x + dx, y: crop.y + dy }, picture);
  return { zoom: crop.zoom, x: x + size / 2, y: y + size / 2 };
}
