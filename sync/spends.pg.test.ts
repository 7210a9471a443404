import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestStack, type TestStack, type TestUser } from '../supabase/local/test-stack.ts';
import { signIn } from '../tests/sync/support/backend.ts';
import { newBrowser, pageOf, scopeOf, until } from '../tests/sync/support/page.ts';
import { type ActOutcome, openSync, type Scope, type SyncClient } from './client.ts';
import { purchase, sponsor } from './model/remote-acts.ts';

let test: TestStack;
let person: TestUser;
let tracks: readonly string[];
let client: SyncClient;
let scope: Scope;
/** `lost`: the server handles the spend, but its response never arrives. `held`: it arrives after `releaseSpend`. */
let network: 'online' | 'offline' | 'lost' | 'held';
let releaseSpend: (() => void) | null = null;

const spending = /(sync_push|purchase_store_item|sponsor_track_for_radio)$/;
const fetchOverNetwork: typeof fetch = async (input, init) => {
  const isSpend = spending.test(String(input instanceof Request ? input.url : input));
  if (network === 'offline') throw new TypeError('Failed to fetch');
  const response = await fetch(input, init);
  if (isSpend && network === 'lost') {
    network = 'offline';
    throw new TypeError('Failed to fetch');
  }
  if (isSpend && network === 'held') await new Promise<void>((resolve) => (releaseSpend = resolve));
  return response;
};

