import type { KeptState } from '../api.ts';
import type { BackendConfig } from '../environment.ts';
import type { UploadRecord } from '../upload-types.ts';
import type { ConnectionView, MeView, PendingAction, SyncStatus } from '../view-types.ts';
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
  work: { kind: 'resting' },
  network: 'unknown',
  waiting: 0,
  failed: 0,
  lastSyncedAt: null,
  storage: 'ok',
};

/** What the interface reads of one person: `overlay(server rows, waiting actions)` (SY-1). There before its stores are open. */
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
  /** Null until they were read. */
  uploads: LiveValue<readonly UploadRecord[] | null>;
  patchStatus(part: Partial<SyncStatus>): void;
  setRecords(records: readonly OutboxRecord[]): void;
  setOwn(part: Partial<OwnRows>): void;
  /** Recomputes what depends on the day. */
  refresh(): void;
  /** Empties what came from the replica, which is built anew (SY-8). */
  resetRows(): void;
  /** Nothing is computed any more. */
  close(): void;
}

export interface ViewsInput {
  config: BackendConfig;
  /** Null for a guest. */
  userId: string | null;
  /** False where the databases are in memory: the status says so. */
  isKept: boolean;
  now(): number;
  /** A track is looked at that is not in memory. */
  onMissingTrack(id: string): void;
}

export function createViews({ config, userId, isKept, now, onMissingTrack }: ViewsInput): Views {
  const catalogue = createCatalogue(config, onMissingTrack);
  const conversations = createConversations(userId);
  const genres = createLive<readonly GenreRow[]>([]);
  const storeItems = createLive<readonly StoreItemRow[]>([]);
  const connections = createLive<readonly ConnectionView[]>([]);
  const me = createLive<MeView | null>(null);
  const status = createLive<SyncStatus>({ ...freshStatus, storage: isKept ? 'ok' : 'unavailable' });
  const pending = createLive<readonly PendingAction[]>([]);
  const kept = createLive<ReadonlyMap<string, KeptState>>(new Map());
  const uploads = createLive<readonly UploadRecord[] | null>(null);
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
    conversations.reset();
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
    uploads,
    patchStatus,
    refresh,
    resetRows,
    setRecords(next) {
      pending.set(next.flatMap(toPending));
      conversations.setRecords(next);
      const failed = next.filter(({ state }) => state.kind === 'dead' || state.kind === 'held').length;
      patchStatus({ waiting: next.length - failed, failed });
      const wait = next.filter(isWaiting);
      if (wait.length === waiting.length && wait.every((record, at) => isShownAlike(record, waiting[at]))) return;
      waiting = wait;
      later.soon();
    },
    setOwn(part) {
      own = { ...own, ...part };
      later.soon();
    },
    close: () => later.close(),
  };
}

/** How far apart the overlays are computed anew while rows and answers come in by the hundred, in milliseconds. */
const APART_MS = 50;

/** The first call does the work at once; those that follow within `APART_MS` are done together at its end (SY-13). */
function spaced(work: () => void): { soon: () => void; done: () => void; close: () => void } {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isAsked = false;
  let isClosed = false;
  const rest = () => {
    timer = null;
    if (isAsked && !isClosed) work();
  };
  return {
    soon() {
      isAsked = true;
      if (timer === null && !isClosed) work();
    },
    done() {
      isAsked = false;
      timer ??= setTimeout(rest, APART_MS);
    },
    close() {
      isClosed = true;
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

/** An action as the interface shows it; of a newer app's kind nothing. */
export function toPending(record: OutboxRecord): PendingAction[] {
  if (!isActionKind(record.kind)) return [];
  const { id, kind, payload, state, created_at: createdAt } = record;
  return [{ id, kind, payload, createdAt, state, isEditable: isEditable(record) }];
}
