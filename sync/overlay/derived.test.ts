import { expect, it } from 'vitest';
import { createDerived, sameFields } from './derived.ts';

it('a value is made when it is read, once for each change', () => {
  const derived = createDerived();
  let made = 0;
  const value = derived.one(0, () => ++made);
  expect(made).toBe(0);
  expect([value.get(), value.get()]).toEqual([1, 1]);
  derived.changed();
  expect(made).toBe(1);
  expect(value.get()).toBe(2);
});

it('a value is made with each change while somebody watches, until the last has stopped', () => {
  const derived = createDerived();
  let made = 0;
  const value = derived.one(0, () => ++made);
  const told: string[] = [];
  const stopFirst = value.subscribe(() => told.push('first'));
  const stopSecond = value.subscribe(() => told.push('second'));
  derived.changed();
  stopFirst();
  derived.changed();
  stopSecond();
  derived.changed();
  expect([told, made]).toEqual([['first', 'second', 'second'], 3]);
});

it('of a family what is watched is kept, whatever else is asked for, and the rest forgotten above 200', () => {
  const derived = createDerived();
  const length = derived.family(0, (text: string) => text.length);
  const [watched, unwatched] = [length('watched'), length('unwatched')];
  watched.subscribe(() => undefined);
  for (let at = 0; at < 200; at++) length(`another ${at}`);
  expect(length('watched')).toBe(watched);
  expect(length('unwatched')).not.toBe(unwatched);
});

it('two things are the same where each field is', () => {
  const tags: string[] = [];
  const before = { id: 'a', tags };
  expect(sameFields(before, { id: 'a', tags })).toBe(before);
  for (const after of [
    { id: 'b', tags },
    { id: 'a', tags: [] },
  ])
    expect(sameFields(before, after)).toBe(after);
});
