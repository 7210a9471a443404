import type * as engineModule from '../../../sync/core/engine.ts';
import type * as portsModule from '../../../sync/core/ports.ts';
import type * as queueModule from '../../../sync/core/queue.ts';
import type { Cursor, EnginePorts, OutboxPort, ReplicaPort, Reply, Row, StoredRow } from '../../../sync/core/ports.ts';
import type { NewRecord, OutboxRecord } from '../../../sync/core/records.ts';
import type { Server } from './server.ts';
import type { Mortal, World } from './world.ts';

/** The engine under test: the real one, or one with a fault planted in it (SY-27). */
export interface Core {
  createEngine: typeof engineModule.createEngine;
  firstCursor: typeof portsModule.firstCursor;
  queue: typeof queueModule;
}

/** How hostile the world is; everything 0 heals it. */
export interface Weather {
  dropRequest: number;
  loseResponse: number;
  duplicate: number;
  /** A response that takes its time: much happens before it arrives. */
  delay: number;
  storageError: number;
}
export const calm: Weather = { dropRequest: 0, loseResponse: 0, duplicate: 0, delay: 0, storageError: 0 };

interface Held {
  rev: number;
  row: Row | null;
  version: number;
}

export const tables = ['tracks', 'plays', 'balances', 'votes'];

/** One browser of one user: disks that survive, tabs that do not. */
export class Device {
  records: OutboxRecord[] = [];
  cursor: Cursor;
  replicas = new Map<number, Map<string, Held>>();
  online = true;
  clockSkew = 0;
  token = 0;
  tabs: Tab[] = [];
  /** Broken promises that only the store can see. */
  violations: string[] = [];
  private seq = 0;
  private version = 0;

  constructor(
    readonly name: string,
    readonly user: string,
    readonly world: World,
    readonly server: Server,
    readonly core: Core,
    readonly weather: () => Weather,
  ) {
    this.cursor = core.firstCursor;
  }

  rows(): Map<string, Held> {
    return this.replicas.get(this.cursor.generation) ?? new Map();
  }

  /** The person acts: on the disk at once, or not at all. */
  enqueue(record: Omit<NewRecord, 'payload'> & { payload: Record<string, unknown> }): void {
    const seq = this.seq + 1;
    const payload = { ...record.payload, lane: record.lane, seq, device: this.name };
    this.apply(this.core.queue.addRecord(this.records, { ...record, payload }));
  }

  apply<T>(edit: queueModule.QueueEdit<T>): T {
    const removed = new Set(edit.remove.map((record) => record.seq));
    const put = new Map(edit.put.map((record) => [record.seq, record]));
    this.records = this.records
      .filter((record) => !removed.has(record.seq))
      .map((record) => put.get(record.seq) ?? record);
    if (edit.add) this.records.push({ ...edit.add, seq: ++this.seq });
    return edit.result;
  }

  write(
    generation: number,
    table: string,
    id: string,
    rev: number,
    row: Row | null,
    previous: StoredRow | null,
  ): boolean {
    const replica = this.replicas.get(generation) ?? new Map<string, Held>();
    this.replicas.set(generation, replica);
    const key = `${table}/${id}`;
    if ((replica.get(key)?.version ?? null) !== (previous?.token ?? null)) return false;
    const old = replica.get(key);
    if (old && old.rev > rev) this.violations.push(`${this.name}: ${key} went back from rev ${old.rev} to ${rev}`);
    replica.set(key, { rev, row, version: ++this.version });
    return true;
  }
}

/** A page with an engine of its own over the device's stores. */
export class Tab implements Mortal {
  dead = false;
  readonly engine: engineModule.Engine;

  constructor(readonly device: Device) {
    this.engine = device.core.createEngine(this.ports());
  }

  private ports(): EnginePorts {
    const { device } = this;
    const { world } = device;
    return {
      tables,
      now: () => world.time + device.clockSkew,
      random: world.random,
      timer: (ms, callback) => world.timer(this, ms, callback),
      breathe: () => world.step(this, () => undefined),
      transport: {
        pull: (request) => this.call(() => device.server.pull(device.user, device.token, structuredClone(request))),
        push: (actions) => this.push(structuredClone(actions)),
      },
      session: {
        renew: () =>
          world.step(this, () => {
            if (!device.online) return 'unreachable';
            device.token = device.server.token(device.user);
            return 'renewed';
          }),
      },
      outbox: this.outbox(),
      replica: this.replica(),
      report: {
        busy: () => undefined,
        network: () => undefined,
        pulled: () => undefined,
        acknowledged: () => undefined,
        rebuilding: () => undefined,
        storage: () => undefined,
        updateRequired: () => undefined,
        locked: () => undefined,
      },
    };
  }

