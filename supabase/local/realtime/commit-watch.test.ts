import { expect, it } from 'vitest';
import { isVisible, parseSnapshot } from './commit-watch.ts';

it.each([
  [9, '10:20:12,15', true],
  [10, '10:20:12,15', true],
  [12, '10:20:12,15', false],
  [14, '10:20:12,15', true],
  [15, '10:20:12,15', false],
  [20, '10:20:12,15', false],
  [25, '10:20:12,15', false],
  [19, '20:20:', true],
  // The stream's transaction ids wrap around at 2^32, and ids from 2^31 on may be negative.
  [4_294_967_290, '4294967300:4294967310:', true],
  [-6, '4294967300:4294967310:', true],
  [3, '4294967290:4294967310:4294967299', false],
  [4, '4294967290:4294967310:4294967299', true],
  [-6, '4294967290:4294967310:4294967290', false],
])('transaction %d is visible in the snapshot %s: %s', (xid, snapshot, expected) => {
  expect(isVisible(xid, parseSnapshot(snapshot))).toBe(expected);
});
