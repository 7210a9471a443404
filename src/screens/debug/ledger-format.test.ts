import { expect, it } from 'vitest';
import { actionTime, formatSigned } from './ledger-format.ts';

it('actionTime() formats a time with its local day and seconds', () => {
  const now = new Date(2026, 10, 22, 9, 0, 0).getTime();
  const at = (day: number) => new Date(2026, 10, day, 21, 4, 7).toISOString();
  expect([22, 21, 14].map((day) => actionTime(at(day), now))).toEqual([
    'Today 21:04:07',
    'Yesterday 21:04:07',
    '14 Nov 21:04:07',
  ]);
});

it('formatSigned() formats ZAPs with their sign', () => {
  expect([3, -5, 0, -0].map(formatSigned)).toEqual(['+3', '−5', '0', '0']);
});
