import { generateNKeysBetween } from 'fractional-indexing';
import { describe, expect, it } from 'vitest';
import { inOrder, place, type Placed } from './playlist-order.ts';

const entries = (...positions: string[]): Placed[] => positions.map((position, at) => ({ id: `e${at}`, position }));
const [first = '', second = '', third = ''] = generateNKeysBetween(null, null, 3);

/** The ids after placing `count` entries named `new0`, `new1` … before the entry at `index`. */
function idsAfter(before: readonly Placed[], index: number, count: number): string[] {
  const { positions, moved } = place(before, index, count);
  expect(positions).toHaveLength(count);
  const movedTo = new Map(moved.map(({ id, position }) => [id, position]));
  return inOrder([
    ...before.map(({ id, position }) => ({ id, position: movedTo.get(id) ?? position })),
    // The smallest ids: only the positions may decide.
    ...positions.map((position, at) => ({ id: `a-new${at}`, position })),
  ]).map(({ id }) => id);
}

describe('the entries of a playlist', () => {
  it('are ordered by position, and those with equal positions by id', () => {
    const some = [
      { id: 'b', position: second },
      { id: 'c', position: first },
      { id: 'a', position: second },
    ];
    expect(inOrder(some).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    expect(some.map(({ id }) => id)).toEqual(['b', 'c', 'a']);
    expect(inOrder(some.toReversed()).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  });

  it.each([
    [0, ['a-new0', 'a-new1', 'e0', 'e1', 'e2']],
    [1, ['e0', 'a-new0', 'a-new1', 'e1', 'e2']],
    [3, ['e0', 'e1', 'e2', 'a-new0', 'a-new1']],
  ])('are placed before the one at %i, and the others keep their positions', (index, ids) => {
    const before = entries(first, second, third);
    expect(idsAfter(before, index, 2)).toEqual(ids);
    expect(place(before, index, 2).moved).toEqual([]);
  });

  it('are placed in an empty playlist', () => {
    expect(idsAfter([], 0, 2)).toEqual(['a-new0', 'a-new1']);
  });

  it('are placed between two with equal positions by moving only the later ones of these', () => {
    const before = entries(first, second, second, second, third);
    expect(idsAfter(before, 2, 1)).toEqual(['e0', 'e1', 'a-new0', 'e2', 'e3', 'e4']);
    expect(place(before, 2, 1).moved.map(({ id }) => id)).toEqual(['e2', 'e3']);
  });

  it('all get new positions if one is no position of this app', () => {
    const before = entries(first, 'no position!', third);
    expect(idsAfter(before, 1, 2)).toEqual(['e0', 'a-new0', 'a-new1', 'e1', 'e2']);
    expect(place(before, 1, 2).moved.map(({ id }) => id)).toEqual(['e0', 'e1', 'e2']);
  });

  it('all get new positions once one between the same two would be longer than 100 characters', () => {
    let before = first;
    const between = () => generateNKeysBetween(before, second, 1)[0] ?? '';
    while (between().length < 100) before = between();
    // The last position of 100 characters still fits.
    expect(place(entries(before, second), 1, 1)).toEqual({ positions: [between()], moved: [] });
    while (between().length === 100) before = between();
    expect(idsAfter(entries(before, second), 1, 1)).toEqual(['e0', 'a-new0', 'e1']);
    const { positions, moved } = place(entries(before, second), 1, 1);
    expect([...positions, ...moved.map(({ position }) => position)].every(({ length }) => length < 5)).toBe(true);
    expect(moved.map(({ id }) => id)).toEqual(['e0', 'e1']);
  });
});
