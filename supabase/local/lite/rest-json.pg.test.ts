import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestStack, type TestStack, type TestUser } from '../test-stack.ts';

let test: TestStack;
let user: TestUser;
beforeAll(async () => {
  test = await openTestStack();
  await test.sql
    .unsafe(
      `create table public.boxes (id text primary key, doc jsonb, plain json, note text);
       grant all on public.boxes to authenticated;
       create function public.look(p jsonb, q json default null) returns jsonb language sql
         as $$ select jsonb_build_object('p', p, 'q', q) $$;
       grant execute on function public.look to authenticated;`,
    )
    .simple();
  user = await test.createUser();
});
afterAll(() => test.close());

const values: readonly unknown[] = [
  ...['hello', '', '123', 'true', 'null', '{"a":1}', '"quoted"', '[1]', 'a "b" \\ \u2028'],
  ...[5, 0, false, true, { a: 'x', b: [1, '2'] }, ['x', '1', true], [], [[1]], {}],
];

it.each(values)('keeps %j in a JSON column unchanged, whichever way it was written', async (value) => {
  const boxes = () => user.client.from('boxes');
  const id = `box ${values.indexOf(value)}`;
  const row = { id, doc: value, plain: value, note: '1' };
  const inserted = await boxes().insert(row).select().single();
  expect(inserted).toMatchObject({ error: null, data: row });
  const upserted = await boxes().upsert({ id, doc: value }).select('doc').single();
  const updated = await boxes().update({ plain: value, note: 'true' }).eq('id', id).select('plain, note').single();
  const several = await boxes()
    .insert([
      { id: `${id} 1`, doc: value },
      { id: `${id} 2`, doc: null },
    ])
    .select('doc');
  expect(updated.error).toBeNull();
  expect([upserted.data, updated.data, several.data]).toEqual([
    { doc: value },
    { plain: value, note: 'true' },
    [{ doc: value }, { doc: null }],
  ]);
});

it.each(values)('passes %j to a procedure unchanged', async (value) => {
  const { data, error } = await user.client.rpc('look', { p: value, q: value });
  expect({ data, error }).toEqual({ data: { p: value, q: value }, error: null });
});
