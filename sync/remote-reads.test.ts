import { expect, it } from 'vitest';
import {
  held,
  nothingNew,
  browserOfAnn,
  openBackend,
  signIn,
  unreachable,
  visit,
} from '../tests/sync/support/backend.ts';
import { pageOf, scopeOf, until } from '../tests/sync/support/page.ts';
import { openSync, type RemoteReading } from './client.ts';
import { ownLists } from './model/own-lists.ts';
import { claimDailyReward } from './model/remote-acts.ts';
import { dailyReward, leaderboard, recentZaps } from './model/remote-reads.ts';
import { waitFor } from '../tests/support/wait-for.ts';

const config = { supabaseUrl: 'https://backend.test', publishableKey: 'key' };
const first = [{ rank: 1, user_id: 'ann', artist_name: 'Ann', total_zaps_earned: 9 }];
const second = [{ rank: 1, user_id: 'bea', artist_name: null, total_zaps_earned: 12 }];
const board = 'get_zap_leaderboard';
const offline = { kind: 'network' } as const;

const watch = (reading: RemoteReading<unknown>) => reading.subscribe(() => undefined);
const isSettled = (state: ReturnType<RemoteReading<unknown>['get']>) => state.kind !== 'loading' && !state.isAsking;

function openClock() {
  let now = Date.now();
  const listeners = new Set<() => void>();
  return {
    at: () => now,
    change: {
      now: () => now,
      visibility: {
        isVisible: () => true,
        onChange: (listener: () => void) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
    },
    returnAfter(ms: number) {
      now += ms;
      for (const listener of listeners) listener();
    },
  };
}

it('[SY-29] a read is loading, then loaded, and its answer is shown at once in the next visit, also offline', async () => {
  const browser = await browserOfAnn();
  const backend = openBackend({ [board]: () => Response.json(first) });
  await visit(browser, backend, async (scope) => {
    const reading = (await scope.remote()).read(leaderboard);
    expect(reading.get()).toEqual({ kind: 'loading' });
    watch(reading);
    const state = await until(reading, isSettled);
    expect(state).toMatchObject({ kind: 'here', value: first, isStale: false, failure: null });
    await waitFor(async () => expect(await scope.device.get(keyOfBoard)).toMatchObject({ value: first }));
  });
  const clock = openClock();
  clock.returnAfter(3_600_000);
  await visit(
    browser,
    openBackend(),
    async (scope) => {
      const reading = (await scope.remote()).read(leaderboard);
      watch(reading);
      const state = await until(reading, (state) => state.kind === 'here' && !state.isAsking);
      expect(state).toMatchObject({ kind: 'here', value: first, isStale: true, failure: offline });
      if (state.kind === 'here') expect(clock.at() - state.at).toBeGreaterThanOrEqual(3_600_000);
    },
    clock.change,
  );
});
const keyOfBoard = `read:leaderboard:${JSON.stringify(leaderboard.from)}`;

it('[SY-29] a read without a network or a cached answer fails, until the person or a returning network retries it', async () => {
  const browser = await browserOfAnn();
  const backend = openBackend();
  let announceNetwork = () => undefined as void;
  const onNetworkChange = (listener: () => void) => {
    const before = announceNetwork;
    announceNetwork = () => {
      before();
      listener();
    };
    return () => undefined;
  };
  await visit(
    browser,
    backend,
    async (scope) => {
      const remote = await scope.remote();
      const reading = remote.read(leaderboard);
      watch(reading);
      await until(reading, isSettled);
      expect(reading.get()).toEqual({ kind: 'failed', failure: offline, isAsking: false });
      reading.retry();
      expect(reading.get()).toMatchObject({ kind: 'failed', isAsking: true });
      await until(reading, isSettled);
      expect(backend.asked(board)).toHaveLength(2);
      backend.answers[board] = () => Response.json(first);
      announceNetwork();
      await until(reading, (state) => state.kind === 'here');
    },
    { onNetworkChange },
  );
});

it('[SY-29] a failed read is fetched when the engine reaches the server again, even without an online event from the browser', async () => {
  const browser = await browserOfAnn();
  const backend = openBackend();
  await visit(browser, backend, async (scope) => {
    const reading = (await scope.remote()).read(leaderboard);
    watch(reading);
    await until(reading, isSettled);
    await until(scope.status, ({ network }) => network === 'offline');
    backend.answers[board] = () => Response.json(first);
    backend.answers['sync_pull'] = () => Response.json(nothingNew);
    scope.syncNow();
    await until(reading, (state) => state.kind === 'here');
  });
});

it('[SY-29] a read is fetched once for two watchers, and again only when it is old', async () => {
  const browser = await browserOfAnn();
  const backend = openBackend({ [board]: () => Response.json(first) });
  const clock = openClock();
  await visit(
    browser,
    backend,
    async (scope) => {
      const remote = await scope.remote();
      const reading = remote.read(leaderboard);
      expect(remote.read({ ...leaderboard })).toBe(reading);
      const stops = [watch(reading), watch(reading)];
      await until(reading, isSettled);
      for (const stop of stops) stop();
      const stop = watch(reading);
      clock.returnAfter(leaderboard.freshMs - 1);
      expect(backend.asked(board)).toHaveLength(1);
      stop();
      clock.returnAfter(1);
      // Without a watcher, the read is not fetched.
      expect(backend.asked(board)).toHaveLength(1);
      backend.answers[board] = () => Response.json(second);
      watch(reading);
      expect(reading.get()).toMatchObject({ kind: 'here', value: first, isStale: true, isAsking: true });
      await until(reading, (state) => state.kind === 'here' && !state.isStale);
      expect(reading.get()).toMatchObject({ value: second });
      expect(backend.asked(board)).toEqual([{ limit_count: 10 }, { limit_count: 10 }]);
    },
    clock.change,
  );
});

it('[SY-29] a read is fetched again after an act that invalidates it, and older answers are ignored', async () => {
  const browser = await browserOfAnn();
  const before = { already_claimed: false, limit_reached: true, can_claim: true, tracks_needed: 0 };
  const after = { ...before, already_claimed: true, can_claim: false };
  const late = held(before);
  const backend = openBackend({
    check_daily_reward_status: late.answer,
    claim_daily_zap_reward: () => Response.json({ success: true, amount: 2, message: '+2 ZAPs claimed!' }),
  });
  await visit(browser, backend, async (scope) => {
    const remote = await scope.remote();
    const reading = remote.read(dailyReward);
    const shown: unknown[] = [];
    reading.subscribe(() => {
      const state = reading.get();
      shown.push(state.kind === 'here' ? state.value : state.kind);
    });
    await waitFor(() => expect(backend.asked('check_daily_reward_status')).toHaveLength(1));
    backend.answers['check_daily_reward_status'] = () => Response.json(after);
    expect(await remote.act(claimDailyReward, null)).toMatchObject({ kind: 'done', value: { amount: 2 } });
    await until(reading, (state) => state.kind === 'here');
    late.release();
    // After another round trip, the late answer has arrived.
    reading.retry();
    await until(reading, (state) => state.kind === 'here' && !state.isAsking);
    expect(reading.get()).toMatchObject({ value: after, isStale: false });
    expect(shown).not.toContainEqual(before);
  });
});

it('[SY-29] a read does not wait for the databases of the device, and succeeds even if they cannot be opened', async () => {
  const browser = await browserOfAnn();
  const indexedDB = new Proxy(browser.indexedDB, {
    get(target, name) {
      if (name === 'open')
        return (database: string, version: number) => {
          if (database.startsWith('undercurrent-outbox')) throw new DOMException('closed', 'UnknownError');
          return target.open(database, version);
        };
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  await visit(
    browser,
    openBackend({ [board]: () => Response.json(first) }),
    async (scope) => {
      const reading = (await scope.remote()).read(leaderboard);
      watch(reading);
      expect(await until(reading, isSettled)).toMatchObject({ kind: 'here', value: first });
      await until(scope.opening, ({ kind }) => kind === 'failed');
    },
    { indexedDB },
  );
});

it('a request for a page of a list settles at once when aborted during a token renewal, and the renewal continues for other requests', async () => {
  const browser = await browserOfAnn();
  await signIn(browser, 'ann', { expiresAt: Date.now() + 60_000 });
  const renewed = { access_token: 'next', refresh_token: 'next', expires_in: 3600, user: { id: 'ann' } };
  const renewal = held(renewed);
  const backend = openBackend({ '/auth/v1/token': renewal.answer, zap_actions: () => Response.json([]) });
  await visit(browser, backend, async (scope) => {
    const { page } = await scope.remote();
    const cancel = new AbortController();
    const response = page(ownLists.ledger, null, cancel.signal);
    await waitFor(() => expect(backend.asked('/auth/v1/token')).toHaveLength(1));
    cancel.abort();
    expect(await response).toEqual({ ok: false, failure: offline });
    const second = page(ownLists.ledger, null);
    renewal.release();
    expect(await second).toEqual({ ok: true, value: [] });
    expect(backend.asked('/auth/v1/token')).toHaveLength(1);
    expect(backend.asked('zap_actions')).toHaveLength(1);
  });
});

it("[SY-29] a cached answer that does not fit the read's declaration is ignored, and such an answer from the network is a failure", async () => {
  const browser = await browserOfAnn();
  const backend = openBackend({ [board]: () => new Response('<html>Please pay</html>') });
  await visit(browser, backend, async (scope) => {
    await scope.device.put(keyOfBoard, { at: Date.now(), value: [{ place: 1 }] });
  });
  await visit(browser, backend, async (scope) => {
    const reading = (await scope.remote()).read(leaderboard);
    watch(reading);
    expect(await until(reading, isSettled)).toEqual({ kind: 'failed', failure: offline, isAsking: false });
  });
});

it('[SY-29] an answer belongs to one person: the next person sees none of it, and one that arrives after the sign-out is ignored', async () => {
  const browser = await browserOfAnn();
  const line = {
    id: 'z',
    action_type: 'play',
    zap_value: 1,
    metadata: {},
    credited_on: '2027-01-01',
    created_at: '2027-01-01T00:00:00Z',
  };
  const slow = held([line]);
  const backend = openBackend({ [board]: () => Response.json(first), zap_actions: slow.answer });
  const client = openSync(pageOf(browser, config, { fetch: backend.fetch }));
  const ann = await scopeOf(client);
  const annsBoard = (await ann.remote()).read(leaderboard);
  const ledger = (await ann.remote()).read(recentZaps);
  watch(annsBoard);
  watch(ledger);
  await until(annsBoard, isSettled);
  await waitFor(async () => expect(await ann.device.get(keyOfBoard)).toMatchObject({ value: first }));
  expect(await client.auth.signOut({ discard: true })).toEqual({ kind: 'signed-out' });
  backend.answers[board] = unreachable;
  backend.answers['zap_actions'] = unreachable;
  await signIn(browser, 'ben');
  new BroadcastChannel('undercurrent-session').postMessage('changed');
  await until(client.scope, (scope) => scope?.userId === 'ben');
  const ben = await scopeOf(client);
  const bensBoard = (await ben.remote()).read(leaderboard);
  const bensLedger = (await ben.remote()).read(recentZaps);
  watch(bensBoard);
  watch(bensLedger);
  await until(bensBoard, isSettled);
  slow.release();
  expect(await until(bensLedger, isSettled)).toMatchObject({ kind: 'failed' });
  expect(bensBoard.get()).toMatchObject({ kind: 'failed' });
  expect(ledger.get()).toEqual({ kind: 'loading' });
  await client.close();
});

it('[SY-29] a confidential answer is never stored on the device', async () => {
  const browser = await browserOfAnn();
  const backend = openBackend({ [board]: () => Response.json(first) });
  const confidential = { ...leaderboard, name: 'confidential', isConfidential: true } as const;
  await visit(browser, backend, async (scope) => {
    const remote = await scope.remote();
    const [open, closed] = [remote.read(leaderboard), remote.read(confidential)];
    for (const reading of [closed, open]) watch(reading);
    expect(await until(closed, isSettled)).toMatchObject({ kind: 'here', value: first });
    await waitFor(async () => expect(await scope.device.get(keyOfBoard)).toMatchObject({ value: first }));
    expect(await scope.device.get(keyOfBoard.replace('leaderboard', 'confidential'))).toBeUndefined();
  });
});
