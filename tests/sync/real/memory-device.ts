import { createEngine, type Engine } from '../../../sync/core/engine.ts';
import { adopt, mergeCursor } from '../../../sync/core/adopt.ts';
import {
  firstCursor,
  type EnginePorts,
  type Row,
  type RowWrite,
  type TransportPort,
} from '../../../sync/core/ports.ts';
import * as queue from '../../../sync/core/queue.ts';
import { newRecord } from '../../../sync/core/records.ts';
import { tableNames } from '../../../sync/model/tables.ts';
import { upcast } from '../../../sync/outbox/upcast.ts';
import { MemoryDisk, type Call } from '../simulation/memory-disk.ts';
import type { Tally } from '../simulation/tally.ts';

/** The devices' clocks run this many times faster than real time; the server's does not. */
const CLOCK_SPEED = 50;

/** A device with its stores in memory, over real PostgreSQL. */
export class MemoryDevice extends MemoryDisk {
  readonly accepted: { id: string; lane: string; kind: string }[] = [];
  readonly foreignRows: string[] = [];
  private engines: Engine[] = [];
  private life = 0;

  constructor(
    readonly user: string,
    private readonly transport: TransportPort,
    private readonly tally: Tally,
  ) {
    super({ queue, firstCursor, adopt, mergeCursor });
  }

  override write(generation: number, table: string, write: RowWrite): boolean {
    if (write.row && isForeign(table, write.row, this.user)) this.foreignRows.push(`${table}/${write.id}`);
    return super.write(generation, table, write);
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
    this.apply(queue.addRecord(this.records, record, kind === 'vote.cast'));
    this.accepted.push({ id, lane, kind });
    for (const engine of this.engines) engine.pokeNow();
  }

  /** Starts one more engine over the same stores: two leaders are harmless (SY-17). */
  lead(): void {
    const engine = createEngine(this.ports(this.life));
    this.engines.push(engine);
    engine.poke();
  }

  /** Ends all engines, whose pending effects never resolve. A new engine starts over the same stores. */
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

  private ports(life: number): EnginePorts {
    const nothing = () => undefined;
    const unlessCrashed = <T>(value: T): Promise<T> =>
      life === this.life ? Promise.resolve(value) : new Promise(() => undefined);
    /** Each effect takes a task of the event loop, so that two leaders interleave. */
    const effect = async <T>(_call: Call, work: () => T): Promise<T> => {
      await new Promise((resolve) => setImmediate(resolve));
      await unlessCrashed(null);
      return work();
    };
    return {
      tables: tableNames,
      now: () => Date.now() * CLOCK_SPEED,
      random: Math.random,
      timer: (ms, callback) => {
        const timer = setTimeout(() => {
          if (life === this.life) callback();
        }, ms / CLOCK_SPEED);
        return () => clearTimeout(timer);
      },
      pauseBetweenPages: () => effect('pauseBetweenPages', nothing),
      session: { renew: () => Promise.resolve('renewed') },
      transport: {
        pull: async (request) => unlessCrashed(await this.transport.pull(request)),
        push: async (actions) => unlessCrashed(await this.transport.push(actions)),
      },
      outbox: this.outbox(effect, upcast),
      replica: {
        has: () => true,
        isEmpty: (generation) => effect('isEmpty', () => this.isEmpty(generation)),
        read: (generation, table, ids) => effect('read', () => this.read(generation, table, ids)),
        write: (generation, table, writes) =>
          effect('write', () => writes.filter((one) => !this.write(generation, table, one)).map(({ id }) => id)),
      },
      report: {
        busy: nothing,
        network: nothing,
        pulled: nothing,
        acknowledged: nothing,
        storage: nothing,
        updateRequired: nothing,
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

function isForeign(table: string, row: Row, user: string): boolean {
  if (privateTables.has(table)) return row['user_id'] !== user;
  if (table === 'messages') return row['sender_id'] !== user && row['receiver_id'] !== user;
  if (table === 'connections') return row['user_id'] !== user && row['connection_id'] !== user;
  return table === 'tracks' && row['is_public'] !== true && row['user_id'] !== user;
}
