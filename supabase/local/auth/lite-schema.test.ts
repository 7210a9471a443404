import { expect, it, vi } from 'vitest';
import { noticeAbsence } from './lite-schema.ts';
import { withCause } from './quiet-refusals.ts';

it('a database that cannot be read is away, and what is said of it afterwards does not hide that', async () => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const connection = { answer: { tables: [] as string[] }, introspect: async () => connection.answer };
  noticeAbsence(connection);
  const ask = () =>
    withCause(async () => {
      try {
        return (await connection.introspect()).tables;
      } catch (error) {
        console.error('Introspection failed:', error);
        console.error(Object.assign(new Error('Could not find the function'), { code: 'PGRST202' }));
        return null;
      }
    });
  expect(await ask()).toEqual({ value: null, cause: { kind: 'trouble', isAway: true } });
  connection.answer = { tables: ['tracks'] };
  expect(await ask()).toEqual({ value: ['tracks'], cause: null });
  print.mockRestore();
});
