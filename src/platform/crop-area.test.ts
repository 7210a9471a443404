import { describe, expect, it } from 'vitest';
import { centreCrop, moveCrop, squareOf } from './crop-area.ts';

const picture = { width: 300, height: 200 };

describe('the crop of a picture', () => {
  it('is at first the largest centred square, and smaller when zoomed', () => {
    expect(squareOf(centreCrop(picture), picture)).toEqual({ x: 50, y: 0, size: 200 });
    expect(squareOf({ ...centreCrop(picture), zoom: 2 }, picture)).toEqual({ x: 100, y: 50, size: 100 });
    expect(squareOf({ ...centreCrop(picture), zoom: 9 }, picture)).toEqual({ x: 125, y: 75, size: 50 });
  });

  it('stays inside the picture however far it is moved, and a move back then takes effect at once', () => {
    const right = moveCrop(centreCrop(picture), picture, 5000, 5000);
    expect(squareOf(right, picture)).toEqual({ x: 100, y: 0, size: 200 });
    expect(squareOf(moveCrop(right, picture, -10, 0), picture)).toEqual({ x: 90, y: 0, size: 200 });
  });

  it('stays inside when zoomed out at an edge', () => {
    const corner = moveCrop({ ...centreCrop(picture), zoom: 4 }, picture, -5000, -5000);
    expect(squareOf(corner, picture)).toEqual({ x: 0, y: 0, size: 50 });
    expect(squareOf({ ...corner, zoom: 1 }, picture)).toEqual({ x: 0, y: 0, size: 200 });
  });
});
