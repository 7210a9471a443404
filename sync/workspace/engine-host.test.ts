import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { config } from '../../tests/sync/support/opened-client.ts';
import { type Browser, newBrowser, pageOf } from '../../tests/sync/support/page.ts';
import { filled, openDevice } from '../../tests/sync/support/pulling-device.ts';
import { type Failure, firstCursor } from '../core/ports.ts';
import { createLive } from '../model/live.ts';
import { DeviceDatabase } from '../outbox/database.ts';
import type { RealtimeHandlers, Listening } from '../remote/realtime.ts';
import { hostEngine, type EngineHostInput } from './engine-host.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function pending<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}

function openTab(browser: Browser, change: Partial<EngineHostInput> = {}, start = firstCursor) {
  const listeners = new Set<() => void>();
  const calls: string[] = [];
  let isVisible = true;
  const environment = pageOf(browser, config, {
    // Random delays take almost their longest time.
    random: () => 0.9,
    visibility: {
      isVisible: () => isVisible,
      onChange: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
  });
  const { ports, requests, cursor } = openDevice(start);
  ports.replica.isEmpty = () => Promise.resolve(start === firstCursor);
  let hear: RealtimeHandlers | null = null;
  const device = new DeviceDatabase('me', environment.indexedDB, environment.IDBKeyRange);
  const leads = createLive(false);
  const host = hostEngine({
    environment,
    owner: 'me',
    userId: 'me',
    device,
    leads,
    ports,
    ready: Promise.resolve(),
    pokeOthers: (how) => void calls.push(`poke others ${how ?? 'soon'}`),
    renewSession: () => undefined,
    listen: (heard) => {
      calls.push('listen');
      hear = heard;
      return Promise.resolve({
        hearDigests: (isWatched) => void calls.push(isWatched ? 'hear digests' : 'hear none'),
        stop: () => Promise.resolve(void calls.push('end')),
      });
    },
    ...change,
  });
  return {
    host,
    leads,
    calls,
    requests,
    cursor,
    heard: () => hear,
    setVisible(next: boolean) {
      isVisible = next;
      for (const listener of listeners) listener();
    },
    async close() {
      const stopped = host.stop();
      await vi.advanceTimersByTimeAsync(1_000);
      await stopped;
      device.close();
    },
  };
}

const silent: Listening = { hearDigests: () => undefined, stop: () => Promise.resolve() };

const settle = () => vi.advanceTimersByTimeAsync(0);

it('[SY-23] a tab neither pulls nor listens before the first screen has arrived', async () => {
  const ready = pending<void>();
  const tab = openTab(newBrowser(), { ready: ready.promise });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(tab.leads.get()).toBe(true);
  expect([tab.requests, tab.calls]).toEqual([[], []]);
  ready.resolve();
  await settle();
  expect([tab.requests.length, tab.calls]).toEqual([1, ['listen', 'hear digests']]);
  await tab.close();
});

it('[SY-18] a leading tab listens once the page is visible, and again 30 s after a subscription failed', async () => {
  let failures = 2;
  const times: number[] = [];
  const start = Date.now();
  const tab = openTab(newBrowser(), {
    listen: () => {
      times.push(Date.now() - start);
      return failures-- > 0 ? Promise.reject(new Error('refused')) : Promise.resolve(silent);
    },
  });
  tab.setVisible(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(times).toEqual([]);
  tab.setVisible(true);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(times).toEqual([10_000, 40_000, 70_000]);
  await tab.close();
});

it('[SY-16] [SY-18] a new subscription is followed by a pull within 3 s, and within 30 s by a push of delayed actions, if there are any', async () => {
  const turnsAfter = async (nextAttemptAt: number | null) => {
    const { ports, requests } = openDevice(filled);
    const delayEnds: unknown[] = [];
    const claim = (_now: number, _limit: number, endsBusyDelays?: boolean) => {
      delayEnds.push(endsBusyDelays);
      return Promise.resolve([]);
    };
    const outbox = { ...ports.outbox, claim, nextAttemptAt: () => Promise.resolve(nextAttemptAt) };
    const tab = openTab(newBrowser(), { ports: { ...ports, outbox } }, filled);
    await vi.advanceTimersByTimeAsync(1_000);
    for (const made of [requests, delayEnds]) made.splice(0);
    tab.heard()?.onSubscribed();
    await vi.advanceTimersByTimeAsync(3_200);
    const soon = requests.length;
    await vi.advanceTimersByTimeAsync(27_000);
    await tab.close();
    return { soon, later: requests.length - soon, delayEnds };
  };
  expect(await turnsAfter(null)).toEqual({ soon: 1, later: 0, delayEnds: [false] });
  expect(await turnsAfter(Date.now() + 200_000)).toEqual({ soon: 1, later: 1, delayEnds: [false, true] });
});

it('[G-4] a leading tab hears digests while a page is visible, stores them in order, and pulls further changes', async () => {
  const tab = openTab(newBrowser(), {}, { ...filled, counts: 4 });
  await settle();
  tab.setVisible(false);
  tab.setVisible(true);
  tab.host.requestedElsewhere();
  expect(tab.calls).toEqual(['listen', 'hear digests', 'hear none', 'hear digests', 'hear digests']);
  await vi.advanceTimersByTimeAsync(1_000);
  const before = tab.requests.length;
  const digest = { epoch: 'one', floor: '9', mark: null, counts: [], rows: [], gone: [], has_changes: false };
  tab.heard()?.onDigest({ ...digest, after: 4, number: 5 });
  tab.heard()?.onDigest({ ...digest, after: 5, number: 6 });
  await vi.advanceTimersByTimeAsync(5_000);
  expect([tab.cursor().counts, tab.requests.length]).toEqual([6, before]);
  tab.heard()?.onDigest({ ...digest, after: 6, number: 7, has_changes: true });
  await vi.advanceTimersByTimeAsync(5_000);
  expect([tab.cursor().counts, tab.requests.length]).toEqual([7, before + 1]);
  await tab.close();
});

it('[SY-17] [SY-18] a hidden leading tab listens for a visible tab, which may have asked before or after the hidden tab became the leader', async () => {
  const after = openTab(newBrowser());
  after.setVisible(false);
  await settle();
  expect(after.calls).toEqual([]);
  const before = after.requests.length;
  after.host.requestedElsewhere();
  await settle();
  expect([after.calls, after.requests.length]).toEqual([['listen', 'hear digests'], before + 1]);
  await after.close();

  const browser = newBrowser();
  const leading = openTab(browser);
  await settle();
  const next = openTab(browser);
  next.setVisible(false);
  next.host.requestedElsewhere();
  await settle();
  expect([next.leads.get(), next.calls, next.requests]).toEqual([false, [], []]);
  await leading.close();
  await settle();
  expect([next.leads.get(), next.calls]).toEqual([true, ['listen', 'hear digests']]);
  await next.close();
});

it('[SY-17] a tab that closes ends its subscription, even if the subscription opens only afterwards', async () => {
  const tab = openTab(newBrowser());
  await settle();
  await tab.close();
  expect(tab.calls).toEqual(['listen', 'hear digests', 'end']);

  const opening = pending<Listening>();
  const late = openTab(newBrowser(), { listen: () => opening.promise });
  await settle();
  await late.close();
  const end = vi.fn(() => Promise.resolve());
  opening.resolve({ ...silent, stop: end });
  await settle();
  expect(end).toHaveBeenCalledTimes(1);
});

it('[SY-17] a tab passes its own pokes to the leading tab, but not the pokes of other tabs', async () => {
  const browser = newBrowser();
  const [leader, follower] = [openTab(browser), openTab(browser)];
  await settle();
  expect([leader.leads.get(), follower.leads.get()]).toEqual([true, false]);
  follower.host.requestedElsewhere();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(follower.calls).toEqual([]);
  follower.host.pokeNow();
  expect(follower.calls).toEqual(['poke others now']);
  const before = leader.requests.length;
  leader.host.requestedElsewhere();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(leader.requests.length).toBe(before + 1);
  await leader.close();
  await settle();
  expect(follower.leads.get()).toBe(true);
  expect(follower.requests.length).toBeGreaterThan(0);
  await follower.close();
});

it('[SY-16] [SY-17] a request of another tab ends the delay after a lost network, and after a busy server if the person asked to sync', async () => {
  const attempts = async (failure: Failure, how?: 'now' | 'asked') => {
    const { ports } = openDevice(firstCursor);
    const pull = vi.fn(() => Promise.resolve({ ok: false, failure } as const));
    const tab = openTab(newBrowser(), { ports: { ...ports, transport: { ...ports.transport, pull } } });
    await vi.advanceTimersByTimeAsync(120_000);
    const before = pull.mock.calls.length;
    expect(before).toBeGreaterThan(5);
    tab.host.requestedElsewhere(how);
    await vi.advanceTimersByTimeAsync(10);
    await tab.close();
    return pull.mock.calls.length - before;
  };
  const busy = { kind: 'busy', retryAfterMs: null, message: 'deadlock' } as const;
  expect(await attempts({ kind: 'network' })).toBe(1);
  expect(await attempts({ kind: 'network' }, 'now')).toBe(1);
  expect(await attempts(busy)).toBe(0);
  expect(await attempts(busy, 'now')).toBe(1);
  expect(await attempts(busy, 'asked')).toBe(1);
});

it('[SY-17] a tab closes within a second although a request hangs', async () => {
  const { ports } = openDevice(firstCursor);
  const hanging = { ...ports, transport: { ...ports.transport, pull: () => new Promise<never>(() => undefined) } };
  const tab = openTab(newBrowser(), { ports: hanging });
  await settle();
  const stopped = vi.fn();
  void tab.host.stop().then(stopped);
  await vi.advanceTimersByTimeAsync(999);
  expect(stopped).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(stopped).toHaveBeenCalledTimes(1);
});
