import { adopt, mergeCursor } from '../core/adopt.ts';
import { firstCursor, readCursor as completeCursor, type Cursor, type OutboxPort } from '../core/ports.ts';
import { rewrite } from '../core/edit.ts';
import { sendable } from '../core/lanes.ts';
import * as queue from '../core/queue.ts';
import type { NewRecord, OutboxRecord } from '../core/records.ts';
import { PENDING_LIMIT, PUSH_LIMIT, type Acknowledgement } from '../model/wire.ts';
import { toStorageFailure } from '../core/storage-failure.ts';
import type { DeviceDatabase } from './database.ts';
import { upcast } from './upcast.ts';

export interface Added {
  /** The action as stored: an earlier one, if its id was queued before. */
  stored: readonly OutboxRecord[];
  /** Ids of the actions that it replaced. */
  replaced: readonly string[];
}

/** The queue on the disk (SY-14). Each change is one transaction, so that two tabs cannot interfere. @throws StorageFailure if a change fails */
export interface Outbox extends OutboxPort {
  /** Resolves when the action is on the disk. */
  add(record: NewRecord, replaces: boolean): Promise<Added>;
  all(): Promise<OutboxRecord[]>;
  inLanes(lanes: readonly string[]): Promise<OutboxRecord[]>;
  /** Queues a dead or held action again (`requeue`). @param freshId returns a new id at each call */
  retry(id: string, freshId: () => string): Promise<void>;
  /** @returns false if nothing was changed, because the action is gone or may have taken effect (`isEditable`) */
  rewrite(id: string, freshId: () => string, form: Pick<OutboxRecord, 'v' | 'payload'>): Promise<boolean>;
  remove(id: string): Promise<boolean>;
}

/** Both cursors come from `readCursor`, so their keys have the same order. */
const isSameCursor = (one: Cursor, other: Cursor) => JSON.stringify(one) === JSON.stringify(other);

