import { describe, expect, it } from 'vitest';
import { offerOf } from './offer.ts';

const now = Date.parse('2026-11-22T12:00:00Z');
const glow = { id: 'glow', category: 'cosmetic', zap_cost: 20, stock: null } as const;
const pack = { id: 'pack', category: 'mystery', zap_cost: 25, stock: null } as const;

const personWith = (zaps: number | null, ...cosmetics: [id: string, expires_at: string | null][]) => ({
  zaps,
  cosmetics: cosmetics.map(([item_id, expires_at]) => ({
    id: item_id,
    rev: 1,
    user_id: 'me',
    item_id,
    item_name: item_id,
    category: 'cosmetic',
    expires_at,
    created_at: '2026-11-01T00:00:00Z',
  })),
});

describe('a store item', () => {
  it('asks a guest to sign in', () => {
    expect(offerOf(glow, null, now)).toEqual({ kind: 'guest' });
  });

  it('is open with enough ZAPs or an unknown balance, else shows how many ZAPs are missing', () => {
    expect(offerOf(glow, personWith(20), now)).toEqual({ kind: 'open' });
    expect(offerOf(glow, personWith(13), now)).toEqual({ kind: 'short', missing: 7 });
    expect(offerOf(glow, personWith(null), now), 'unknown balance').toEqual({ kind: 'open' });
  });

  it('is owned without end or until it expires, after which it can be bought again [S-31]', () => {
    expect(offerOf(glow, personWith(0, ['glow', null]), now)).toEqual({ kind: 'owned', until: null });
    const expiresAt = '2026-11-29T12:00:00Z';
    expect(offerOf(glow, personWith(0, ['glow', expiresAt]), now)).toEqual({ kind: 'owned', until: expiresAt });
    expect(offerOf(glow, personWith(99, ['glow', expiresAt]), Date.parse(expiresAt))).toEqual({ kind: 'open' });
  });

  it('can be bought repeatedly if it is a pack', () => {
    expect(offerOf(pack, personWith(30, ['pack', null]), now)).toEqual({ kind: 'open' });
  });

  it('is sold out at a stock of 0', () => {
    expect(offerOf({ ...pack, stock: 0 }, personWith(0), now)).toEqual({ kind: 'sold-out' });
    expect(offerOf({ ...pack, stock: 1 }, personWith(25), now)).toEqual({ kind: 'open' });
  });
});
