import { describe, expect, it } from 'vitest';
import {
  dayAndMonth,
  firstCharacters,
  hoursAndMinutes,
  minutesAndSeconds,
  durationInWords,
  timeLeft,
} from './format.ts';

describe('formatting', () => {
  it('shows a duration as m:ss and never NaN', () => {
    expect([0, 66.9, 600, Number.NaN, -4, Number.POSITIVE_INFINITY].map(minutesAndSeconds)).toEqual([
      '0:00',
      '1:06',
      '10:00',
      '0:00',
      '0:00',
      '0:00',
    ]);
  });

  it('shows the year of a day in another year', () => {
    const on = (year: number) => new Date(year, 10, 29, 14, 20).getTime();
    const day = new Date(on(2026)).toISOString();
    expect([2025, 2026, 2027].map((year) => dayAndMonth(day, on(year)))).toEqual([
      '29 November 2026',
      '29 November',
      '29 November 2026',
    ]);
  });

  it('rounds a countdown up to whole minutes, and never to 0', () => {
    expect([11_520_000, 719_500, 61_000, 20, -5].map(hoursAndMinutes)).toEqual([
      '3 h 12 min',
      '12 min',
      '2 min',
      '1 min',
      '1 min',
    ]);
  });

  it('shows an age in whole units', () => {
    expect([10_000, 60_000, 240_000, 7_200_000, 90_000_000].map(durationInWords)).toEqual([
      'a moment',
      '1 minute',
      '4 minutes',
      '2 hours',
      '1 day',
    ]);
  });

  it('rounds the time left of an upload', () => {
    expect([2, 11, 59, 61, 600].map(timeLeft)).toEqual([
      'A few seconds left',
      '15 seconds left',
      '60 seconds left',
      '2 minutes left',
      '10 minutes left',
    ]);
  });

  it('shows the first two letters of a name, and U without a name', () => {
    expect([firstCharacters('Nadia Oru'), firstCharacters(' x'), firstCharacters(null), firstCharacters('')]).toEqual([
      'NA',
      'X',
      'U',
      'U',
    ]);
  });

  it.each([
    ['👩‍🎤Zoe', '👩‍🎤Z'],
    ['🇧🇷 Rio', '🇧🇷R'],
    ['A🎤', 'A🎤'],
    ['e\u0301a', 'E\u0301A'],
    ['👍🏽👍🏿👍', '👍🏽👍🏿'],
    ['1️⃣2️⃣', '1️⃣2️⃣'],
    ['ﬁna', 'FI'],
    ['straße', 'ST'],
    ['𝔸𝔹ℂ', '𝔸𝔹'],
    ['שלום', 'של'],
    ['हिन्दी', 'हिन्दी'],
    ['\u202eab', 'AB'],
    ['\ud83cab', 'AB'],
    ['"Weird" Al', 'WE'],
    ['   ', 'U'],
    ['...', 'U'],
    ['\u200b', 'U'],
    ['\u0301', 'U'],
  ])('shows whole graphemes of %j', (name, expected) => {
    expect(firstCharacters(name)).toBe(expected);
  });
});
