import { expect, it } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

it('runs two at once and the others in order, and a failure frees its slot', async () => {
  const inTurn = limitConcurrency(2);
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const work = (name: string) =>
    inTurn(
      () =>
        new Promise<string>((done, fail) => {
          begun.push(name);
          ends.set(name, (error) => (error ? fail(error) : done(name)));
        }),
    );
  const [one, two, three, four] = ['one', 'two', 'three', 'four'].map(work);
  expect(begun).toEqual(['one', 'two']);
  ends.get('two')?.(new Error('no disk'));
  await expect(two).rejects.toThrow('no disk');
  expect(begun).toEqual(['one', 'two', 'three']);
  ends.get('one')?.();
  expect(await one).toBe('one');
  expect(begun).toEqual(['one', 'two', 'three', 'four']);
  ends.get('four')?.();
  ends.get('three')?.();
  expect([await three, await four]).toEqual(['three', 'four']);
});