beforeAll(async () => {
  test = await openTestStack();
});
afterAll(() => test.close());
beforeEach(async () => {
  const { sql } = test;
  const artist = await test.createUser();
  person = await test.createUser();
  await sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
            values (${person.id}, 'zap', 60, '2026-01-05')`;
  tracks = (
    await sql<{ id: string }[]>`
      insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed,
                                 radio_opt_in)
      select gen_random_uuid(), ${artist.id}, 'Track ' || n, 'Artist', 'House', ${artist.id} || '/' || n || '.mp3', 180000, 1000, true, true
      from generate_series(1, 2) n returning id`
  ).map(({ id }) => id);
  network = 'online';
  const browser = newBrowser();
  await signIn(browser, person.id, { accessToken: person.token });
  const config = { supabaseUrl: test.stack.url, publishableKey: test.stack.keys.publishableKey };
  client = openSync(pageOf(browser, config, { fetch: fetchOverNetwork }));
  scope = await scopeOf(client);
  await until(scope.me, (me) => me?.zaps === 60);
  return () => client.close();
});

async function spend(): Promise<void> {
  const [voted = '', shared = ''] = tracks;
  await scope.enqueue('vote.cast', { track_id: voted, weight: 4 });
  await scope.enqueue('share.add', { track_id: shared });
}
const shown = () => {
  const me = scope.me.get();
  return { zaps: me?.zaps, confirmed: me?.balance?.zaps, queued: me?.spends.map(({ zaps }) => zaps) };
};
function watchBalance(): ReadonlySet<number | null | undefined> {
  const balances = new Set([scope.me.get()?.zaps]);
  scope.me.subscribe(() => balances.add(scope.me.get()?.zaps));
  return balances;
}
const ledger = async () => {
  const [row] = await test.sql<{ zaps: number }[]>`
    select sum(zap_value)::int as zaps from public.zap_actions where user_id = ${person.id}`;
  return row?.zaps;
};
const settled = () => until(scope.pending, (pending) => pending.length === 0);

it('[SY-13] offline spends are deducted and listed, and match the ledger once sent', async () => {
  network = 'offline';
  await spend();
  await until(scope.me, (me) => me?.spends.length === 2);
  expect(shown()).toEqual({ zaps: 52, confirmed: 60, queued: [5, 3] });
  expect(await ledger()).toBe(60);
  const balances = watchBalance();
  network = 'online';
  scope.syncNow();
  await settled();
  await until(scope.me, (me) => me?.balance?.zaps === 52 && me.spends.length === 0);
  expect([...balances]).toEqual([52]);
  expect(shown()).toEqual({ zaps: 52, confirmed: 52, queued: [] });
  expect(await ledger()).toBe(52);
});

it('[SY-13] spends whose answer is late or lost stay deducted, are charged once, and then match the ledger', async () => {
  network = 'lost';
  await spend();
  await until(scope.status, ({ network }) => network === 'offline');
  await until(scope.me, (me) => me?.spends.length === 2);
  expect(shown()).toMatchObject({ zaps: 52, confirmed: 60 });
  const balances = watchBalance();
  network = 'held';
  scope.syncNow();
  await until(scope.me, (me) => me?.balance?.zaps !== 60 || me.spends.length === 2);
  expect(shown().zaps).toBe(52);
  network = 'online';
  releaseSpend?.();
  scope.syncNow();
  await settled();
  await until(scope.me, (me) => me?.spends.length === 0);
  expect(shown()).toEqual({ zaps: 52, confirmed: 52, queued: [] });
  expect([...balances]).toEqual([52]);
  expect(await ledger()).toBe(52);
});

it('[SY-13] refused spends return the deducted ZAPs, and never appear in the ledger', async () => {
  network = 'offline';
  await spend();
  await until(scope.me, (me) => me?.zaps === 52);
  await test.sql`update public.tracks set is_public = false where id = any (${[...tracks]}::uuid[])`;
  network = 'online';
  scope.syncNow();
  await until(scope.me, (me) => me?.zaps === 60);
  expect(shown()).toEqual({ zaps: 60, confirmed: 60, queued: [] });
  expect(await ledger()).toBe(60);
});

const GLOW_BORDER = '00000000-0000-4000-b000-000000000001';
/** Each act costs 20 ZAPs, and has a database change that makes the server refuse it. */
const acts: readonly [string, (scope: Scope) => Promise<ActOutcome<unknown>>, () => Promise<unknown>][] = [
  [
    'a purchase',
    async (scope) => (await scope.remote()).act(purchase, { itemId: GLOW_BORDER, quantity: 1, trackId: null }),
    () => test.sql`insert into public.user_cosmetics (user_id, item_id, item_name, category)
                   values (${person.id}, ${GLOW_BORDER}, 'Glow Border', 'cosmetic')`,
  ],
  [
    'a sponsorship',
    async (scope) => (await scope.remote()).act(sponsor, { trackId: tracks[0] ?? '' }),
    () => test.sql`update public.tracks set sponsored = true, sponsored_at = now() where id = ${tracks[0] ?? ''}`,
  ],
];

it.each(acts)('[SY-30] %s whose answer is late changes the balance once, to that of the ledger', async (_, act) => {
  const balances = watchBalance();
  network = 'held';
  const answered = act(scope);
  await expect.poll(ledger).toBe(40);
  network = 'online';
  releaseSpend?.();
  expect(await answered).toMatchObject({ kind: 'done', value: { new_balance: 40 } });
  await until(scope.me, (me) => me?.zaps === 40);
  expect([...balances]).toEqual([60, 40]);
  expect(shown()).toEqual({ zaps: 40, confirmed: 40, queued: [] });
  expect(await ledger()).toBe(40);
});

it.each(acts)(
  '[SY-30] %s whose answer is lost is charged once, even if repeated, and changes the balance once',
  async (_, act) => {
    const balances = watchBalance();
    network = 'lost';
    expect(await act(scope)).toMatchObject({ kind: 'failed', failure: { kind: 'network' } });
    expect(await ledger()).toBe(40);
    network = 'online';
    scope.syncNow();
    await until(scope.me, (me) => me?.zaps === 40);
    expect(await act(scope)).toMatchObject({ kind: 'done' });
    expect([...balances]).toEqual([60, 40]);
    expect(shown()).toEqual({ zaps: 40, confirmed: 40, queued: [] });
    expect(await ledger()).toBe(40);
  },
);

it.each(acts)('[SY-30] %s that is refused changes neither the balance nor the ledger', async (_, act, preventIt) => {
  const balances = watchBalance();
  await preventIt();
  expect(await act(scope)).toMatchObject({ kind: 'refused' });
  scope.syncNow();
  await until(scope.status, ({ work }) => work.kind === 'resting');
  expect([...balances]).toEqual([60]);
  expect(await ledger()).toBe(60);
});
