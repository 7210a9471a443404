import { expect, it } from 'vitest';
import { releaseKind } from './release-kind.ts';

it('a release is of the kind that its owner chose', () => {
  expect(['single', 'ep', 'album'].map((kind) => releaseKind(kind, 4))).toEqual(['single', 'ep', 'album']);
});

it('a release is a single with up to two tracks, an EP with up to six, and else an album, if no known kind was chosen', () => {
  expect([0, 2, 3, 6, 7].map((tracks) => releaseKind(null, tracks))).toEqual(['single', 'single', 'ep', 'ep', 'album']);
  expect(releaseKind('of a newer version', 3)).toBe('ep');
});
