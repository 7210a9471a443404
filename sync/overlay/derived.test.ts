import { expect, it } from 'vitest';
import { createDerived, sameFields } from './derived.ts';

it('a value is computed when it is read, once per change', () => {
  const derived = createDerived();
  let computations = 0;
  const value = derived.single(0, () => ++computations);
  expect(computations).toBe(0);
  expect([value.get(), value.get()]).toEqual([1, 1]);
  derived.changed();
  expect(computations).toBe(1);
  expect(value.get()).toBe(2);
});

it('a value is computed at each change while it is watched', () => {
  const derived = createDerived();
  let computations = 0;
  const value = derived.single(0, () => ++computations);
  const notifications: string[] = [];
  const stopFirst = value.subscribe(() => notifications.push('first'));
  const stopSecond = value.subscribe(() => notifications.push('second'));
  derived.changed();
  stopFirst();
  derived.changed();
  stopSecond();
  derived.changed();
  expect([notifications, computations]).toEqual([['first', 'second', 'second'], 3]);
});

it('a family that holds 200 values evicts an unwatched one for a new one, and keeps those that are watched', () => {
  const derived = createDerived();
  const length = derived.family(0, (text: string) => text.length);
  const [watched, unwatched] = [length('watched'), length('unwatched')];
  watched.subscribe(() => undefined);
  for (let at = 0; at < 200; at++) length(`another ${at}`);
  expect(length('watched')).toBe(watched);
  expect(length('unwatched')).not.toBe(unwatched);
});

it('the earlier of two objects is returned if each of its fields is identical in the other', () => {
  const tags: string[] = [];
  const before = { id: 'a', tags };
  expect(sameFields(before, { id: 'a', tags })).toBe(before);
  for (const after of [
    { id: 'b', tags },
    { id: 'a', tags: [] },
  ])
    expect(sameFields(before, after)).toBe(after);
});
