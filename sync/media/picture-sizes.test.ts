import { expect, it } from 'vitest';
import { otherSizes, pictureFiles } from './picture-sizes.ts';

it("the name of a picture's largest file gives the names of all its sizes", () => {
  expect(pictureFiles('me/17-ab_large.jpg')).toEqual([
    { address: 'me/17-ab_small.jpg', side: 160 },
    { address: 'me/17-ab_medium.jpg', side: 480 },
    { address: 'me/17-ab_large.jpg', side: 1024 },
  ]);
  expect(pictureFiles('https://x.test/me/avatar_medium.webp?v=7')).toEqual([
    { address: 'https://x.test/me/avatar_small.webp?v=7', side: 160 },
    { address: 'https://x.test/me/avatar_medium.webp?v=7', side: 480 },
  ]);
});

it('a name without a size gives no list of files and no other sizes', () => {
  for (const name of ['me/17-ab.jpg', 'me/avatar.png?v=7', 'me/_large', 'me/a_large.jpg/b.jpg', ''])
    expect(pictureFiles(name), name).toEqual([]);
  expect(otherSizes('me/17-ab.jpg')).toEqual([]);
});

it('each size of a picture names the others, the larger ones first', () => {
  expect(otherSizes('me/a_small.jpg?v=7')).toEqual(['me/a_large.jpg?v=7', 'me/a_medium.jpg?v=7']);
  expect(otherSizes('me/a_large.jpg')).toEqual(['me/a_medium.jpg', 'me/a_small.jpg']);
});
