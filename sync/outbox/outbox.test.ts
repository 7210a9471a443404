import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { applied, rejected } from '../../tests/sync/support/pulling-device.ts';
import { newQueuedPlay } from '../../tests/sync/support/queued-play.ts';
import { firstCursor } from '../core/ports.ts';
import type { OutboxRecord } from '../core/records.ts';
import { DeviceDatabase } from './database.ts';
import { openOutbox } from './outbox.ts';

let device: DeviceDatabase;
beforeEach(() => void (device = new DeviceDatabase('someone', new IDBFactory(), IDBKeyRange)));
afterEach(() => device.close());

const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id);

it('[SY-8] [SY-17] a late page of an older generation changes neither the epoch nor the marks of the present one', async () => {
  const outbox = openOutbox(device);
  await outbox.startRebuild(firstCursor);
  const old = { generation: 0, epoch: 'old epoch', mark: 'old mark', filledFrom: null, floor: '7' };
  expect(await outbox.adopt(old)).toBe(false);
  expect(await outbox.commit({ ...firstCursor, epoch: 'old epoch', since: '9' }, [], [], [])).toBeNull();
  expect(await outbox.cursor()).toEqual({ ...firstCursor, generation: 1 });
  const first = { generation: 1, epoch: 'new epoch', mark: null, filledFrom: null, floor: '8' };
  expect(await outbox.adopt(first)).toBe(true);
  expect(await outbox.cursor()).toEqual({ ...firstCursor, generation: 1, epoch: 'new epoch', filledFrom: '8' });
  // An answer for an empty replica (`filledFrom` null) lists no removals, so a filled replica refuses it (SY-7).
  expect(await outbox.adopt({ ...first, floor: '9' })).toBe(false);
  expect(await outbox.adopt({ ...first, filledFrom: '8', floor: '9' })).toBe(true);
  expect((await outbox.cursor()).filledFrom).toBe('8');
});

it('[SY-34] [G-4] a digest does not advance a cursor that a page has moved meanwhile', async () => {
  const outbox = openOutbox(device);
  const from = await outbox.cursor();
  await outbox.commit({ ...from, since: '9', counts: 4 }, [], [], []);
  await outbox.advanceCounts(from, 7);
  expect((await outbox.cursor()).counts).toBe(4);
  await outbox.advanceCounts(await outbox.cursor(), 7);
  expect(await outbox.cursor()).toEqual({ ...firstCursor, since: '9', counts: 7 });
});

it('[SY-9] an action that is queued twice is one action, also in another lane', async () => {
  const outbox = openOutbox(device);
  await outbox.add(newQueuedPlay('me', 'a'), false);
  await outbox.add({ ...newQueuedPlay('me', 'a'), lane: 'vote:t' }, false);
  expect((await outbox.all()).map(({ id, lane }) => [id, lane])).toEqual([['a', 'plays']]);
});

it('[SY-8] [SY-12] outcomes are also stored for actions that this outbox has not read from the disk', async () => {
  const ids = ['a', 'b', 'c', 'd'];
  for (const id of ids) await openOutbox(device).add(newQueuedPlay('me', id), false);
  await openOutbox(device).claim(0, 4);
  await openOutbox(device).settle([applied('a'), applied('b'), rejected('c')]);
  expect((await openOutbox(device).all()).map(({ state }) => state.kind)).toEqual([
    'answered',
    'answered',
    'dead',
    'in_flight',
  ]);
  const acknowledged = await openOutbox(device).commit(firstCursor, [], [applied('a')], ['b']);
  expect(acknowledged?.map(({ record, ack }) => [record.id, ack.status])).toEqual([['a', 'applied']]);
  expect((await openOutbox(device).all()).map(({ id, state }) => [id, state.kind])).toEqual([
    ['b', 'retrying'],
    ['c', 'dead'],
    ['d', 'in_flight'],
  ]);
});

it('[SY-13] [SY-15] actions beyond the first block read from the disk are sent, and their outcomes requested', async () => {
  for (const id of ['a', 'b', 'c', 'd', 'e']) await openOutbox(device).add(newQueuedPlay('me', id), false);
  const outbox = openOutbox(device, 2);
  expect(idsOf(await outbox.claim(0, 4))).toEqual(['a', 'b', 'c', 'd']);
  expect(await outbox.awaiting(3)).toEqual({ ids: ['a', 'b', 'c'], answered: [] });
  await outbox.settle([applied('d')]);
  expect(await outbox.awaiting(10)).toEqual({ ids: ['a', 'b', 'c', 'd'], answered: ['d'] });
});

/** The ids of the records that `work` reads from the disk, in their order. */
async function readDuring(work: () => Promise<unknown>): Promise<string[]> {
  const read: string[] = [];
  const note = (record: OutboxRecord) => {
    read.push(record.id);
    return record;
  };
  device.outbox.hook('reading', note);
  await work();
  device.outbox.hook('reading').unsubscribe(note);
  return read;
}

it('[SY-15] a long queue is read from its front, up to the block with the last action that is wanted', async () => {
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) await openOutbox(device).add(newQueuedPlay('me', id), false);
  const outbox = openOutbox(device, 2);
  expect(await readDuring(() => outbox.claim(0, 3))).toEqual(['a', 'b', 'c', 'd']);
  expect(await readDuring(() => outbox.awaiting(2))).toEqual(['a', 'b']);
});

it('[SY-12] storing outcomes reads the queue only from the first to the last action concerned; a refusal reads the whole queue', async () => {
  for (const id of ['a', 'b', 'c', 'd', 'e']) await openOutbox(device).add(newQueuedPlay('me', id), false);
  const outbox = openOutbox(device);
  await outbox.claim(0, 5);
  expect(await readDuring(() => outbox.settle([]))).toEqual([]);
  expect(await readDuring(() => outbox.settle([applied('b')]))).toEqual(['b']);
  expect(await readDuring(() => outbox.settle([applied('d'), applied('c')]))).toEqual(['c', 'd']);
  expect(await readDuring(() => outbox.commit(firstCursor, [], [applied('b')], ['d']))).toEqual(['b', 'c', 'd']);
  expect(idsOf(await outbox.all())).toEqual(['a', 'c', 'd', 'e']);
  expect(await readDuring(() => outbox.settle([rejected('a')]))).toEqual(['a', 'c', 'd', 'e']);
});

it('[SY-21] a cursor of an earlier version gets the fields that it lacks', async () => {
  await device.open();
  const { counts: _counts, marks: _marks, ...early } = { ...firstCursor, since: '9' };
  await device.table('cursors').put({ id: 'pull', cursor: early });
  expect(await openOutbox(device).cursor()).toEqual({ ...firstCursor, since: '9' });
});

it('[SY-15] a second removal of an action reports that nothing was removed', async () => {
  const outbox = openOutbox(device);
  await outbox.add(newQueuedPlay('me', 'a'), false);
  expect([await outbox.remove('a'), await outbox.remove('a'), await outbox.all()]).toEqual([true, false, []]);
});

it('[SY-15] actions of several lanes are read in the order of the queue', async () => {
  const outbox = openOutbox(device);
  const lanes = ['vote:t', 'plays', 'vote:t', 'other', 'plays'];
  for (const [at, lane] of lanes.entries()) await outbox.add({ ...newQueuedPlay('me', `a${at}`), lane }, false);
  expect(idsOf(await outbox.inLanes(['plays', 'vote:t']))).toEqual(['a0', 'a1', 'a2', 'a4']);
});
