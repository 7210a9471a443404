import { expect, it } from 'vitest';
import { compareReleases } from './compare-releases.ts';

const inOrder = [
  '0.9.0',
  '1.0.0-alpha.9',
  '1.0.0-beta',
  '1.0.0-beta.1',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0',
  '1.0.1',
  '1.2.0',
  '1.10.0',
  '2.0.0',
];

it('releases are ordered by semantic versioning, with pre-releases and numbers of two digits', () => {
  for (const [at, one] of inOrder.entries()) {
    for (const [otherAt, other] of inOrder.entries()) {
      expect(Math.sign(compareReleases(one, other)), `${one} and ${other}`).toBe(Math.sign(at - otherAt));
    }
  }
  expect(compareReleases('1.0.0+build.7', '1.0.0')).toBe(0);
});
