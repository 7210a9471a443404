import { expect, it } from 'vitest';
import { renderUi } from '../../testing/ui-test.tsx';
import { MadeCover } from './made-cover.tsx';

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
const covered = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `t${i}`, coverSrc: `${PIXEL}#${i}` }));

it.each([
  [2, 0, 0],
  [2, 3, 1],
  [2, 4, 4],
  [2, 9, 4],
  [4, 15, 9],
  [4, 40, 16],
])('of at most %s × itself, %s covers fill %s places', async (side, count, places) => {
  const { container } = await renderUi(<MadeCover tracks={covered(count)} side={side} px={60} />);
  expect(container.querySelectorAll('img')).toHaveLength(places);
});

it('counts tracks with the same cover once', async () => {
  const same = Array.from({ length: 4 }, (_, i) => ({ id: `t${i}`, coverSrc: PIXEL }));
  const { container } = await renderUi(<MadeCover tracks={same} side={2} px={60} />);
  expect(container.querySelectorAll('img')).toHaveLength(1);
});
