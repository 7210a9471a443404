import type { runForLeader } from '../../../sync/core/leader.ts';
import type { createEngine } from '../../../sync/core/engine.ts';
import type { Cursor, firstCursor, Row, RowWrite, StoredRow } from '../../../sync/core/ports.ts';
import type * as queueModule from '../../../sync/core/queue.ts';
import type { OutboxRecord } from '../../../sync/core/records.ts';
import type { upcast } from '../../../sync/outbox/kinds.ts';
import { Locks } from './locks.ts';
import type { NetworkFault } from './network.ts';
import type { Server } from './server.ts';
import type { Tab } from './tab.ts';
import type { Tally } from './tally.ts';
import type { World } from './world.ts';

/** The engine under test: the real one, or one with a fault planted in it (SY-27). */
export interface Core {
  createEngine: typeof createEngine;
  runForLeader: typeof runForLeader;
  firstCursor: typeof firstCursor;
  queue: typeof queueModule;
  upcast: typeof upcast;
  /** Whose token the transport of `user`'s databases may send. */
  maySend(session: Session, user: string): boolean;
}

/** Every call of the engine that it waits for. */
export const calls = [
  'adopt',
  'awaiting',
  'breathe',
  'claim',
  'commit',
  'cursor',
  'failAlone',
  'isEmpty',
  'nextAttemptAt',
  'postpone',
  'pull',
  'push',
  'read',
  'release',
  'renew',
  'settle',
  'startRebuild',
  'write',
] as const;
export type Call = (typeof calls)[number];

/** What the store does to one call. `call` counts down the calls of the engine from the moment the fault was set. */
export interface DiskFault {
  calls: number;
  /** The call that it waits for then; null for any. */
  only: Call | null;
  what: 'full' | 'unavailable' | 'partly' | 'crash before' | 'crash after';
  /** A crash of one page, or a power cut. */
  all: boolean;
}

/** What became of an action that the person saw accepted, when it left the queue by another door than the server's. */
export type Fate = 'replaced' | 'discarded' | 'retried' | 'evicted' | 'signed out';

export interface Accepted {
  readonly id: string;
  readonly user: string;
  readonly kind: string;
  readonly lane: string;
  /** Place in its queue; another after a retry. */
  readonly seq: number;
  readonly deps: readonly string[];
  readonly isRetry: boolean;
  readonly home: Home;
  /** Epoch of the server at that time, whether the device knew it or not. */
  readonly acceptedIn: string;
  fate: Fate | null;
  /** Epoch in which its acknowledgement was stored. */
  acknowledgedIn: string | null;
}

export interface Held {
  rev: number;
  row: Row | null;
  version: number;
}

export interface Session {
  readonly user: string;
  token: number;
  /** The server will reject the next refresh. */
  isRevoked: boolean;
  /** A refresh was rejected: the interface is locked and the queue kept (SY-19). */
  isLocked: boolean;
}

export const tables = ['tracks', 'profiles', 'plays', 'balances', 'votes'];

/** The databases of one user in one browser. They survive every crash, and end with eviction or sign-out. */
export class Home {
  records: OutboxRecord[] = [];
  cursor: Cursor;
  replicas = new Map<number, Map<string, Held>>();
  /** When the leader last said that it is awake. */
  beat: number | null = null;
  isClosed = false;
  readonly locks: Locks;
  private seq = 0;
  private version = 0;

  constructor(
    readonly user: string,
    readonly device: Device,
  ) {
    this.cursor = device.core.firstCursor;
    this.locks = new Locks(device.world);
  }

  rows(): Map<string, Held> {
    return this.replicas.get(this.cursor.generation) ?? new Map<string, Held>();
  }

  nextSeq(): number {
    return this.seq + 1;
  }

