import { describe, expect, it } from 'vitest';
import { createRowStore, type RowChange } from './row-store.ts';

const share = (id: string, rev: number, sharer = 'ann'): RowChange => ({
  id,
  row: {
    id,
    rev,
    user_id: sharer,
    track_id: 't',
    is_shared: true,
    created_at: '2027-01-01T00:00:00.000Z',
  },
});
const gone = (id: string, rev: number): RowChange => ({ id, row: null, rev });
const open = () => createRowStore('shared_tracks', ({ user_id: sharer }) => sharer);
const revs = (store: ReturnType<typeof open>, group: string) => store.group(group).map(({ id, rev }) => [id, rev]);

describe('the row store', () => {
  it('[SY-12] accepts newer rows in any order, and reports which groups changed', () => {
    const store = open();
    expect([...store.apply([share('a', 2), share('b', 1, 'bob')])]).toEqual(['ann', 'bob']);
    expect([...store.apply([share('a', 1), share('a', 2), share('b', 1)])]).toEqual([]);
    expect([...store.apply([share('b', 2)])]).toEqual(['bob', 'ann']);
    expect([revs(store, 'ann'), revs(store, 'bob')]).toEqual([
      [
        ['a', 2],
        ['b', 2],
      ],
      [],
    ]);
  });

  it('[SY-12] never brings a removed row back when an older chunk arrives after its removal', () => {
    const store = open();
    store.apply([share('a', 1)]);
    expect([...store.apply([gone('a', 3)])]).toEqual(['ann']);
    expect([...store.apply([share('a', 2)])]).toEqual([]);
    store.apply([gone('b', 3)]);
    store.apply([share('b', 2)]);
    expect([store.get('a'), store.get('b')]).toEqual([null, null]);
    store.apply([share('a', 4), gone('a', 3)]);
    expect(revs(store, 'ann')).toEqual([['a', 4]]);
  });

  it('[SY-36] accepts a forgotten row again at the same revision', () => {
    const store = open();
    store.apply([share('a', 3)]);
    store.apply([gone('a', 3)]);
    expect(store.get('a')).toBeNull();
    store.apply([share('a', 3)]);
    expect(revs(store, 'ann')).toEqual([['a', 3]]);
  });

  it('[SY-8] is empty after a reset, and accepts older rows again', () => {
    const store = open();
    store.apply([share('a', 5), gone('b', 5)]);
    store.reset();
    expect([[...store.all()], store.group('ann')]).toEqual([[], []]);
    store.apply([share('a', 1), share('b', 1)]);
    expect(revs(store, 'ann')).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
  });
});
