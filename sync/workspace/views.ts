import type { KeptState } from '../api.ts';
import type { PendingAction } from '../action-types.ts';
import type { Live } from '../answers.ts';
import type { BackendConfig } from '../environment.ts';
import type { UploadRecord } from '../upload-types.ts';
import type {
  BlockView,
  ConnectionView,
  MeView,
  MyShare,
  PeopleSort,
  PeopleView,
  PersonState,
  SharedView,
  SyncStatus,
} from '../view-types.ts';
import { isEditable } from '../core/edit.ts';
import type { OutboxRecord } from '../core/records.ts';
import { actionOf, isActionKind } from '../model/actions.ts';
import { freshStatus } from '../model/fresh-status.ts';
import { noSmallRows, type LargeTable, type RowOf, type SmallRows, type SmallTable } from '../model/tables.ts';
import { createCatalogue, type Catalogue } from '../overlay/catalogue.ts';
import { blocksInOrder, inOrder } from '../overlay/connections.ts';
import { createConversations, type Conversations } from '../overlay/conversations.ts';
import { createCreators } from '../overlay/creators.ts';
import { createDerived, sameList } from '../overlay/derived.ts';
import { createLive, type LiveValue } from '../overlay/live.ts';
import { toMe } from '../overlay/me.ts';
import { createPeople } from '../overlay/people.ts';
import type { RowChange } from '../overlay/row-store.ts';
import { createShared } from '../overlay/shared.ts';
import { setIfOther, setList } from '../overlay/set-live.ts';
import { isShown, show } from '../overlay/shown.ts';
import { settleLater, spaced } from './spaced.ts';

/** What the interface reads of one person: `overlay(server rows, waiting actions)` (SY-1). There before its stores are open. */
export interface Views {
  catalogue: Catalogue;
  conversations: Conversations;
  /** Everything that this person may see is on the device. */
  isFilled: Live<boolean>;
  /** Null: nobody of that id may be seen here, and only the server knows whether there is somebody. */
  person(id: string): Live<PersonState | null>;
  /** The name in the profile that is on the device, or null. */
  nameOf(id: string): Live<string | null>;
  people(filter: { search: string; sort: PeopleSort }): Live<PeopleView>;
  sharesOf(userId: string): Live<readonly SharedView[]>;
  community: Live<readonly SharedView[]>;
  genres: LiveValue<readonly RowOf<'genres'>[]>;
  /** What the store sells now, the cheapest first. */
  storeItems: LiveValue<readonly RowOf<'store_items'>[]>;
  connections: LiveValue<readonly ConnectionView[]>;
  blocks: LiveValue<readonly BlockView[]>;
  me: LiveValue<MeView | null>;
  status: LiveValue<SyncStatus>;
  pending: LiveValue<readonly PendingAction[]>;
  kept: LiveValue<ReadonlyMap<string, KeptState>>;
  /** Tracks with a copy on this device that are nowhere any more. */
  keptGone: Live<readonly string[]>;
  /** How many of them that the person saved have left. */
  keptWithdrawn: LiveValue<number>;
  /** Null until they were read. */
  uploads: LiveValue<readonly UploadRecord[] | null>;
  patchStatus(part: Partial<SyncStatus>): void;
  setRecords(records: readonly OutboxRecord[]): void;
  /** Every row of a small table, or those of today. */
  setRows<T extends SmallTable>(table: T, rows: readonly RowOf<T>[]): void;
  /** Takes rows of a large table in, as they change or are read. */
  offer: Record<LargeTable, (changes: readonly RowChange[]) => void>;
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
  /** Of an earlier visit (ms since the epoch), or null. */
  lastSyncedAt: number | null;
  now(): number;
  /** A track is looked at that is not in memory. */
  onMissingTrack(id: string): void;
}

