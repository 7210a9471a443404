import type { Acknowledgement } from '../model/wire.ts';
import { ALONE_LIMIT, dependents, replaced, sendable } from '../core/lanes.ts';
import { firstCursor, type AcknowledgedRecord, type Cursor, type OutboxPort } from '../core/ports.ts';
import type { NewRecord, OutboxRecord } from '../core/records.ts';
import { toStorageFailure } from '../core/storage-failure.ts';
import type { DeviceDatabase } from './database.ts';
import { upcast } from './kinds.ts';

/** The queue on the disk (SY-14). Every change is one transaction, so that two tabs cannot tear it. */
export interface Outbox extends OutboxPort {
  /** Resolves when the action is on the disk. The same id twice is one action. @throws StorageFailure */
  add(record: NewRecord): Promise<string>;
  all(): Promise<OutboxRecord[]>;
  /** Queues a dead or held action again, under the same id when the server never stored a refusal of it. */
  retry(id: string, freshId: string): Promise<void>;
  remove(id: string): Promise<void>;
}

export function openOutbox(database: DeviceDatabase): Outbox {
  const { outbox, cursors } = database;
  const readCursor = async (): Promise<Cursor> => (await cursors.get('pull'))?.cursor ?? firstCursor;
  const change = <T>(work: () => Promise<T>): Promise<T> =>
    database.transaction('rw', outbox, cursors, work).catch((error: unknown) => {
      throw toStorageFailure(error);
    });
  const modify = (ids: string[], edit: (record: OutboxRecord) => Partial<OutboxRecord>): Promise<void> =>
    change(async () => {
      for (const record of await outbox.where('id').anyOf(ids).toArray()) {
        await outbox.update(record.seq, edit(record));
      }
    });

  /** Marks a refused action and everything that depends on it (SY-15). */
  const kill = async (id: string, error: { code: string; message: string }) => {
    const records = await outbox.toArray();
    const dead = records.find((record) => record.id === id);
    if (!dead || dead.state === 'dead') return;
    await outbox.update(dead.seq, { state: 'dead', answered: false, error });
    const doomed = new Set(dependents(records, id));
    for (const record of records) {
      if (!doomed.has(record.id)) continue;
      await outbox.update(record.seq, {
        state: 'dead',
        error: { code: 'dependency', message: error.message },
      });
    }
  };

  return {
    add: (record) =>
      change(async () => {
        const known = await outbox.where('id').equals(record.id).first();
        if (known) return known.id;
        const older = replaced(await outbox.orderBy('seq').toArray(), record);
        if (older) await outbox.delete(older.seq);
        await outbox.add(record);
        return record.id;
      }),

    all: () => outbox.orderBy('seq').toArray(),

    retry: (id, freshId) =>
      change(async () => {
        const record = await outbox.where('id').equals(id).first();
        if (!record || (record.state !== 'dead' && record.state !== 'held')) return;
        const { seq, ...rest } = record;
        const again = { ...rest, state: 'queued', error: null, next_at: 0, alone_failures: 0 } as const;
        // A refusal is stored on the server under the action's id for ever (SY-9); set aside means never answered.
        if (record.state === 'held') await outbox.update(seq, again);
        else {
          await outbox.delete(seq);
          await outbox.add({ ...again, id: freshId, attempts: 0, sent: false, answered: false });
        }
      }),

    remove: (id) =>
      change(async () => {
        await outbox.where('id').equals(id).delete();
      }),

    claim: (now, limit) =>
      change(async () => {
        const batch = sendable(await outbox.orderBy('seq').toArray(), now, limit);
        const claimed = batch.map((record): OutboxRecord => {
          // What was sent keeps the form in which the server may have stored it: another form is another request (SY-9).
          const form = record.sent ? {} : upcast(record);
          return { ...record, ...form, state: 'in_flight', sent: true };
        });
        await outbox.bulkPut(claimed);
        return claimed;
      }),

    release: (ids) => modify(ids, (record) => (record.state === 'in_flight' ? { state: 'queued' } : {})),

    postpone: (ids, nextAt) =>
      modify(ids, (record) =>
        record.state === 'in_flight' && !record.answered
          ? { state: 'queued', attempts: record.attempts + 1, next_at: nextAt }
          : {},
      ),

    failAlone: (id, nextAt, error) =>
      modify([id], (record) => {
        const failures = record.alone_failures + 1;
        const isSetAside = failures >= ALONE_LIMIT;
        return {
          state: isSetAside ? 'held' : 'queued',
          attempts: record.attempts + 1,
          alone_failures: failures,
          next_at: nextAt,
          error,
        };
      }),

    settle: (results) =>
      change(async () => {
        const refused: AcknowledgedRecord[] = [];
        for (const ack of results) {
          const record = await outbox.where('id').equals(ack.id).first();
          if (!record || record.state === 'dead') continue;
          if (ack.status === 'applied') {
            await outbox.update(record.seq, { state: 'in_flight', answered: true, error: null });
            continue;
          }
          await kill(ack.id, refusal(ack));
          refused.push({ record, ack });
        }
        return refused;
      }),

    awaiting: async (limit) => {
      const records = await outbox.orderBy('seq').toArray();
      return records
        .filter((record) => record.sent && record.state !== 'dead')
        .slice(0, limit)
        .map((record) => record.id);
    },

    nextAttemptAt: async (now) => {
      const records = await outbox.toArray();
      if (sendable(records, now, 1).length > 0) return now;
      const later = records.filter((record) => record.state === 'queued' && record.next_at > now);
      return later.length === 0 ? null : Math.min(...later.map((record) => record.next_at));
    },

    cursor: readCursor,

    commit: (cursor, acks) =>
      change(async () => {
        if ((await readCursor()).generation !== cursor.generation) return null;
        const acknowledged: AcknowledgedRecord[] = [];
        for (const ack of acks) {
          const record = await outbox.where('id').equals(ack.id).first();
          if (!record || record.state === 'dead') continue;
          if (ack.status === 'rejected') await kill(ack.id, refusal(ack));
          else await outbox.delete(record.seq);
          acknowledged.push({ record, ack });
        }
        await cursors.put({ id: 'pull', cursor });
        return acknowledged;
      }),

    startRebuild: (from) =>
      change(async () => {
        const stored = await readCursor();
        if (stored.generation !== from.generation) return stored;
        const cursor: Cursor = { ...firstCursor, generation: stored.generation + 1 };
        await cursors.put({ id: 'pull', cursor });
        return cursor;
      }),
  };
}

/** The words of a refusal, whatever shape the server gave them. */
export function refusal(ack: Acknowledgement): { code: string; message: string } {
  const { code, message } = ack.result;
  return {
    code: typeof code === 'string' ? code : 'rejected',
    message: typeof message === 'string' ? message : '',
  };
}
