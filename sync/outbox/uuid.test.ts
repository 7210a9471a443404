import { expect, it } from 'vitest';
import { uuidV7 } from './uuid.ts';

it('an id begins with its time in 48 bits, and is of version 7', () => {
  expect(uuidV7(0x0123_4567_89ab)).toMatch(/^01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

it('ids sort by time, and all their other bits are random', () => {
  const times = [1, 255, 256, 65_536, Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1) + 1];
  expect(
    times
      .map(uuidV7)
      .sort((one, other) => (one < other ? -1 : 1))
      .map((id) => parseInt(id.replace('-', '').slice(0, 12), 16)),
  ).toEqual(times);
  const ids = Array.from({ length: 200 }, () => uuidV7(1));
  for (const at of [15, 16, 17, 20, 21, 22, 24, 35]) expect(new Set(ids.map((id) => id[at])).size).toBeGreaterThan(8);
});
