import { describe, expect, it } from 'vitest';
import { exploreKey, isInExplore, newestKey } from './sort-keys.ts';

const at = '2027-01-01T00:00:00.000Z';
const row = (change: Record<string, unknown> = {}) => ({
  is_public: true,
  sponsored: false,
  average_vote_rating: 4,
  created_at: at,
  ...change,
});
/** Whether the keys ascend, and differ. */
const ascend = (keys: readonly string[]) => keys.every((key, index) => index === 0 || key > (keys[index - 1] ?? ''));

describe('[SY-24] the key of the newest', () => {
  it('ascends from the newest to the oldest, to the microsecond, and to rows without a valid time', () => {
    const times = [
      '2027-01-02T00:00:00Z',
      '2027-01-01T00:00:00.123457Z',
      '2027-01-01T00:00:00.1234564Z',
      '2027-01-01T00:00:00.12Z',
      '2027-01-01T00:00:00.100Z',
      '2027-01-01T00:00:00Z',
      '2002-01-01T00:00:00.000001Z',
      '2002-01-01T00:00:00Z',
      'never',
    ];
    expect(ascend(times.map((created_at) => newestKey({ created_at })))).toBe(true);
    for (const created_at of ['never', 5]) expect(newestKey({ created_at })).toBe(newestKey({}));
    expect(newestKey({ created_at: '2027-01-01T00:00:00.1234561Z' })).toBe(
      newestKey({ created_at: '2027-01-01T00:00:00.1234569Z' }),
    );
  });

  it('has 16 digits for each time from 1970 on', () => {
    for (const created_at of ['never', '1970-01-01T00:00:00Z', at, '2200-01-01T00:00:00.999999Z'])
      expect(newestKey({ created_at })).toMatch(/^\d{16}$/);
  });
});

describe('[SY-24] the key of Explore', () => {
  it('ascends from the best rating to the lowest, then from the newest', () => {
    const rows = [
      row({ average_vote_rating: 5 }),
      row({ average_vote_rating: 4.333_334 }),
      row({ average_vote_rating: 4.333_333 }),
      row({ created_at: '2027-01-01T00:00:00.001Z' }),
      row(),
      row({ average_vote_rating: 0 }),
    ];
    expect(ascend(rows.map(exploreKey))).toBe(true);
  });

  it('puts private and sponsored tracks after all others', () => {
    const worst = exploreKey(row({ average_vote_rating: 0, created_at: 'never' }));
    for (const hidden of [row({ is_public: false }), row({ sponsored: true }), row({ is_public: undefined })]) {
      expect(isInExplore(hidden)).toBe(false);
      expect(exploreKey({ ...hidden, average_vote_rating: 5 }) > worst).toBe(true);
      expect(exploreKey(hidden)).toMatch(/^1\d{23}$/);
    }
    expect(isInExplore(row())).toBe(true);
  });

  it('takes a rating of an unknown form for none, and has 24 digits', () => {
    const unrated = exploreKey(row({ average_vote_rating: 0 }));
    for (const average_vote_rating of [null, '5', Number.NaN, Infinity])
      expect(exploreKey(row({ average_vote_rating }))).toBe(unrated);
    for (const average_vote_rating of [0, 5, 11]) expect(exploreKey(row({ average_vote_rating }))).toMatch(/^\d{24}$/);
  });
});
