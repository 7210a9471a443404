import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { mysteryPack } from '../../tests/scene.ts';
import { openTestStack, type TestStack, type TestUser } from '../test-stack.ts';

let test: TestStack;
let user: TestUser;
beforeAll(async () => {
  test = await openTestStack();
  user = await test.createUser();
  await test.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
                 values (${user.id}, 'zap', 1000, '2026-01-05')`;
});
afterAll(() => test.close());

const call = async (path: string, headers: Record<string, string> = {}, method = 'POST') => {
  const response = await fetch(`${test.stack.url}/rest/v1/rpc/${path}`, {
    method,
    headers: {
      apikey: test.stack.keys.publishableKey,
      authorization: `Bearer ${user.token}`,
      'content-type': 'application/json',
      ...headers,
    },
    ...(method === 'POST' ? { body: JSON.stringify({ item_id: mysteryPack }) } : {}),
  });
  const text = await response.text();
  return { status: response.status, json: text === '' ? null : (JSON.parse(text) as unknown) };
};
const balance = async () =>
  Number((await test.sql`select zaps from public.user_balances where user_id = ${user.id}`)[0]?.['zaps']);

/** Parameters that shape the result, or could make the call fail after its effect. */
const extra = [
  'select=a:purchase_store_item->>new_balance::bit',
  'select=prize',
  'offset=5',
  'limit=0',
  'order=id',
  'message=eq.x',
  'or=(a.eq.1)',
  'columns=item_id',
  'on_conflict=id',
  'purchase_store_item.limit=0',
  'Select=a',
];

it('refuses row parameters for a procedure that returns one value, and leaves the balance unchanged', async () => {
  const before = await balance();
  for (const query of extra) {
    const { status, json } = await call(`purchase_store_item?${query}`);
    expect([query, status, json]).toEqual([query, 400, expect.objectContaining({ code: 'PGRST100' })]);
    expect([query, (await call(`purchase_store_item/?${query}`)).status >= 400]).toEqual([query, true]);
    for (const name of ['purchase%5Fstore_item', 'purchase%255Fstore_item'])
      expect([query, name, (await call(`${name}?${query}`)).status]).toEqual([query, name, 400]);
  }
  for (const name of ['%zz', '%', 'purchase_store_item%'])
    expect((await call(`${name}?select=a`)).status).toBeLessThan(500);
  expect((await call(`purchase_store_item?item_id=${mysteryPack}`, {}, 'GET')).status).toBeGreaterThanOrEqual(400);
  expect((await call('get_zap_leaderboard?limit_count=5', {}, 'GET')).status).toBe(200);
  expect(await balance()).toBe(before);
});

it('no header makes a call fail after its effect', async () => {
  const answered = z.object({ new_balance: z.number() });
  for (const headers of [
    { prefer: 'tx=rollback' },
    { prefer: 'handling=strict, max-affected=0' },
    { prefer: 'handling=strict, nonsense=1' },
    { prefer: 'count=exact', range: '5-9', 'range-unit': 'items' },
    { prefer: 'return=minimal' },
    { prefer: 'timezone=Nowhere/Never, handling=strict' },
  ]) {
    const before = await balance();
    const { status, json } = await call('purchase_store_item', headers);
    expect([headers, status]).toEqual([headers, 200]);
    expect(answered.parse(json).new_balance).toBe(await balance());
    expect(await balance()).not.toBe(before);
  }
});

it('still shapes the rows of a procedure that returns many', async () => {
  await test.sql`
    insert into public.user_cosmetics (user_id, item_id, item_name, category)
      select ${user.id}, i.id, i.name, i.category from public.store_items i where i.name = 'Supporter Badge'
      on conflict do nothing`;
  const { data, error } = await user.client
    .rpc('get_user_cosmetics')
    .select('item_name')
    .order('item_name', { ascending: false })
    .limit(1);
  expect([data, error]).toEqual([[{ item_name: 'Supporter Badge' }], null]);
});
