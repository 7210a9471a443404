import { createEngine, type Engine } from '../../../sync/core/engine.ts';
import {
  firstCursor,
  type Cursor,
  type EnginePorts,
  type Row,
  type StoredRow,
  type TransportPort,
} from '../../../sync/core/ports.ts';
import * as queue from '../../../sync/core/queue.ts';
import { newRecord, type OutboxRecord } from '../../../sync/core/records.ts';
import { tableNames } from '../../../sync/model/rows.ts';
import { upcast } from '../../../sync/outbox/kinds.ts';
import type { Tally } from '../simulation/tally.ts';

/** Waits pass this many times faster than they would; the server keeps the real time. */
const HASTE = 50;

interface Held {
  rev: number;
  row: Row | null;
  version: number;
}

/** A device whose disks are in memory and survive each crash of its engine. */
export class MemoryDevice {
  records: OutboxRecord[] = [];
  cursor: Cursor = firstCursor;
  replicas = new Map<number, Map<string, Held>>();
  /** What was accepted, in the order of each lane. */
  readonly accepted: { id: string; lane: string; kind: string }[] = [];
  /** Rows of other people that reached the disk. */
  readonly strange: string[] = [];
  private engines: Engine[] = [];
  private life = 0;
  private seq = 0;
  private version = 0;

  constructor(
    readonly user: string,
    private readonly transport: TransportPort,
    private readonly tally: Tally,
  ) {}

  rows(): Map<string, Held> {
    return this.replicas.get(this.cursor.generation) ?? new Map<string, Held>();
  }

  add(kind: string, lane: string, payload: Record<string, unknown>, occurredAt: string): void {
    const id = crypto.randomUUID();
    const record = newRecord({
      id,
      user_id: this.user,
      device_id: 'device',
      lane,
      kind,
      v: 1,
      payload,
      deps: [],
      created_at: Date.now(),
      occurred_at: occurredAt,
    });
    this.apply(queue.addRecord(this.records, record));
    this.accepted.push({ id, lane, kind });
    for (const engine of this.engines) engine.pokeNow();
  }

  /** Another page that leads; two leaders are harmless (SY-17). */
  lead(): void {
    const engine = createEngine(this.ports(this.life));
    this.engines.push(engine);
    engine.poke();
  }

  /** What the engines wait for never comes; a new one starts over the same disks. */
  crash(): void {
    this.tally.add('crashes of a device');
    this.life += 1;
    this.engines = [];
    this.lead();
  }

  poke(): void {
    for (const engine of this.engines) engine.pokeNow();
  }

  stop(): void {
    this.life += 1;
    this.engines = [];
  }

  private apply<T>(edit: queue.QueueEdit<T>): T {
    const removed = new Set(edit.remove.map((record) => record.seq));
    const put = new Map(edit.put.map((record) => [record.seq, record]));
    this.records = this.records
      .filter((record) => !removed.has(record.seq))
      .map((record) => put.get(record.seq) ?? record);
    if (edit.add) this.records.push({ ...edit.add, seq: ++this.seq });
    return edit.result;
  }

  private ports(life: number): EnginePorts {
    const nothing = () => undefined;
    const alive = <T>(value: T): Promise<T> =>
      life === this.life ? Promise.resolve(value) : new Promise(() => undefined);
    /** Each effect takes a turn of the event loop, so that two leaders interleave. */
    const effect = async <T>(work: () => T): Promise<T> => {
      await new Promise((resolve) => setImmediate(resolve));
      await alive(null);
      return work();
    };
    const edit = <T>(change: (records: OutboxRecord[]) => queue.QueueEdit<T>) =>
      effect(() => this.apply(change(this.records)));
    return {
      tables: tableNames,
      now: () => Date.now() * HASTE,
      random: Math.random,
      timer: (ms, callback) => {
        const timer = setTimeout(() => {
          if (life === this.life) callback();
        }, ms / HASTE);
        return () => clearTimeout(timer);
      },
      breathe: () => effect(nothing),
      session: { renew: () => Promise.resolve('renewed') },
      transport: {
        pull: async (request) => alive(await this.transport.pull(request)),
        push: async (actions) => alive(await this.transport.push(actions)),
      },
      outbox: {
        claim: (now, limit) => edit((records) => queue.claim(records, now, limit, upcast)),
        release: (ids) => edit((records) => queue.release(records, ids)),
        postpone: (ids, nextAt) => edit((records) => queue.postpone(records, ids, nextAt)),
        failAlone: (id, nextAt, error) => edit((records) => queue.failAlone(records, id, nextAt, error)),
        settle: (results) => edit((records) => queue.settle(records, results)),
        awaiting: (limit) => effect(() => queue.awaiting(this.records, limit)),
        nextAttemptAt: (now) => effect(() => queue.nextAttemptAt(this.records, now)),
        cursor: () => effect(() => this.cursor),
        commit: (cursor, acks, forgotten) =>
          effect(() => {
            if (this.cursor.generation !== cursor.generation) return null;
            this.cursor = cursor;
            return this.apply(queue.acknowledge(this.records, acks, forgotten));
          }),
        adopt: (generation, epoch) =>
          effect(() => {
            if (this.cursor.generation !== generation) return false;
            if (this.cursor.epoch !== null && this.cursor.epoch !== epoch) return false;
            this.cursor = { ...this.cursor, epoch };
            return true;
          }),
        startRebuild: (from) =>
          effect(() => {
            if (this.cursor.generation !== from.generation) return this.cursor;
            this.cursor = { ...firstCursor, generation: from.generation + 1 };
            return this.cursor;
          }),
      },
      replica: {
        has: () => true,
        isEmpty: (generation) => effect(() => (this.replicas.get(generation)?.size ?? 0) === 0),
        read: (generation, table, ids) =>
          effect(() => {
            const found = new Map<string, StoredRow>();
            for (const id of ids) {
              const held = this.replicas.get(generation)?.get(`${table} ${id}`);
              if (held) found.set(id, { rev: held.rev, token: held.version });
            }
            return found;
          }),
        write: (generation, table, writes) =>
          effect(() => {
            const replica = this.replicas.get(generation) ?? new Map<string, Held>();
            this.replicas.set(generation, replica);
            return writes.flatMap(({ id, rev, row, previous }) => {
              const key = `${table} ${id}`;
              if ((replica.get(key)?.version ?? null) !== (previous?.token ?? null)) return [id];
              if (row && isOfAnother(table, row, this.user)) this.strange.push(key);
              replica.set(key, { rev, row, version: ++this.version });
              return [];
            });
          }),
      },
      report: {
        busy: nothing,
        network: nothing,
        pulled: nothing,
        acknowledged: nothing,
        rebuilding: nothing,
        storage: nothing,
        updateRequired: nothing,
        locked: nothing,
      },
    };
  }
}

const privateTables = new Set([
  'user_balances',
  'user_stats',
  'zap_actions',
  'track_plays',
  'track_votes',
  'user_cosmetics',
]);

function isOfAnother(table: string, row: Row, user: string): boolean {
  if (privateTables.has(table)) return row['user_id'] !== user;
  if (table === 'messages') return row['sender_id'] !== user && row['receiver_id'] !== user;
  if (table === 'connections') return row['user_id'] !== user && row['connection_id'] !== user;
  return table === 'tracks' && row['is_public'] !== true && row['user_id'] !== user;
}