export function createViews({ config, userId, isKept, lastSyncedAt, now, onMissingTrack }: ViewsInput): Views {
  const derived = createDerived();
  const people = createPeople(config, userId);
  const catalogue = createCatalogue(config, onMissingTrack, derived, (id) => people.get(id)?.artist_name ?? null);
  const conversations = createConversations(userId);
  const genres = createLive<readonly RowOf<'genres'>[]>([]);
  const storeItems = createLive<readonly RowOf<'store_items'>[]>([]);
  const connections = createLive<readonly ConnectionView[]>([]);
  const blocks = createLive<readonly BlockView[]>([]);
  const me = createLive<MeView | null>(null);
  const status = createLive<SyncStatus>({ ...freshStatus, lastSyncedAt, storage: isKept ? 'ok' : 'unavailable' });
  const pending = createLive<readonly PendingAction[]>([]);
  const kept = createLive<ReadonlyMap<string, KeptState>>(new Map());
  const uploads = createLive<readonly UploadRecord[] | null>(null);
  let rows: SmallRows = noSmallRows;
  /** Ids of the people who are not shown to this person, nor this person to them (S-47). */
  let hidden: ReadonlySet<string> = new Set();
  let ownShares: ReadonlyMap<string, MyShare> = new Map();
  /** What an overlay shows; the same array until something in it is shown otherwise. */
  let records: readonly OutboxRecord[] = [];

  const patchStatus = (part: Partial<SyncStatus>) => {
    const next = { ...status.get(), ...part };
    if (JSON.stringify(next) !== JSON.stringify(status.get())) status.set(next);
  };

  const refresh = () => {
    later.done();
    setIfOther(
      genres,
      [...rows.genres].sort((a, b) => a.position - b.position),
    );
    setIfOther(storeItems, rows.store_items.filter((item) => item.is_active).sort(byPrice));
    if (userId === null) return;
    const shown = show({
      config,
      userId,
      now: now(),
      rows,
      profile: people.row(userId),
      shares: shared.rowsOf(userId),
      records,
      ownerOf: (id) => catalogue.get(id)?.user_id ?? null,
    });
    people.setOwn(shown.profile);
    ownShares = shown.shares;
    catalogue.rename([userId]);
    const blockedMe = rows.blocks.flatMap((row) => (row.user_id === userId ? [] : [row.user_id]));
    hidden = new Set([...shown.blocks.keys(), ...blockedMe]);
    catalogue.setOverlay({ ...shown, hidden });
    catalogue.setCreated([...shown.created.values()]);
    conversations.setWaiting(shown);
    setList(blocks, blocksInOrder(shown.blocks.values()), ({ personId }) => personId);
    setList(
      connections,
      inOrder(shown.connections.values()).filter(({ partnerId }) => !hidden.has(partnerId)),
      ({ partnerId }) => partnerId,
    );
    setIfOther(me, toMe(config, rows, shown));
    catalogue.settle();
    derived.changed();
  };
  const later = spaced(refresh);
  const paysFor = () => (me.get()?.spends.length ?? 0) > 0;
  // A balance and the row that was paid for come one after the other: shown between the two, the price would be missing twice.
  const soonByRows = () => (paysFor() ? later.withAnswer() : later.soon());
  const soonIfOwn = (changed: ReadonlySet<string>) => {
    if (userId !== null && changed.has(userId)) soonByRows();
  };
  const lists = settleLater(() => {
    catalogue.settle();
    derived.changed();
  });
  /** Tells of a few changes at once, and of slices together. */
  const tell = (count: number) => {
    if (count >= MANY) return lists.soon();
    catalogue.settle();
    derived.changed();
  };

  const person = derived.family<string, PersonState | null>(unknownPerson, (id, before) => {
    if (hidden.has(id)) return null;
    const known = people.get(id);
    if (known) return before?.kind === 'public' && before.person === known ? before : { kind: 'public', person: known };
    if (catalogue.state() !== 'complete') return unknownPerson;
    // Whoever has a connection is there, and hides.
    const isThere = connections.get().some(({ partnerId, partner }) => partnerId === id && partner !== null);
    return isThere ? privatePerson : null;
  });
  const keptGone = derived.one<readonly string[]>([], (before) => {
    if (catalogue.state() !== 'complete') return [];
    const gone = [...kept.get()].flatMap(([id, state]) => (state.kind === 'kept' && !catalogue.has(id) ? [id] : []));
    return sameList(before, gone);
  });
  const shared = createShared({
    derived,
    userId,
    own: () => ownShares,
    track: (id) => catalogue.get(id),
    profile: (id) => people.get(id),
    isHidden: (id) => hidden.has(id),
  });

  return {
    catalogue,
    conversations,
    isFilled: derived.one(false, () => catalogue.state() === 'complete'),
    person,
    nameOf: derived.family<string, string | null>(null, (id) => people.get(id)?.artist_name ?? null),
    people: createCreators({
      derived,
      profiles: () => (hidden.size === 0 ? people.all() : people.all().filter(({ id }) => !hidden.has(id))),
      tracksOf: (id) => catalogue.byArtist(id),
      isComplete: () => catalogue.state() === 'complete',
    }),
    sharesOf: shared.of,
    community: shared.community,
    genres,
    storeItems,
    connections,
    blocks,
    me,
    status,
    pending,
    kept,
    keptGone,
    keptWithdrawn: createLive(0),
    uploads,
    patchStatus,
    refresh,
    resetRows() {
      rows = noSmallRows;
      catalogue.reset();
      conversations.reset();
      people.reset();
      shared.reset();
      later.soon();
    },
    setRecords(next) {
      pending.set(next.flatMap(toPending));
      const failed = next.filter(({ state }) => state.kind === 'dead' || state.kind === 'held').length;
      patchStatus({ waiting: next.length - failed, failed });
      const shown = next.filter(isShown);
      if (shown.length === records.length && shown.every((record, at) => isShownAlike(record, records[at]))) return;
      const hasLeft = shown.length < records.length;
      records = shown;
      if (hasLeft && paysFor()) later.answered();
      else later.soon();
    },
    setRows(table, next) {
      rows = { ...rows, [table]: next };
      soonByRows();
    },
    offer: {
      tracks(changes) {
        if (changes.length < MANY) return catalogue.offer(changes);
        catalogue.offerSlice(changes);
        lists.soon();
      },
      messages: (changes) => conversations.offer(changes),
      user_profiles(changes) {
        const changed = people.offer(changes);
        catalogue.rename(changed);
        soonIfOwn(changed);
        tell(changes.length);
      },
      shared_tracks(changes) {
        soonIfOwn(shared.offer(changes));
        tell(changes.length);
      },
    },
    close() {
      lists.stop();
      later.close();
    },
  };
}

/** As many changes are a slice of a page. */
const MANY = 16;

export const unknownPerson: PersonState = { kind: 'unknown', failure: null };
export const privatePerson: PersonState = { kind: 'private' };

/** Being sent and answered changes what is shown of few actions. */
function isShownAlike(one: OutboxRecord, other: OutboxRecord | undefined): boolean {
  if (one.id !== other?.id || JSON.stringify(one.payload) !== JSON.stringify(other.payload)) return false;
  return one.state.kind === other.state.kind || actionOf(one.kind)?.showsState !== true;
}

function byPrice(a: RowOf<'store_items'>, b: RowOf<'store_items'>): number {
  return a.zap_cost - b.zap_cost || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}

/** An action as the interface shows it; of a newer app's kind nothing. */
export function toPending(record: OutboxRecord): PendingAction[] {
  if (!isActionKind(record.kind)) return [];
  const { id, kind, payload, state, created_at: createdAt } = record;
  return [{ id, kind, payload, createdAt, state, isEditable: isEditable(record) }];
}
