import type { runForLeader } from '../../../sync/core/leader.ts';
import { countsRevOf } from '../../../sync/core/counts.ts';
import type { adopt } from '../../../sync/core/adopt.ts';
import type { storeDigest } from '../../../sync/core/digest.ts';
import type { createEngine } from '../../../sync/core/engine.ts';
import type { forgetVisited } from '../../../sync/core/guard.ts';
import type { mergeMarks } from '../../../sync/core/marks.ts';
import type { firstCursor, RowWrite } from '../../../sync/core/ports.ts';
import type * as queueModule from '../../../sync/core/queue.ts';
import type { OutboxRecord } from '../../../sync/core/records.ts';
import type { Acknowledgement } from '../../../sync/model/wire.ts';
import type { visitRows } from '../../../sync/core/visit.ts';
import type { upcast } from '../../../sync/outbox/upcast.ts';
import { checkAcknowledged, countForgotten } from './acknowledging.ts';
import { Locks } from './locks.ts';
import { MemoryDisk, type Call } from './memory-disk.ts';
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
  adopt: typeof adopt;
  mergeMarks: typeof mergeMarks;
  storeDigest: typeof storeDigest;
  visitRows: typeof visitRows;
  forgetVisited: typeof forgetVisited;
  queue: typeof queueModule;
  upcast: typeof upcast;
  /** Whether the transport of `user`'s databases may send the token of `session`. */
  maySend(session: Session, user: string): boolean;
}

/** A fault of the store. `calls` counts down the engine's calls until the fault is due. */
export interface DiskFault {
  calls: number;
  /** The kind of call that the fault hits; null: any, of the store alone if it is 'full' or 'unavailable'. */
  only: Call | null;
  kind: 'full' | 'unavailable' | 'partly' | 'crash before' | 'crash after';
  /** A crash of all pages (a power cut) instead of one. */
  all: boolean;
}

/** How an accepted action left the queue other than through the server. */
export type Fate = 'replaced' | 'discarded' | 'retried' | 'evicted' | 'signed out';

export interface Accepted {
  readonly id: string;
  readonly user: string;
  readonly kind: string;
  readonly lane: string;
  /** Sequence number in its queue; a retry gets a new one. */
  readonly seq: number;
  readonly deps: readonly string[];
  readonly isRetry: boolean;
  /** The action was set aside with one that it depends on, so later actions of its lane overtook it (SY-16). */
  wasSetAside: boolean;
  readonly stores: PersonStores;
  /** The server's history number when the device accepted the action, even if the device had not heard of that restore. */
  readonly acceptedIn: number;
  fate: Fate | null;
  /** The server's history number at the acknowledgement. */
  acknowledgedIn: number | null;
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

/** The databases of one user in one browser. They survive crashes, until eviction or sign-out. */
export class PersonStores extends MemoryDisk {
  /** Time of the leader's last heartbeat. */
  beat: number | null = null;
  isClosed = false;
  readonly locks: Locks;

  constructor(
    readonly user: string,
    readonly device: Device,
  ) {
    super(device.core);
    this.locks = new Locks(device.world);
  }

  override write(generation: number, table: string, write: RowWrite): boolean {
    const { world } = this.device;
    const { id, rev, row } = write;
    const key = `${table}/${id}`;
    const old = this.replicas.get(generation)?.get(key);
    if (!super.write(generation, table, write)) return false;
    if (old && old.rev > rev) world.violate(`${this.name}: ${key} went back from rev ${old.rev} to ${rev}`);
    if (old?.row && row && countsRevOf(old.row) > countsRevOf(row))
      world.violate(`${this.name}: the counts of ${key} went back to rev ${countsRevOf(row)}`);
    const isPrivate = table !== 'tracks' && table !== 'profiles';
    if (row && isPrivate && row['user_id'] !== this.user) world.violate(`${this.name} stored ${key} of another person`);
    if (!row && isPrivate && !id.startsWith(this.user))
      world.violate(`${this.name} was sent the deletion of ${key} of another person`);
    if (row && table === 'tracks' && row['is_public'] !== true && row['user_id'] !== this.user) {
      world.violate(`${this.name} stored the hidden ${key}`);
    }
    return true;
  }

  protected override onStored(
    before: readonly OutboxRecord[],
    acks: readonly Acknowledgement[],
    marks: readonly string[] = [],
  ): void {
    checkAcknowledged(this, before, acks, marks);
    countForgotten(this, before);
  }

  get name(): string {
    return `${this.device.name} of ${this.user}`;
  }
}

/** One browser. */
export class Device {
  session: Session | null = null;
  stores: PersonStores | null = null;
  tabs: Tab[] = [];
  /** Pages of signed-out people that are frozen or still run a turn. */
  signedOutTabs: Tab[] = [];
  isOnline = true;
  /** Offset of the device's clock from the world's, in milliseconds. */
  clockSkew = 0;
  clockJumps = 0;
  appVersion = 1;
  network: NetworkFault[] = [];
  disk: DiskFault[] = [];
  renewal: 'unreachable' | null = null;
  /** Number of answered requests, for responses that wait to be overtaken. */
  responseCount = 0;
  /** Reopens a page after a crash. */
  onCrash: () => void = () => undefined;

  constructor(
    readonly name: string,
    readonly world: World,
    readonly server: Server,
    readonly core: Core,
    readonly tally: Tally,
    readonly accepted: Map<string, Accepted>,
    /** Tabs elect a leader; otherwise each tab leads (SY-17). */
    readonly isElected: boolean,
  ) {}

  now(): number {
    return this.world.time + this.clockSkew;
  }

  /** Takes the fault that is due at this call, if any. */
  takeDiskFault(call: Call): DiskFault | null {
    for (const fault of this.disk) fault.calls -= 1;
    const isStore = call !== 'push' && call !== 'pull' && call !== 'visit' && call !== 'renew' && call !== 'breathe';
    const due = this.disk.find(
      (fault) =>
        fault.calls <= 0 &&
        (fault.only === null || fault.only === call) &&
        (isStore || (fault.kind !== 'full' && fault.kind !== 'unavailable')),
    );
    if (!due) return null;
    this.disk = this.disk.filter((fault) => fault !== due);
    return due;
  }

  close(tab: Tab): void {
    tab.isDead = true;
    this.tabs = this.tabs.filter((other) => other !== tab);
    tab.stores.locks.release(tab);
  }

  crash(tab: Tab, all: boolean): void {
    for (const each of all ? [...this.tabs] : [tab]) this.close(each);
    if (!tab.isDead) this.close(tab);
    this.onCrash();
  }
}
