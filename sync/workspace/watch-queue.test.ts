// Dexie's live queries need the global IndexedDB.
import 'fake-indexeddb/auto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queuedRecord } from '../../tests/sync/support/queued-record.ts';
import type { OutboxRecord } from '../core/records.ts';
import { DeviceDatabase } from '../outbox/database.ts';
import { openOutbox } from '../outbox/outbox.ts';
import { watchQueue } from './watch-queue.ts';
import { waitFor } from '../../tests/support/wait-for.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => vi.useRealTimers());

async function open(length: number) {
  const device = new DeviceDatabase('someone', new IDBFactory(), IDBKeyRange);
  await device.outbox.bulkPut(
    Array.from({ length }, (_, at) => queuedRecord(at + 1, 'vote.cast', { track_id: `t${at}`, weight: 3 })),
  );
  const outbox = openOutbox(device);
  const reported: (readonly OutboxRecord[])[] = [];
  const freshes: number[] = [];
  let reads = 0;
  let gate = Promise.resolve();
  const watched = watchQueue({
    outbox: {
      ...outbox,
      async all() {
        reads += 1;
        const records = await outbox.all();
        await gate;
        return records;
      },
    },
    now: () => Date.now(),
    onRecords(records, fresh) {
      reported.push(records);
      freshes.push(fresh.length);
    },
    onFailed: (error) => {
      throw error;
    },
  });
  await waitFor(() => expect(reported).toHaveLength(1));
  return {
    outbox,
    freshes,
    reported,
    /** Holds readings until the returned function is called. */
    holdReadings() {
      let release = () => undefined as void;
      gate = new Promise((resolve) => (release = resolve));
      return release;
    },
    last: () => reported.at(-1),
    reads: () => reads,
    added: watched.added,
    close() {
      watched.stop();
      device.close();
    },
  };
}

it('[SY-17] a watched queue reports each change, with each new action once', async () => {
  const queue = await open(2);
  await queue.outbox.add(queuedRecord(3, 'vote.cast', { track_id: 'other', weight: 1 }), false);
  await waitFor(() => expect(queue.last()).toHaveLength(3));
  await queue.outbox.claim(0, 1);
  await waitFor(() => expect(queue.last()?.[0]?.state.kind).toBe('in_flight'));
  expect(queue.freshes).toEqual([2, 1, 0]);
  queue.close();
});

it('a long queue is read once for many changes, and its last state is reported', async () => {
  const queue = await open(800);
  const sent = () => queue.last()?.filter(({ state }) => state.kind === 'in_flight').length;
  for (let batch = 1; batch <= 20; batch += 1) await queue.outbox.claim(0, batch);
  expect([queue.reads(), sent()]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(400);
  await waitFor(() => expect(sent()).toBe(20));
  expect(queue.reads()).toBe(2);
  queue.close();
});

it('an action of this tab is reported at once, and a reading that began earlier does not remove it', async () => {
  const queue = await open(2);
  const release = queue.holdReadings();
  await queue.outbox.claim(0, 1);
  await waitFor(() => expect(queue.reads()).toBe(2));
  queue.added(await queue.outbox.add(queuedRecord(3, 'vote.cast', { track_id: 'a', weight: 1 }), false));
  queue.added(await queue.outbox.add(queuedRecord(4, 'vote.cast', { track_id: 'b', weight: 1 }), false));
  expect(queue.reported.map(({ length }) => length)).toEqual([2, 3, 4]);
  release();
  await waitFor(() => expect(queue.last()?.[0]?.state.kind).toBe('in_flight'));
  await waitFor(() => expect(queue.reads()).toBeGreaterThan(2));
  expect(new Set(queue.reported.slice(2).map(({ length }) => length))).toEqual(new Set([4]));
  expect(queue.freshes.filter((count) => count > 0)).toEqual([2, 1, 1]);
  queue.close();
});

it('an action of this tab leaves the report when a later reading no longer contains it', async () => {
  const queue = await open(2);
  const action = queuedRecord(3, 'vote.cast', { track_id: 'a', weight: 1 });
  queue.added(await queue.outbox.add(action, false));
  await queue.outbox.remove(action.id);
  await waitFor(() => expect(queue.last()?.map(({ id }) => id)).toEqual(['action-1', 'action-2']));
  queue.close();
});

it('an action of this tab shows without the wait of a long queue, and the one that it replaces is gone', async () => {
  const queue = await open(800);
  const [vote] = queue.last() ?? [];
  if (!vote) throw new Error('The queue is empty');
  const { id, lane } = queuedRecord(801, 'vote.cast', { track_id: 't0', weight: 5 });
  queue.added(await queue.outbox.add({ ...vote, id, lane }, true));
  expect([queue.reads(), queue.last()?.length, queue.last()?.at(-1)?.id]).toEqual([1, 800, id]);
  expect(queue.last()).not.toContainEqual(vote);
  queue.close();
});
