import { afterEach, expect, it, vi } from 'vitest';
import { localDay, localDayBefore } from './local-day.ts';

afterEach(() => vi.unstubAllEnvs());

it.each([
  // The day before has 23 hours.
  ['Europe/Berlin', [2027, 2, 29, 0, 30], [2027, 2, 28]],
  // The day has 25 hours.
  ['Europe/Berlin', [2027, 9, 31, 23, 30], [2027, 9, 30]],
  ['Europe/Berlin', [2027, 10, 1, 0, 30], [2027, 9, 31]],
  ['America/New_York', [2027, 2, 15, 0, 10], [2027, 2, 14]],
  ['America/New_York', [2027, 10, 7, 23, 50], [2027, 10, 6]],
  // Clocks shift by half an hour.
  ['Australia/Lord_Howe', [2027, 9, 4, 0, 10], [2027, 9, 3]],
  ['Australia/Lord_Howe', [2027, 3, 4, 23, 50], [2027, 3, 3]],
  ['Asia/Kolkata', [2027, 0, 1, 0, 5], [2026, 11, 31]],
  // Clocks go forward at midnight: the day begins at 1:00.
  ['America/Santiago', [2027, 8, 6, 0, 10], [2027, 8, 5]],
  ['America/Santiago', [2027, 8, 5, 1, 10], [2027, 8, 4]],
  ['Africa/Cairo', [2027, 3, 30, 1, 10], [2027, 3, 29]],
  ['Africa/Cairo', [2027, 4, 1, 0, 10], [2027, 3, 30]],
] as const)('localDayBefore returns the previous calendar day, in %s at %j', (zone, now, before) => {
  vi.stubEnv('TZ', zone);
  const [year, month, day, hour, minute] = now;
  const at = new Date(year, month, day, hour, minute).getTime();
  const [beforeYear, beforeMonth, beforeDay] = before;
  for (const [h, m] of [
    [0, 0],
    [1, 30],
    [12, 0],
    [23, 59],
  ] as const)
    expect(localDay(new Date(beforeYear, beforeMonth, beforeDay, h, m).getTime())).toBe(localDayBefore(at));
  expect(localDay(at)).not.toBe(localDayBefore(at));
});