/** @param blockLength records read at once from the front of the queue */
export function openOutbox(database: DeviceDatabase, blockLength = PENDING_LIMIT + PUSH_LIMIT): Outbox {
  const { outbox, cursors } = database;
  const all = async () => outbox.orderBy('seq').toArray();
  const inLanes = (lanes: readonly string[]) => outbox.where('lane').anyOf(lanes).sortBy('seq');
  const readCursor = async (): Promise<Cursor> => completeCursor((await cursors.get('pull'))?.cursor);

  const transact = <T>(work: () => Promise<T>): Promise<T> =>
    database.transaction('rw', outbox, cursors, work).catch((error: unknown) => {
      throw toStorageFailure(error);
    });
  const apply = async <T>(change: (records: OutboxRecord[]) => queue.QueueEdit<T>, read = all): Promise<T> => {
    const { put, remove, add, result } = change(await read());
    if (remove.length > 0) await outbox.bulkDelete(remove.map((record) => record.seq));
    if (put.length > 0) await outbox.bulkPut(put);
    if (add.length > 0) await outbox.bulkAdd(add);
    return result;
  };
  const edit = <T>(change: (records: OutboxRecord[]) => queue.QueueEdit<T>, read = all) =>
    transact(() => apply(change, read));

  /** `seq` of the records last read from the front, so that storing answers need not read the whole queue. */
  let seqById = new Map<string, number>();
  /** Reads the queue from its front until `isEnough` accepts the records. Later records never affect earlier ones (SY-15). */
  const readFront = async (isEnough: (records: readonly OutboxRecord[]) => boolean): Promise<OutboxRecord[]> => {
    const records: OutboxRecord[] = [];
    let block: OutboxRecord[];
    do {
      block = await outbox
        .where('seq')
        .above(records.at(-1)?.seq ?? 0)
        .limit(blockLength)
        .toArray();
      records.push(...block);
    } while (block.length === blockLength && !isEnough(records));
    seqById = new Map(records.map(({ id, seq }) => [id, seq]));
    return records;
  };
  /** Reads the records that these answers change, and perhaps others. */
  const recordsFor = async (answers: readonly Acknowledgement[], forgotten: readonly string[] = []) => {
    // A refusal also changes dependents anywhere in the queue.
    if (answers.some(({ status }) => status === 'rejected')) return all();
    const ids = [...answers.map(({ id }) => id), ...forgotten];
    if (ids.length === 0) return [];
    const seqs = ids.flatMap((id) => seqById.get(id) ?? []);
    if (seqs.length < ids.length) return all();
    return outbox
      .where('seq')
      .between(Math.min(...seqs), Math.max(...seqs), true, true)
      .toArray();
  };

  return {
    all,
    inLanes,
    add: (record, replaces) =>
      transact(async () => {
        const withId = outbox.where('id').equals(record.id);
        const replaced = await apply(
          (records) => {
            const added = queue.addRecord(records, record, replaces);
            return { ...added, result: added.remove.map(({ id }) => id) };
          },
          async () => [...(await withId.toArray()), ...(await inLanes([record.lane]))],
        );
        return { stored: await withId.toArray(), replaced };
      }),
    retry: (id, freshId) => edit((records) => queue.requeue(records, id, freshId)),
    rewrite: (id, freshId, form) => edit((records) => rewrite(records, id, freshId, form)),
    remove: (id) => transact(async () => (await outbox.where('id').equals(id).delete()) > 0),
    claim: (now, limit, endsBusyDelays) =>
      edit(
        (records) => queue.claim(records, now, limit, upcast, endsBusyDelays),
        () => (endsBusyDelays ? all() : readFront((records) => sendable(records, now, limit).length === limit)),
      ),
    release: (ids) => edit((records) => queue.release(records, ids)),
    postpone: (ids, nextAt, details) => edit((records) => queue.postpone(records, ids, nextAt, details)),
    failAlone: (id, nextAt, error) => edit((records) => queue.failAlone(records, id, nextAt, error)),
    settle: (results) =>
      edit(
        (records) => queue.settle(records, results),
        () => recordsFor(results),
      ),
    awaiting: async (limit) =>
      queue.awaiting(await readFront((records) => queue.awaiting(records, limit).ids.length === limit), limit),
    nextAttemptAt: async (now) => queue.nextAttemptAt(await all(), now),
    cursor: readCursor,
    commit: (cursor, sent, acks, forgotten) =>
      transact(async () => {
        const stored = await readCursor();
        if (stored.generation !== cursor.generation) return null;
        const acknowledged = await apply(
          (records) => queue.acknowledge(records, acks, forgotten),
          () => recordsFor(acks, forgotten),
        );
        await cursors.put({ id: 'pull', cursor: mergeCursor(stored, cursor, sent) });
        return acknowledged;
      }),
    adopt: (answer) =>
      transact(async () => {
        const adopted = adopt(await readCursor(), answer);
        if (adopted) await cursors.put({ id: 'pull', cursor: adopted });
        return adopted !== null;
      }),
    startRebuild: (from) =>
      transact(async () => {
        const stored = await readCursor();
        if (stored.generation !== from.generation) return stored;
        const cursor: Cursor = { ...firstCursor, generation: stored.generation + 1 };
        await cursors.put({ id: 'pull', cursor });
        return cursor;
      }),
    changeStarts: (generation, change) =>
      transact(async () => {
        const stored = await readCursor();
        if (stored.generation !== generation || stored.conversationStarts === null) return null;
        const conversationStarts = change(stored.conversationStarts);
        if (conversationStarts !== stored.conversationStarts)
          await cursors.put({ id: 'pull', cursor: { ...stored, conversationStarts } });
        return conversationStarts;
      }),
    advanceCounts: (from, counts) =>
      transact(async () => {
        const stored = await readCursor();
        if (isSameCursor(stored, from)) await cursors.put({ id: 'pull', cursor: { ...stored, counts } });
      }),
  };
}