  /** Storage fails now and then; what fails leaves nothing behind. */
  private disk<T>(work: () => T): Promise<T> {
    const { device } = this;
    return device.world.step(this, () => {
      if (device.world.chance(device.weather().storageError)) throw new DOMException('full', 'QuotaExceededError');
      return work();
    });
  }

  private outbox(): OutboxPort {
    const { device } = this;
    const { queue } = device.core;
    const edit = <T>(change: (records: OutboxRecord[]) => queueModule.QueueEdit<T>) =>
      this.disk(() => device.apply(change(device.records)));
    return {
      claim: (now, limit) => edit((records) => queue.claim(records, now, limit, (record) => record)),
      release: (ids) => edit((records) => queue.release(records, ids)),
      postpone: (ids, nextAt) => edit((records) => queue.postpone(records, ids, nextAt)),
      failAlone: (id, nextAt, error) => edit((records) => queue.failAlone(records, id, nextAt, error)),
      settle: (results) => edit((records) => queue.settle(records, results)),
      awaiting: (limit) => this.disk(() => queue.awaiting(device.records, limit)),
      nextAttemptAt: (now) => this.disk(() => queue.nextAttemptAt(device.records, now)),
      cursor: () => this.disk(() => device.cursor),
      commit: (cursor, acks, forgotten) =>
        this.disk(() => {
          if (device.cursor.generation !== cursor.generation) return null;
          device.cursor = cursor;
          return device.apply(queue.acknowledge(device.records, acks, forgotten));
        }),
      adopt: (generation, epoch) =>
        this.disk(() => {
          const stored = device.cursor;
          if (stored.generation !== generation || (stored.epoch !== null && stored.epoch !== epoch)) return false;
          device.cursor = { ...stored, epoch };
          return true;
        }),
      startRebuild: (from) =>
        this.disk(() => {
          if (device.cursor.generation !== from.generation) return device.cursor;
          device.cursor = { ...device.core.firstCursor, generation: from.generation + 1 };
          return device.cursor;
        }),
    };
  }

  private replica(): ReplicaPort {
    const { device } = this;
    return {
      has: (table) => tables.includes(table),
      read: (generation, table, ids) =>
        this.disk(() => {
          const found = new Map<string, StoredRow>();
          for (const id of ids) {
            const held = device.replicas.get(generation)?.get(`${table}/${id}`);
            if (held) found.set(id, { rev: held.rev, token: held.version });
          }
          return found;
        }),
      write: (generation, table, writes) =>
        this.disk(() =>
          writes
            .filter(({ id, rev, row, previous }) => !device.write(generation, table, id, rev, row, previous))
            .map(({ id }) => id),
        ),
    };
  }

  /** There and back: either way may be cut, and the way there may be taken twice. */
  private async call<T>(serve: () => Reply<T>): Promise<Reply<T>> {
    const { world, weather } = this.device;
    const unreachable: Reply<T> = { ok: false, failure: { kind: 'network' } };
    const cut = await world.step(this, () => !this.device.online || world.chance(weather().dropRequest));
    if (cut) return unreachable;
    const reply = await world.step(this, serve);
    if (world.chance(weather().duplicate)) await world.step(this, serve);
    if (world.chance(weather().delay)) {
      for (let hops = Math.floor(world.random() * 60); hops > 0; hops--) await world.step(this, () => undefined);
    }
    const lost = await world.step(this, () => world.chance(weather().loseResponse));
    return lost ? unreachable : structuredClone(reply);
  }

  /** A push runs on after its sender has died: the transaction belongs to the server. */
  private async push(actions: Parameters<EnginePorts['transport']['push']>[0]) {
    const { server, world, user, token } = this.device;
    const immortal: Mortal = { dead: false };
    const run = async () => {
      const transaction = await world.step(immortal, () => server.beginPush(user, token, actions));
      await world.step(immortal, () =>
        world.chance(this.device.weather().dropRequest) ? server.abort(transaction) : server.commit(transaction),
      );
      return transaction.reply;
    };
    const { weather } = this.device;
    const cut = await world.step(this, () => !this.device.online || world.chance(weather().dropRequest));
    if (cut) return { ok: false as const, failure: { kind: 'network' as const } };
    const running = run();
    if (world.chance(weather().duplicate)) void run();
    const reply = await running;
    const lost = await world.step(this, () => world.chance(weather().loseResponse));
    return lost ? { ok: false as const, failure: { kind: 'network' as const } } : structuredClone(reply);
  }
}
