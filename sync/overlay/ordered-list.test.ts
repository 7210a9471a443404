import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newestFirst, patchOrdered, type Keyed } from './ordered-list.ts';

const key = (n: number) => String(n).padStart(3, '0');
const entries = (...numbers: number[]): Keyed[] => numbers.map((n) => ({ key: key(n) }));
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
const many = entries(...range(100, 165));

describe('an ordered list', () => {
  it('is patched into a new list', () => {
    const list = entries(1, 3, 5);
    expect(patchOrdered(list, entries(3), entries(4, 0, 9))).toEqual(entries(0, 1, 4, 5, 9));
    expect(patchOrdered(list, entries(3), [...many, ...entries(4, 0)])).toEqual([...entries(0, 1, 4, 5), ...many]);
    expect(list).toEqual(entries(1, 3, 5));
  });

  it('is unchanged by removing an unknown item', () => {
    expect(patchOrdered(entries(1, 5), entries(3, 9), [])).toEqual(entries(1, 5));
    expect(patchOrdered(entries(1, 5), many, [])).toEqual(entries(1, 5));
  });

  it('is the same after a patch as if it were sorted anew', () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 300 }), { maxLength: 120, size: 'max' });
    fc.assert(
      fc.property(numbers, numbers, numbers, (start, gone, fresh) => {
        const list = entries(...start).sort((a, b) => (a.key < b.key ? -1 : 1));
        // A changed entry is removed under its old key and added under the new key, which may be the same.
        const kept = start.filter((n) => !gone.includes(n));
        const added = fresh.filter((n) => !kept.includes(n));
        const wanted = [...kept, ...added].sort((a, b) => a - b).map(key);
        expect(patchOrdered(list, entries(...gone), entries(...added)).map((entry) => entry.key)).toEqual(wanted);
      }),
    );
  });
});

it('items are ordered newest first, those of the same time by id, and those without a time last', () => {
  const items = ['d ', 'b 1', 'c 2', 'a 1'].map((text) => text.split(' '));
  const order = newestFirst<string[]>(
    ([, time]) => time ?? '',
    ([id]) => id ?? '',
  );
  for (const start of [items, [...items].reverse()])
    expect([...start].sort(order).map(([id]) => id)).toEqual(['c', 'a', 'b', 'd']);
});
