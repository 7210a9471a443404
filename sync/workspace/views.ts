import type { BackendConfig, ConnectionView, KeptState, MeView, PendingAction, SyncStatus } from '../api.ts';
import { isEditable } from '../core/edit.ts';
import { isWaiting, type OutboxRecord } from '../core/records.ts';
import type { GenreRow, StoreItemRow } from '../model/rows.ts';
import { isActionKind } from '../outbox/kinds.ts';
import { createCatalogue, type Catalogue } from '../overlay/catalogue.ts';
import { overlayConnections } from '../overlay/connections.ts';
import { createConversations, type Conversations } from '../overlay/conversations.ts';
import { createLive, type LiveValue } from '../overlay/live.ts';
import { noOwnRows, overlayMe, overlayPlayedToday, type OwnRows } from '../overlay/me.ts';
import { overlayCreatedTracks, overlayEdits, overlayRemoved, overlayShares, overlayVotes } from '../overlay/tracks.ts';

const freshStatus: SyncStatus = {
  network: 'unknown',
  busySince: null,
  waiting: 0,
  failed: 0,
  lastSyncedAt: null,
  storage: 'ok',
  updateRequired: false,
};

/**
 * What the interface reads: `overlay(server rows, waiting actions)` for whoever uses the app now (SY-1). It outlives the
 * workspaces that feed it.
 */
export interface Views {
  catalogue: Catalogue;
  conversations: Conversations;
  genres: LiveValue<readonly GenreRow[]>;
  storeItems: LiveValue<readonly StoreItemRow[]>;
  connections: LiveValue<readonly ConnectionView[]>;
  me: LiveValue<MeView | null>;
  status: LiveValue<SyncStatus>;
  pending: LiveValue<readonly PendingAction[]>;
  kept: LiveValue<ReadonlyMap<string, KeptState>>;
  patchStatus(part: Partial<SyncStatus>): void;
  setRecords(records: readonly OutboxRecord[]): void;
  setOwn(part: Partial<OwnRows>): void;
  /** Recomputes what depends on the day. */
  refresh(): void;
  /** Empties what came from the replica, which is built anew (SY-8). */
  resetRows(): void;
  /** Empties everything for another owner. */
  reset(userId: string | null): void;
}

export function createViews(config: BackendConfig, now: () => number, onMissingTrack: (id: string) => void): Views {
  const catalogue = createCatalogue(config, onMissingTrack);
  const conversations = createConversations();
  const genres = createLive<readonly GenreRow[]>([]);
  const storeItems = createLive<readonly StoreItemRow[]>([]);
  const connections = createLive<readonly ConnectionView[]>([]);
  const me = createLive<MeView | null>(null);
  const status = createLive(freshStatus);
  const pending = createLive<readonly PendingAction[]>([]);
  const kept = createLive<ReadonlyMap<string, KeptState>>(new Map());
  let userId: string | null = null;
  let own: OwnRows = noOwnRows;
  /** What the server has not refused; the same array until something in it is shown otherwise. */
  let waiting: readonly OutboxRecord[] = [];

  const patchStatus = (part: Partial<SyncStatus>) => {
    const next = { ...status.get(), ...part };
    if (JSON.stringify(next) !== JSON.stringify(status.get())) status.set(next);
  };

  const votes = remember(overlayVotes);
  const shares = remember(overlayShares);
  const edits = remember(overlayEdits);
  const removed = remember(overlayRemoved);
  const created = remember(overlayCreatedTracks);
  const connected = remember(overlayConnections);

  const refresh = () => {
    later.done();
    if (userId === null) return;
    catalogue.setMarks({
      playedToday: overlayPlayedToday(own, waiting, now()),
      votes: votes(own.votes, waiting),
      shares: shares(own.shares, waiting),
      edits: edits(waiting),
      removed: removed(waiting),
    });
    catalogue.setCreated(created(userId, waiting));
    setIfOther(connections, connected(config, userId, own.connections, waiting));
    const ownerOf = (id: string) => catalogue.get(id)?.user_id ?? null;
    setIfOther(me, overlayMe({ config, userId, now: now(), own, waiting, ownerOf }));
  };
  const later = spaced(refresh);

  const resetRows = () => {
    own = noOwnRows;
    catalogue.reset();
    conversations.reset(userId);
    genres.set([]);
    storeItems.set([]);
  };

  return {
    catalogue,
    conversations,
    genres,
    storeItems,
    connections,
    me,
    status,
    pending,
    kept,
    patchStatus,
    refresh,
    resetRows,
    setRecords(next) {
      pending.set(next.flatMap(toPending));
      conversations.setRecords(next);
      patchStatus({
        waiting: next.filter((record) => record.state === 'queued' || record.state === 'in_flight').length,
        failed: next.filter((record) => record.state === 'dead' || record.state === 'held').length,
      });
      const wait = next.filter(isWaiting);
      if (wait.length === waiting.length && wait.every((record, at) => isShownAlike(record, waiting[at]))) return;
      waiting = wait;
      later.soon();
    },
    setOwn(part) {
      own = { ...own, ...part };
      later.soon();
    },
    reset(nextUserId) {
      userId = nextUserId;
      later.forget();
      waiting = [];
      resetRows();
      me.set(null);
      connections.set([]);
      pending.set([]);
      kept.set(new Map());
      status.set(freshStatus);
    },
  };
}

/** How far apart the overlays are computed anew while rows and answers come in by the hundred, in milliseconds. */
const APART_MS = 50;

/** Does the work at once, and what is asked for soon after it together, a little later (SY-13: always over the newest of all). */
function spaced(work: () => void): { soon: () => void; done: () => void; forget: () => void } {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isAsked = false;
  const rest = () => {
    timer = null;
    if (isAsked) work();
  };
  return {
    soon() {
      isAsked = true;
      if (timer === null) work();
    },
    done() {
      isAsked = false;
      timer ??= setTimeout(rest, APART_MS);
    },
    forget() {
      isAsked = false;
    },
  };
}

/** Gives the last answer again to the same arguments. */
function remember<A extends readonly unknown[], R>(make: (...args: A) => R): (...args: A) => R {
  let last: { args: A; result: R } | null = null;
  return (...args) => {
    if (!last?.args.every((arg, at) => Object.is(arg, args[at]))) last = { args, result: make(...args) };
    return last.result;
  };
}

/** Being sent and answered changes nothing that an overlay shows. */
function isShownAlike(one: OutboxRecord, other: OutboxRecord | undefined): boolean {
  return one.id === other?.id && JSON.stringify(one.payload) === JSON.stringify(other.payload);
}

/** The same value stays the same object. */
function setIfOther<T>(live: LiveValue<T>, next: T): void {
  if (JSON.stringify(live.get()) !== JSON.stringify(next)) live.set(next);
}

function toPending(record: OutboxRecord): PendingAction[] {
  if (!isActionKind(record.kind)) return [];
  const { id, kind, payload, state, created_at: createdAt, attempts, next_at: nextAt, error } = record;
  return [{ id, kind, payload, state, createdAt, attempts, nextAt, isEditable: isEditable(record), error }];
}
