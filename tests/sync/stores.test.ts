import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { adopt, mergeCursor } from '../../sync/core/adopt.ts';
import type { ConversationStarts } from '../../sync/core/conversation-starts.ts';
import { firstCursor, type StoredRow } from '../../sync/core/ports.ts';
import * as queue from '../../sync/core/queue.ts';
import { newRecord } from '../../sync/core/records.ts';
import type { Acknowledgement } from '../../sync/model/wire.ts';
import { DeviceDatabase } from '../../sync/outbox/database.ts';
import { openOutbox } from '../../sync/outbox/outbox.ts';
import { openReplica } from '../../sync/replica/replica.ts';
import { MemoryDisk } from './simulation/memory-disk.ts';
import { mixSeed, World } from './simulation/world.ts';
import { positionOf, startAt } from './support/starts.ts';

const SEEDS = 60;
const STEPS = 40;

const same = (starts: ConversationStarts) => starts;
const runNow = <T>(_call: string, work: () => T) => Promise.resolve(work());

// The simulation is only valid if its stores behave like the real ones.
describe('the stores of the simulation', () => {
  it('[SY-14] [SY-25] store the queue and the cursor like Dexie', { timeout: 120_000 }, async () => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const world = new World(mixSeed(seed, 0));
      const database = new DeviceDatabase(`owner-${seed}`, new IDBFactory(), IDBKeyRange);
      const real = openOutbox(database, 3);
      const disk = new MemoryDisk({ queue, firstCursor, adopt, mergeCursor });
      const memory = disk.outbox(runNow, (record) => record);
      const ids: string[] = [];
      const some = () => ids.filter(() => world.chance(0.4));
      const acks = (): Acknowledgement[] =>
        some().map((id) => ({
          id,
          status: world.chance(0.7) ? 'applied' : 'rejected',
          result: { code: 'no', message: 'No.' },
        }));
      for (let step = 0; step < STEPS; step++) {
        const at = `seed ${seed}, step ${step}`;
        const time = world.between(0, 10_000);
        const name = world.pick([
          'add',
          'add',
          'add',
          'claim',
          'claim',
          'release and postpone',
          'fail alone',
          'settle',
          'commit',
          'cursor',
          'starts',
          'retry',
        ]);
        if (name === 'add') {
          const record = newRecord({
            id: `a${step}`,
            user_id: 'u',
            device_id: 'd',
            lane: world.pick(['plays', 'vote:t', 'vote:s']),
            kind: 'any',
            v: 1,
            payload: { step },
            deps: world.chance(0.3) ? ids.slice(-1) : [],
            created_at: time,
            occurred_at: '',
          });
          ids.push(record.id);
          const replaces = record.lane.startsWith('vote:');
          const added = queue.addRecord(disk.records, record, replaces);
          disk.apply(added);
          const stored = disk.records.filter(({ id }) => id === record.id);
          const replaced = added.remove.map(({ id }) => id);
          expect(await real.add(record, replaces), at).toEqual({ stored, replaced });
        } else if (name === 'claim') {
          const limit = world.between(1, 6);
          const endsBusyDelays = world.chance(0.3);
          expect(await real.claim(time, limit, endsBusyDelays), at).toEqual(
            await memory.claim(time, limit, endsBusyDelays),
          );
          expect(await real.nextAttemptAt(time), at).toBe(await memory.nextAttemptAt(time));
          expect(await real.awaiting(3), at).toEqual(await memory.awaiting(3));
        } else if (name === 'release and postpone') {
          const [released, postponed] = [some(), some()];
          await Promise.all([real.release(released), memory.release(released)]);
          const details = world.chance(0.5)
            ? { why: { code: 'too_fast', message: 'Too fast.' } }
            : { may_hasten: true as const };
          await Promise.all([
            real.postpone(postponed, time + 50, details),
            memory.postpone(postponed, time + 50, details),
          ]);
        } else if (name === 'fail alone') {
          const error = { code: 'XX000', message: 'cannot digest' };
          for (const id of some()) {
            await Promise.all([real.failAlone(id, time + 10, error), memory.failAlone(id, time + 10, error)]);
          }
        } else if (name === 'settle') {
          const results = acks();
          expect(await real.settle(results), at).toEqual(await memory.settle(results));
        } else if (name === 'commit') {
          const generation = disk.cursor.generation - (world.chance(0.2) ? 1 : 0);
          const sent = disk.cursor.marks.filter(() => world.chance(0.5));
          const marks = world.chance(0.7) ? [`m${step}`] : sent;
          const conversationStarts = world.chance(0.5) ? { ann: startAt(positionOf('m', step)) } : null;
          const cursor = { ...disk.cursor, generation, since: String(step), complete: true, marks, conversationStarts };
          const acknowledged = acks();
          const forgotten = some().filter((id) => !acknowledged.some((ack) => ack.id === id));
          expect(await real.commit(cursor, sent, acknowledged, forgotten), at).toEqual(
            await memory.commit(cursor, sent, acknowledged, forgotten),
          );
        } else if (name === 'cursor') {
          const { generation } = disk.cursor;
          const epoch = world.pick(['one', 'other']);
          const mark = world.chance(0.5) ? `m${step}` : null;
          const filledFrom = world.chance(0.8) ? disk.cursor.filledFrom : String(step);
          const answer = { generation, epoch, mark, filledFrom, floor: world.chance(0.8) ? String(step) : null };
          expect(await real.adopt(answer), at).toBe(await memory.adopt(answer));
          const from = { ...firstCursor, generation: generation - (world.chance(0.5) ? 1 : 0) };
          expect(await real.startRebuild(from), at).toEqual(await memory.startRebuild(from));
        } else if (name === 'starts') {
          const generation = disk.cursor.generation - (world.chance(0.2) ? 1 : 0);
          const start = startAt(positionOf('m', step));
          const change = world.chance(0.5)
            ? (starts: ConversationStarts) => ({ ...starts, [`p${step}`]: start })
            : same;
          expect(await real.changeStarts(generation, change), at).toEqual(
            await memory.changeStarts(generation, change),
          );
        } else {
          for (const id of some()) {
            const freshIds = () => {
              let count = 0;
              return () => `${id}r${step}-${(count += 1)}`;
            };
            await real.retry(id, freshIds());
            disk.apply(queue.requeue(disk.records, id, freshIds()));
          }
        }
        expect(await real.all(), `${at}: ${name}`).toEqual(disk.records);
        expect(await real.cursor(), `${at}: ${name}`).toEqual(disk.cursor);
      }
      database.close();
    }
  });

  it('[SY-12] [SY-25] compare and swap like RxDB', { timeout: 120_000 }, async () => {
    const world = new World(mixSeed(1, 1));
    const real = openReplica({ indexedDB: new IDBFactory(), IDBKeyRange }, 'owner', () => undefined);
    const disk = new MemoryDisk({ queue, firstCursor, adopt, mergeCursor });
    const ids = ['a', 'b', 'c', 'd'].map((letter) => `0197f000-0000-7000-8000-00000000000${letter}`);
    const lastRead = new Map<string, [StoredRow, StoredRow] | null>();
    for (let step = 1; step <= 120; step++) {
      const chosen = ids.filter(() => world.chance(0.5));
      const fresh = await real.read(0, 'genres', ids);
      const stored = disk.read(0, 'genres', ids);
      const revs = (of: Map<string, StoredRow>) => ids.map((id) => of.get(id)?.rev ?? null);
      expect(revs(fresh), `step ${step}`).toEqual(revs(stored));
      expect(await real.isEmpty(0), `step ${step}`).toBe(disk.isEmpty(0));
      for (const id of ids) {
        const [realRow, memoryRow] = [fresh.get(id), stored.get(id)];
        if (world.chance(0.7)) lastRead.set(id, realRow && memoryRow ? [realRow, memoryRow] : null);
      }
      const writeOf = (side: 0 | 1) =>
        chosen.map((id) => ({
          id,
          rev: step,
          row: step % 4 === 0 ? null : { id, rev: step, name: `Genre ${step}`, position: step },
          previous: lastRead.get(id)?.[side] ?? null,
        }));
      const conflicts = writeOf(1)
        .filter((write) => !disk.write(0, 'genres', write))
        .map(({ id }) => id);
      expect(new Set(await real.write(0, 'genres', writeOf(0))), `step ${step}`).toEqual(new Set(conflicts));
    }
    await real.close();
  });
});
