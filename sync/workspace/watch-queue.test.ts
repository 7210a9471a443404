// Dexie's live queries need the global IndexedDB.
import 'fake-indexeddb/auto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { waiting } from '../../tests/sync/support/waiting.ts';
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
    Array.from({ length }, (_, at) => waiting(at + 1, 'vote.cast', { track_id: `t${at}`, weight: 3 })),
  );
  const outbox = openOutbox(device);
  const reported: (readonly OutboxRecord[])[] = [];
  const freshes: number[] = [];
  let reads = 0;
  const stop = watchQueue({
    outbox: {
      ...outbox,
      all: () => {
        reads += 1;
        return outbox.all();
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
    last: () => reported.at(-1),
    reads: () => reads,
    close() {
      stop();
      device.close();
    },
  };
}

it('[SY-17] a watched queue reports each change, with each new action once', async () => {
  const queue = await open(2);
  await queue.outbox.add(waiting(3, 'vote.cast', { track_id: 'other', weight: 1 }), false);
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