  apply<T>(edit: queueModule.QueueEdit<T>): T {
    const removed = new Set(edit.remove.map((record) => record.seq));
    const put = new Map(edit.put.map((record) => [record.seq, record]));
    if (removed.size > 0) this.records = this.records.filter((record) => !removed.has(record.seq));
    if (put.size > 0) this.records = this.records.map((record) => put.get(record.seq) ?? record);
    if (edit.add) this.records = [...this.records, { ...edit.add, seq: ++this.seq }];
    return edit.result;
  }

  read(generation: number, table: string, ids: readonly string[]): Map<string, StoredRow> {
    const found = new Map<string, StoredRow>();
    for (const id of ids) {
      const held = this.replicas.get(generation)?.get(`${table}/${id}`);
      if (held) found.set(id, { rev: held.rev, token: held.version });
    }
    return found;
  }

  /** False when another writer was there first. */
  write(generation: number, table: string, { id, rev, row, previous }: RowWrite): boolean {
    const { world } = this.device;
    const replica = this.replicas.get(generation) ?? new Map<string, Held>();
    this.replicas.set(generation, replica);
    const key = `${table}/${id}`;
    const old = replica.get(key);
    if ((old?.version ?? null) !== (previous?.token ?? null)) return false;
    if (old && old.rev > rev) world.violate(`${this.name}: ${key} went back from rev ${old.rev} to ${rev}`);
    const isPrivate = table !== 'tracks' && table !== 'profiles';
    if (row && isPrivate && row['user_id'] !== this.user) world.violate(`${this.name} stored ${key} of another person`);
    if (!row && isPrivate && !id.startsWith(this.user)) world.violate(`${this.name} heard of ${key} of another person`);
    if (row && table === 'tracks' && row['is_public'] !== true && row['user_id'] !== this.user) {
      world.violate(`${this.name} stored the hidden ${key}`);
    }
    replica.set(key, { rev, row, version: ++this.version });
    return true;
  }

  get name(): string {
    return `${this.device.name} of ${this.user}`;
  }
}

/** One browser. */
export class Device {
  session: Session | null = null;
  home: Home | null = null;
  tabs: Tab[] = [];
  /** Pages of people who have signed out, frozen or with a turn under way. */
  left: Tab[] = [];
  isOnline = true;
  /** Milliseconds that its clock is ahead of the world's. */
  clockSkew = 0;
  clockJumps = 0;
  appVersion = 1;
  network: NetworkFault[] = [];
  disk: DiskFault[] = [];
  renewal: 'unreachable' | null = null;
  /** Calls that came back from the server, for those that wait to be overtaken. */
  answersSeen = 0;
  /** Opens a page again after a crash. */
  onCrash: () => void = () => undefined;

  constructor(
    readonly name: string,
    readonly world: World,
    readonly server: Server,
    readonly core: Core,
    readonly tally: Tally,
    readonly accepted: Map<string, Accepted>,
    /** Tabs stand for election; otherwise each leads (SY-17). */
    readonly isElected: boolean,
  ) {}

  now(): number {
    return this.world.time + this.clockSkew;
  }

  /** The fault that hits this call, if its turn has come. */
  takeDiskFault(call: Call): DiskFault | null {
    for (const fault of this.disk) fault.calls -= 1;
    const isStore = call !== 'push' && call !== 'pull' && call !== 'renew' && call !== 'breathe';
    const due = this.disk.find(
      (fault) =>
        fault.calls <= 0 &&
        (fault.only === null || fault.only === call) &&
        (isStore || (fault.what !== 'full' && fault.what !== 'unavailable')),
    );
    if (!due) return null;
    this.disk = this.disk.filter((fault) => fault !== due);
    return due;
  }

  close(tab: Tab): void {
    tab.isDead = true;
    this.tabs = this.tabs.filter((one) => one !== tab);
    tab.home.locks.release(tab);
  }

  crash(tab: Tab, all: boolean): void {
    for (const one of all ? [...this.tabs] : [tab]) this.close(one);
    if (!tab.isDead) this.close(tab);
    this.onCrash();
  }
}
