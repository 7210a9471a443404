import { expect, it } from 'vitest';
import { untilNextUtcDay, utcDay } from './days.ts';

it('[S-9] a day begins and ends at midnight UTC', () => {
  const midnight = Date.UTC(2027, 0, 2);
  expect([utcDay(midnight - 1), utcDay(midnight)]).toEqual(['2027-01-01', '2027-01-02']);
  expect([untilNextUtcDay(midnight - 1), untilNextUtcDay(midnight)]).toEqual([1, 86_400_000]);
});
