import type { runForLeader } from '../../../sync/core/leader.ts';
import { countsRevOf } from '../../../sync/core/counts.ts';
import type { adopt, mergeCursor } from '../../../sync/core/adopt.ts';
import type { shortenConversations } from '../../../sync/core/conversation-starts.ts';
import type { storeDigest } from '../../../sync/core/digest.ts';
import type { createEngine } from '../../../sync/core/engine.ts';
import type { forgetMessages, forgetVisited } from '../../../sync/core/guard.ts';
import type { fetchOlder } from '../../../sync/core/older-messages.ts';
import type { firstCursor, RowWrite } from '../../../sync/core/ports.ts';
import type * as queueModule from '../../../sync/core/queue.ts';
import type { OutboxRecord } from '../../../sync/core/records.ts';
import type { Acknowledgement } from '../../../sync/model/wire.ts';
import type { visitRows } from '../../../sync/core/visit.ts';
import type { upcast } from '../../../sync/outbox/upcast.ts';
import { checkAcknowledged, countForgotten } from './acknowledging.ts';
import { checkNoHole, isBeforeStart } from './conversations.ts';
import { Locks } from './locks.ts';
import { MemoryDisk, type Call } from './memory-disk.ts';
import type { NetworkFault } from './network.ts';
import type { Server } from './server.ts';
import type { Tab } from './tab.ts';
import type { Tally } from './tally.ts';
import type { World } from './world.ts';

/** The parts of the core that the simulation runs, in which faults are planted. */
export interface Core {
  createEngine: typeof createEngine;
  runForLeader: typeof runForLeader;
  firstCursor: typeof firstCursor;
  adopt: typeof adopt;
  mergeCursor: typeof mergeCursor;
  storeDigest: typeof storeDigest;
  visitRows: typeof visitRows;
  forgetVisited: typeof forgetVisited;
  fetchOlder: typeof fetchOlder;
  forgetMessages: typeof forgetMessages;
  shortenConversations: typeof shortenConversations;
  queue: typeof queueModule;
  upcast: typeof upcast;
  /** Whether a request for this user's data may carry the session's token (SY-19). */
  maySend(session: Session, user: string): boolean;
}

/** A fault of a device's storage, or a crash. */
export interface DiskFault {
  /** Calls until the fault is due. It then hits the first suitable call. */
  calls: number;
  /** Null allows any call; 'full' and 'unavailable' hit only calls of the stores. */
  only: Call | null;
  kind: 'full' | 'unavailable' | 'partly' | 'crash before' | 'crash after';
  /** Whether a crash ends all pages of the device. */
  all: boolean;
}

/** Why an action left the queue without an outcome. */
export type Fate = 'replaced' | 'discarded' | 'retried' | 'evicted' | 'signed out';

/** An action that a device has accepted. */
export interface Accepted {
  readonly id: string;
  readonly user: string;
  readonly kind: string;
  readonly lane: string;
  /** Position in its queue. A retry gets a new one. */
  readonly seq: number;
  readonly deps: readonly string[];
  readonly isRetry: boolean;
  /** Whether later actions of the lane may have overtaken the action, because a dependency was set aside (SY-16). */
  wasSetAside: boolean;
  readonly stores: PersonStores;
  /** How often the server had been restored when the device accepted the action. */
  readonly acceptedAfterRestores: number;
  fate: Fate | null;
  /** How often the server had been restored when it gave the page that acknowledged the action; null before. */
  acknowledgedAfterRestores: number | null;
}

export interface Session {
  readonly user: string;
  token: number;
  isRevoked: boolean;
  /** Whether a renewal was rejected: the interface is locked and the queue kept (SY-19). */
  isLocked: boolean;
}

export const tables = ['tracks', 'profiles', 'plays', 'balances', 'votes', 'messages'];

/** A person's stores on a device. They survive crashes, until eviction or sign-out. */
export class PersonStores extends MemoryDisk {
  beat: number | null = null;
  isClosed = false;
  /** The generation whose rows the browser deleted. */
  lostGeneration: number | null = null;
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
    checkNoHole(this);
    countForgotten(this, before);
  }

  /** Ids of the stored messages with a partner that lie before the held part of the conversation. */
  messagesBeforeStart(partner: string): string[] {
    return [...this.rows()].flatMap(([key, { row }]) => {
      const isMessage = row?.['partner_id'] === partner && key.startsWith('messages/');
      return isMessage && isBeforeStart(this, { id: row.id, data: row }) ? [row.id] : [];
    });
  }

  get name(): string {
    return `${this.device.name} of ${this.user}`;
  }
}

export class Device {
  session: Session | null = null;
  stores: PersonStores | null = null;
  tabs: Tab[] = [];
  signedOutTabs: Tab[] = [];
  isOnline = true;
  /** Difference from the world's clock, in ms. */
  clockSkew = 0;
  clockJumps = 0;
  appVersion = 1;
  network: NetworkFault[] = [];
  disk: DiskFault[] = [];
  /** Outcome of the next renewal, if it is to fail. */
  renewal: 'unreachable' | null = null;
  responseCount = 0;
  onCrash: () => void = () => undefined;

  constructor(
    readonly name: string,
    readonly world: World,
    readonly server: Server,
    readonly core: Core,
    readonly tally: Tally,
    readonly accepted: Map<string, Accepted>,
    readonly isElected: boolean,
  ) {}

  now(): number {
    return this.world.time + this.clockSkew;
  }

  takeDiskFault(call: Call): DiskFault | null {
    for (const fault of this.disk) fault.calls -= 1;
    const isStore =
      call !== 'push' && call !== 'pull' && call !== 'visit' && call !== 'renew' && call !== 'pauseBetweenPages';
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
