import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestStack, type TestStack, type TestUser } from '../supabase/local/test-stack.ts';
import { signIn } from '../tests/sync/support/backend.ts';
import { newBrowser, pageOf, scopeOf, until, type Browser } from '../tests/sync/support/page.ts';
import { openSync, type OwnRow, type Scope } from './client.ts';
import { ownLists } from './model/own-lists.ts';
import * as acts from './model/remote-acts.ts';
import * as releaseReads from './model/release-reads.ts';
import * as remoteReads from './model/remote-reads.ts';

const reads = { ...remoteReads, ...releaseReads };
const MYSTERY_PACK = '00000000-0000-4000-b000-000000000005';
let test: TestStack;
beforeAll(async () => {
  test = await openTestStack();
});
afterAll(() => test.close());

async function visit(
  browser: Browser,
  person: TestUser,
  work: (scope: Scope) => Promise<void>,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<void> {
  await signIn(browser, person.id, { accessToken: person.token });
  const config = { supabaseUrl: test.stack.url, publishableKey: test.stack.keys.publishableKey };
  const client = openSync(pageOf(browser, config, { fetch }));
  try {
    await work(await scopeOf(client));
  } finally {
    await client.close();
  }
}

const earn = (person: TestUser, zaps: number) =>
  test.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
           values (${person.id}, 'zap', ${zaps}, (now() at time zone 'utc')::date)`;

it('[SY-29] every declared read works on the real server', async () => {
  const person = await test.createUser();
  await earn(person, 30);
  await visit(newBrowser(), person, async (scope) => {
    const remote = await scope.remote();
    for (const declaration of Object.values(reads)) {
      const read = typeof declaration === 'function' ? declaration(person.id) : declaration;
      const reading = remote.read<unknown>(read);
      reading.subscribe(() => undefined);
      const state = await until(reading, ({ kind }) => kind !== 'loading');
      expect(state, read.name).toMatchObject({ kind: 'here', failure: null });
    }
    expect(remote.read(reads.leaderboardRank).get()).toMatchObject({ value: { rank: 1, total_zaps_earned: 30 } });
    expect(remote.read(reads.recentZaps).get()).toMatchObject({ value: [{ action_type: 'zap', zap_value: 30 }] });
  });
});

it('[SY-30] a lost answer never charges twice, and a repeated call gets the first answer', async () => {
  const person = await test.createUser();
  await earn(person, 60);
  const browser = newBrowser();
  const request = { itemId: MYSTERY_PACK, quantity: 1, trackId: null };
  const charged = async () =>
    (await test.sql`select 1 from public.zap_actions where user_id = ${person.id} and action_type = 'store_purchase'`)
      .length;
  const loseAnswers: typeof globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init);
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (pathname.endsWith('purchase_store_item')) throw new TypeError('Failed to fetch');
    return response;
  };
  await visit(
    browser,
    person,
    async (scope) => {
      const remote = await scope.remote();
      for (const _press of [1, 2]) expect(await remote.act(acts.purchase, request)).toMatchObject({ kind: 'failed' });
    },
    loseAnswers,
  );
  expect(await charged()).toBe(1);
  await visit(browser, person, async (scope) => {
    const remote = await scope.remote();
    const outcome = await remote.act(acts.purchase, request);
    expect(outcome).toMatchObject({ kind: 'done', value: { cost: 25, item_name: 'Mystery Pack' } });
    expect(await charged()).toBe(1);
    await until(scope.me, (me) => outcome.kind === 'done' && me?.zaps === outcome.value?.new_balance);
    expect(await remote.act(acts.purchase, request)).toMatchObject({ kind: 'done' });
    expect(await charged()).toBe(2);
    expect(await remote.act(acts.purchase, { ...request, quantity: 10 })).toMatchObject({
      kind: 'refused',
      code: 'insufficient_zaps',
    });
  });
});

it('[SY-30] claims, sponsoring, a recorded ZAP and account deletion succeed, or are refused with a code', async () => {
  const [person, artist] = [await test.createUser(), await test.createUser()];
  await earn(person, 60);
  const [track] = await test.sql<{ id: string }[]>`
    insert into public.tracks (user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed,
      radio_opt_in)
    values (${artist.id}, 'Night Bus', 'Someone', 'House', ${`${artist.id}/a.mp3`}, 180000, 1000, true, true) returning id`;
  await visit(newBrowser(), person, async (scope) => {
    const remote = await scope.remote();
    expect(await remote.act(acts.claimLoginReward, null)).toMatchObject({ kind: 'done', value: { total_reward: 1 } });
    expect(await remote.act(acts.claimLoginReward, null)).toEqual({ kind: 'done', value: null });
    expect(await remote.act(acts.claimDailyReward, null)).toMatchObject({ kind: 'refused', code: 'tracks_needed' });
    const request = { trackId: track?.id ?? '' };
    expect(await remote.act(acts.sponsor, request)).toMatchObject({
      kind: 'done',
      value: { message: 'Track Sponsored!' },
    });
    expect(await remote.act(acts.sponsor, request)).toMatchObject({ kind: 'refused', code: 'already_sponsored' });
    expect(await remote.act(acts.recordZap, { type: 'rate', trackId: request.trackId })).toMatchObject({
      kind: 'done',
    });
    expect(await remote.act(acts.deleteAccount, null)).toEqual({ kind: 'done', value: { success: true } });
    // Repeated, as after a lost first answer.
    expect(await remote.act(acts.deleteAccount, null)).toEqual({ kind: 'done', value: null });
  });
});

it("lists of the person's own rows are read page by page, and an aborted request fails", async () => {
  const [person, other] = [await test.createUser(), await test.createUser()];
  await earn(other, 5);
  await test.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
                 select ${person.id}, 'zap', n, '2026-01-05' from generate_series(1, 1001) n`;
  await visit(newBrowser(), person, async (scope) => {
    const remote = await scope.remote();
    for (const list of Object.values(ownLists)) {
      const pages: (readonly OwnRow[])[] = [];
      let last: string | null = null;
      do {
        const page = await remote.page(list, last);
        if (!page.ok) throw new Error(`No page of ${list.table}`);
        pages.push(page.value);
        last = page.value.at(-1)?.id ?? null;
      } while (last !== null);
      if (list === ownLists.days) {
        const day = { id: '2026-01-05', day: '2026-01-05', plays: 0, chosen_plays: 0, ledger_lines: 1001 };
        expect(pages).toEqual([[{ ...day, zaps: 501_501, zaps_earned: 501_501 }], []]);
        continue;
      }
      if (list === ownLists.sessions) {
        expect(pages.flat().filter(({ is_current }) => is_current)).toHaveLength(1);
        continue;
      }
      const values = pages.flat().map((row) => row['zap_value']);
      const all = list === ownLists.ledger ? Array.from({ length: 1001 }, (_, n) => n + 1) : [];
      expect(
        values.toSorted((a, b) => Number(a) - Number(b)),
        list.table,
      ).toEqual(all);
      if (list === ownLists.ledger) expect(pages.map((rows) => rows.length)).toEqual([1000, 1, 0]);
    }
    const cancel = new AbortController();
    const response = remote.page(ownLists.ledger, null, cancel.signal);
    cancel.abort();
    expect(await response).toEqual({ ok: false, failure: { kind: 'network' } });
  });
});
