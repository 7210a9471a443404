import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { KeptRecord } from '../outbox/database.ts';
import { createFetchQueue } from './fetch-queue.ts';

const onReady = vi.fn<() => void>();
let queue: ReturnType<typeof createFetchQueue>;
let saveData = false;

beforeEach(() => {
  vi.useFakeTimers();
  onReady.mockClear();
  saveData = false;
  queue = createFetchQueue({ random: () => 1, saveData: () => saveData }, onReady);
});
afterEach(() => {
  queue.close();
  vi.useRealTimers();
});

const requested = (trackId: string, change: Partial<KeptRecord> = {}): KeptRecord => ({
  trackId,
  url: '',
  bytes: null,
  asked: true,
  usedAt: 0,
  ...change,
});
/** All tracks that would be fetched, in their order. */
const order = (...records: KeptRecord[]): string[] => {
  const taken: string[] = [];
  for (;;) {
    const next = queue.next(records, (trackId) => taken.includes(trackId));
    if (!next) return taken;
    taken.push(next.trackId);
  }
};

it('[SY-22] counts a track as missing when the device did not know it three times, however often the network failed before', () => {
  for (let failures = 0; failures < 5; failures++) queue.failNetwork('t1');
  const reasons = [1, 2, 3].map(() => {
    queue.failUnknown('t1');
    return queue.failure('t1') ?? null;
  });
  expect(reasons).toEqual([null, null, 'missing']);
});

it('[SY-22] forgets earlier failures of a track that is requested again', () => {
  for (let failures = 0; failures < 3; failures++) queue.failUnknown('t1');
  queue.request('t1', 'single');
  expect(queue.failure('t1')).toBeUndefined();
  queue.failUnknown('t1');
  queue.failUnknown('t1');
  expect(queue.failure('t1')).toBeUndefined();
});

it('[SY-22] forgets earlier failures of a track that was fetched', () => {
  queue.failUnknown('t1');
  queue.failUnknown('t1');
  queue.succeed('t1');
  queue.failUnknown('t1');
  expect(queue.failure('t1')).toBeUndefined();
});

it('[S-34] fetches single tracks before groups, then those that failed less often, then those requested earlier', () => {
  queue.request('failed-single', 'single');
  queue.request('group', 'group');
  for (let failures = 0; failures < 3; failures++) queue.failNetwork('failed-single');
  queue.failNetwork('failed-twice');
  queue.failNetwork('failed-twice');
  queue.failNetwork('failed-once');
  expect(
    order(
      requested('failed-twice', { usedAt: 1 }),
      requested('late', { usedAt: 7 }),
      requested('failed-once', { usedAt: 2 }),
      requested('group', { usedAt: 5 }),
      requested('failed-single', { usedAt: 9 }),
    ),
  ).toEqual(['failed-single', 'group', 'late', 'failed-once', 'failed-twice']);
});

it('[S-34] fetches no track that is stored, that was only played, that failed, or that is being fetched or removed', () => {
  queue.fail('failed', 'full');
  queue.startRemoval(['removed', 'kept after all']);
  queue.endRemoval('kept after all');
  const all = ['failed', 'removed', 'kept after all', 'fetched'].map((trackId) => requested(trackId));
  const records = [...all, requested('stored', { bytes: 9 }), requested('played', { asked: false })];
  expect(queue.next(records, (trackId) => trackId === 'fetched')?.trackId).toBe('kept after all');
  expect(queue.next(records, (trackId) => trackId === 'kept after all')?.trackId).toBe('fetched');
  expect(order(...records)).toEqual(['kept after all', 'fetched']);
  queue.forgetFailure('failed');
  expect(order(...records)).toEqual(['failed', 'kept after all', 'fetched']);
});

it('[S-34] fetches tracks that did not fit once a file was removed, but not those that failed otherwise', () => {
  queue.fail('too large', 'full');
  queue.fail('missing', 'missing');
  queue.forgetFull();
  expect(order(requested('missing'), requested('too large'))).toEqual(['too large']);
  expect([queue.failure('too large'), queue.failure('missing')]).toEqual([undefined, 'missing']);
});

it('[SY-23] fetches only the tracks requested in this visit while the browser’s data saver is on', () => {
  saveData = true;
  queue.request('this visit', 'group');
  queue.request('removed', 'group');
  queue.startRemoval(['removed']);
  queue.endRemoval('removed');
  expect(order(requested('earlier'), requested('removed'), requested('this visit'))).toEqual(['this visit']);
  expect([queue.isRequested('this visit'), queue.isRequested('removed')]).toEqual([true, false]);
});

it('[SY-22] waits longer after each failure of the network, and less again after a success or the network’s return', () => {
  const delay = () => {
    queue.failNetwork('t1');
    expect(queue.isOffline()).toBe(true);
    const start = Date.now();
    onReady.mockClear();
    while (queue.isOffline()) vi.advanceTimersToNextTimer();
    expect(onReady).toHaveBeenCalledTimes(1);
    return Date.now() - start;
  };
  expect([delay(), delay(), delay()]).toEqual([4_000, 8_000, 16_000]);
  queue.succeed('t1');
  expect([delay(), delay()]).toEqual([4_000, 8_000]);
  expect(queue.resetDelay()).toBe(false);
  expect(delay()).toBe(4_000);
});

it('[SY-22] waits once after the network has failed for several tracks, and ends the wait on `endDelay`', () => {
  queue.failNetwork('t1');
  vi.advanceTimersByTime(3_999);
  queue.failNetwork('t2');
  expect([queue.resetDelay(), onReady.mock.calls.length]).toEqual([true, 0]);
  vi.advanceTimersByTime(1);
  expect([queue.isOffline(), onReady.mock.calls.length]).toEqual([false, 1]);
  queue.failNetwork('t1');
  queue.endDelay();
  expect([queue.isOffline(), onReady.mock.calls.length]).toEqual([false, 2]);
  vi.advanceTimersByTime(60_000);
  expect(onReady).toHaveBeenCalledTimes(2);
});

it('[SY-22] postpones a track for 30 s, or until the index has changed, if another page fetches the track', () => {
  queue.postponeForOther('t1');
  vi.advanceTimersByTime(29_999);
  expect([order(requested('t1')), onReady.mock.calls.length]).toEqual([[], 0]);
  vi.advanceTimersByTime(1);
  expect([order(requested('t1')), onReady.mock.calls.length]).toEqual([['t1'], 1]);
  queue.postponeForOther('t1');
  queue.failUnknown('t2');
  queue.recheckOthers();
  expect(order(requested('t1'), requested('t2'))).toEqual(['t1']);
  vi.advanceTimersByTime(30_000);
  expect([order(requested('t1'), requested('t2')), onReady.mock.calls.length]).toEqual([['t1', 't2'], 2]);
});

it('[SY-22] tries a postponed track at once when it is requested again', () => {
  queue.failUnknown('t1');
  queue.request('t1', 'single');
  expect(order(requested('t1'))).toEqual(['t1']);
  vi.advanceTimersByTime(30_000);
  expect(onReady).not.toHaveBeenCalled();
});

it('starts nothing after it was closed', () => {
  queue.failNetwork('t1');
  queue.failUnknown('t2');
  queue.close();
  vi.advanceTimersByTime(60_000);
  expect(onReady).not.toHaveBeenCalled();
});
