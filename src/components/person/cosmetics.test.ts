import { describe, expect, it } from 'vitest';
import { isWearing } from './cosmetics.ts';

const now = Date.parse('2027-01-02T00:00:00Z');
const glow = (expiresAt: string | null) => [{ item_name: 'Glow Border', expires_at: expiresAt }];

describe('[S-26] a cosmetic', () => {
  it('is worn if the person holds an item of this name that has not expired; an item may have no expiry', () => {
    expect(isWearing(glow(null), 'Glow Border', now)).toBe(true);
    expect(isWearing(glow('2027-01-02T00:00:01Z'), 'Glow Border', now)).toBe(true);
    expect(isWearing(glow('2027-01-02T00:00:00Z'), 'Glow Border', now)).toBe(false);
    expect(isWearing(glow(null), 'Supporter Badge', now)).toBe(false);
    expect(isWearing([], 'Glow Border', now)).toBe(false);
  });
});
