import { beforeEach, expect, it, vi } from 'vitest';
import { pictureFor } from './picture-for.ts';

beforeEach(() => void vi.stubGlobal('navigator', {}));

const stored = (size: string) => `https://x.test/storage/v1/object/public/covers/me/17-ab_${size}.jpg`;
const sizeAt = (px: number, ratio: number) => /_(\w+)\.jpg$/.exec(pictureFor(stored('large'), px, ratio))?.[1];

it('a picture’s size fits its displayed width at the screen’s pixel ratio', () => {
  const widths = { row: 52, dialog: 64, card: 190, 'Now Playing': 400 };
  const sizes = Object.entries(widths).map(([name, px]) => [name, ...[1, 2, 3].map((ratio) => sizeAt(px, ratio))]);
  expect(sizes).toEqual([
    ['row', 'small', 'small', 'small'],
    ['dialog', 'small', 'small', 'small'],
    ['card', 'medium', 'medium', 'medium'],
    ['Now Playing', 'medium', 'large', 'large'],
  ]);
});

it('with data saving, a picture is sized for a pixel ratio of 1', () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  expect([sizeAt(190, 3), sizeAt(400, 3)]).toEqual(['medium', 'medium']);
  vi.stubGlobal('navigator', { connection: { saveData: false } });
  expect(sizeAt(400, 3)).toBe('large');
});

it('a displayed width above every size gets the largest size', () => {
  expect(sizeAt(2000, 3)).toBe('large');
  const avatar = 'https://x.test/storage/v1/object/public/avatars/me/avatar_medium.jpg?v=7';
  expect(pictureFor(avatar, 900, 2)).toBe(avatar);
});

it('the URLs of single-size, foreign and local pictures stay unchanged', () => {
  for (const src of [
    'https://x.test/storage/v1/object/public/covers/me/17-ab.jpg',
    'https://elsewhere.test/a_large.jpg',
    'blob:https://x.test/1',
  ])
    expect(pictureFor(src, 52, 1)).toBe(src);
});
