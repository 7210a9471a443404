import type { KeptState } from '../api.ts';
import type { PendingAction } from '../action-types.ts';
import type { Live } from '../answers.ts';
import type { BackendConfig } from '../environment.ts';
import type { UploadRecord } from '../upload-types.ts';
import type {
  BlockView,
  ConnectionView,
  FavouriteView,
  MeView,
  MyFavourite,
  MyShare,
  PersonState,
  SharedView,
  SyncStatus,
} from '../view-types.ts';
import { isEditable } from '../core/edit.ts';
import type { OutboxRecord } from '../core/records.ts';
import { FAVOURITES_LIST } from '../kept/kept-lists.ts';
import { actionOf, isActionKind } from '../model/actions.ts';
import { freshStatus } from '../model/fresh-status.ts';
import { rulesOf, specifiedRules, type Rules } from '../model/rules.ts';
import { noSmallRows, type LargeTable, type RowOf, type SmallRows, type LoadedTable } from '../model/tables.ts';
import { createCatalogue, type Catalogue } from '../overlay/catalogue.ts';
import { blocksInOrder, connectionsInOrder } from '../overlay/connections.ts';
import { createConversations, type Conversations } from '../overlay/conversations.ts';
import { createCreatorLists, type CreatorLists } from '../overlay/creator-lists.ts';
import { createDerived, sameList, type Derived } from '../overlay/derived.ts';
import { createLive, type LiveValue } from '../model/live.ts';
import { createFavourites } from '../overlay/favourites.ts';
import { toMe } from '../overlay/me.ts';
import { createProfiles } from '../overlay/profiles.ts';
import type { RowChange } from '../overlay/row-store.ts';
import { createShared } from '../overlay/shared.ts';
import { setIfChanged, setList } from '../overlay/set-live.ts';
import { isOverlaid, show } from '../overlay/shown.ts';
import { upcast } from '../outbox/upcast.ts';
import { createRefreshSchedule } from './refresh-schedule.ts';
import { throttle } from './throttle.ts';

/** Pause between two updates of the lists while slices of a page arrive. */
const LISTS_MS = 250;
/** From this number of rows on, a change counts as a slice of a page. */
const SLICE_ROWS = 16;

/** Everything that the interface reads: server rows with queued actions applied (SY-1). Works before the stores are open. */
export interface Views {
  /** Values that are computed from the views, and again after each change. */
  derived: Derived;
  /** Rows of the small tables, as read last. */
  smallRows(): SmallRows;
  catalogue: Catalogue;
  conversations: Conversations;
  /** Whether all rows that this device should hold are on it, and have been read (SY-35). */
  isFilled: Live<boolean>;
  /** Null if the device has neither a profile of this id nor a connection to it: only the server knows whether the person exists. */
  person(id: string): Live<PersonState | null>;
  nameOf(id: string): Live<string | null>;
  people: CreatorLists;
  sharesOf(userId: string): Live<readonly SharedView[]>;
  community: Live<readonly SharedView[]>;
  favourites: Live<readonly FavouriteView[]>;
  genres: LiveValue<readonly RowOf<'genres'>[]>;
  rules: LiveValue<Rules>;
  storeItems: LiveValue<readonly RowOf<'store_items'>[]>;
  connections: LiveValue<readonly ConnectionView[]>;
  blocks: LiveValue<readonly BlockView[]>;
  me: LiveValue<MeView | null>;
  status: LiveValue<SyncStatus>;
  pending: LiveValue<readonly PendingAction[]>;
  kept: LiveValue<ReadonlyMap<string, KeptState>>;
  /** Null until read. */
  keptLists: LiveValue<ReadonlySet<string> | null>;
  /** Ids of the tracks in each of the person's playlists. Null while their entries have not been read. */
  playlistTracks: LiveValue<ReadonlyMap<string, readonly string[]> | null>;
  /** Ids of the tracks in kept lists. Null while the device does not know them all. */
  listedIds: Live<readonly string[] | null>;
  /** Ids of tracks that were requested by id, and that the server does not show to this person (SY-36). */
  absent: LiveValue<ReadonlySet<string>>;
  isAbsent(id: string): boolean;
  /** Kept tracks that were deleted or hidden. */
  keptWithdrawnIds: Live<readonly string[]>;
  /** Kept, requested and favourite tracks whose rows are not on this device, but may lie beyond the shelf (SY-36). */
  unknownIds: Live<readonly string[]>;
  /** Number of tracks kept on request that were withdrawn, and so removed, in this visit. */
  keptWithdrawnCount: LiveValue<number>;
  /** Null until read. */
  uploads: LiveValue<readonly UploadRecord[] | null>;
  patchStatus(part: Partial<SyncStatus>): void;
  setRecords(records: readonly OutboxRecord[]): void;
  /** Replaces a small table's rows, or those of its current day. */
  setRows<T extends LoadedTable>(table: T, rows: readonly RowOf<T>[]): void;
  apply: Record<LargeTable, (changes: readonly RowChange[]) => void>;
  refresh(): void;
  /** Drops all rows of a rebuilt replica (SY-8). */
  resetRows(): void;
  close(): void;
}

export interface ViewsInput {
  config: BackendConfig;
  userId: string | null;
  /** False for in-memory databases, which the status reports. */
  isKept: boolean;
  /** Last pull of an earlier visit, in ms since the epoch. */
  lastSyncedAt: number | null;
  now(): number;
  onMissingTrack(id: string): void;
}

export function createViews({ config, userId, isKept, lastSyncedAt, now, onMissingTrack }: ViewsInput): Views {
  const derived = createDerived();
  const profiles = createProfiles(config, userId);
  const nameOf = (id: string) => profiles.get(id)?.artist_name ?? null;
  const catalogue = createCatalogue(config, onMissingTrack, derived, nameOf, profiles.get);
  const conversations = createConversations(userId);
  const genres = createLive<readonly RowOf<'genres'>[]>([]);
  const rules = createLive(specifiedRules);
  const storeItems = createLive<readonly RowOf<'store_items'>[]>([]);
  const connections = createLive<readonly ConnectionView[]>([]);
  const blocks = createLive<readonly BlockView[]>([]);
  const me = createLive<MeView | null>(null);
  const status = createLive<SyncStatus>({ ...freshStatus, lastSyncedAt, storage: isKept ? 'ok' : 'unavailable' });
  const pending = createLive<readonly PendingAction[]>([]);
  const kept = createLive<ReadonlyMap<string, KeptState>>(new Map());
  const keptLists = createLive<ReadonlySet<string> | null>(null);
  const playlistTracks = createLive<ReadonlyMap<string, readonly string[]> | null>(null);
  const uploads = createLive<readonly UploadRecord[] | null>(null);
  let rows: SmallRows = noSmallRows;
  /** People who blocked this person, or whom this person blocked (S-47). */
  let hidden: ReadonlySet<string> = new Set();
  let ownShares: ReadonlyMap<string, MyShare> = new Map();
  let ownFavourites: ReadonlyMap<string, MyFavourite> = new Map();
  /** Whether the favourites' rows and the queue have been read. */
  let areFavouritesKnown = false;
  /** The overlays' actions. Replaced only when the overlays would show one of them differently. */
  let records: readonly OutboxRecord[] = [];
  let isQueueRead = false;

  const shared = createShared({
    derived,
    userId,
    own: () => ownShares,
    track: (id) => catalogue.get(id),
    profile: (id) => profiles.get(id),
    isHidden: (id) => hidden.has(id),
  });

  const people = createCreatorLists({
    derived,
    profiles: () => (hidden.size === 0 ? profiles.all() : profiles.all().filter(({ id }) => !hidden.has(id))),
    tracksOf: (id) => catalogue.byArtist(id),
    isComplete: () => catalogue.state() === 'complete',
    isCut: catalogue.isCut,
  });

  const person = derived.family<string, PersonState | null>(unknownPerson, (id, before) => {
    if (hidden.has(id)) return null;
    const profile = profiles.get(id);
    if (profile)
      return before?.kind === 'public' && before.person === profile ? before : { kind: 'public', person: profile };
    if (catalogue.state() !== 'complete') return unknownPerson;
    // A person with a connection exists, so the profile is private.
    const exists = connections.get().some(({ partnerId, partner }) => partnerId === id && partner !== null);
    return exists ? privatePerson : null;
  });
  const absent = createLive<ReadonlySet<string>>(new Set());
  absent.subscribe(derived.changed);
  const isAbsent = (id: string) =>
    !catalogue.has(id) && (absent.get().has(id) || (catalogue.state() === 'complete' && !catalogue.isCut()));
  /** A favourite counts until the server has acknowledged its removal, which the person may still undo. */
  const favouriteIds = () =>
    [...ownFavourites].flatMap(([id, { isFavourite, isPending }]) => (isFavourite || isPending ? [id] : []));
  const listedIds = derived.single<readonly string[] | null>(null, (before) => {
    const lists = keptLists.get();
    if (lists === null || !areFavouritesKnown || catalogue.state() !== 'complete') return null;
    const playlists = [...lists].filter((list) => list !== FAVOURITES_LIST);
    const byPlaylist = playlistTracks.get();
    if (playlists.length > 0 && byPlaylist === null) return null;
    const ofPlaylists = playlists.flatMap((id) => byPlaylist?.get(id) ?? []);
    const all = new Set([...(lists.has(FAVOURITES_LIST) ? favouriteIds() : []), ...ofPlaylists]);
    const ids = [...all].filter((id) => !isAbsent(id));
    return before === null ? ids : sameList(before, ids);
  });
  keptLists.subscribe(derived.changed);
  playlistTracks.subscribe(derived.changed);
  const unknownIds = derived.single<readonly string[]>([], (before) => {
    if (catalogue.state() !== 'complete') return [];
    const needed = new Set([...kept.get().keys(), ...favouriteIds()]);
    return sameList(
      before,
      [...needed].filter((id) => !catalogue.has(id) && !isAbsent(id)),
    );
  });
  const keptWithdrawnIds = derived.single<readonly string[]>([], (before) => {
    if (catalogue.state() !== 'complete') return [];
    const withdrawn = [...kept.get()].flatMap(([id, state]) => (state.kind === 'kept' && isAbsent(id) ? [id] : []));
    return sameList(before, withdrawn);
  });
  const favourites = createFavourites({
    derived,
    own: () => ownFavourites,
    track: catalogue.get,
    isAbsent,
  });
  const patchStatus = (part: Partial<SyncStatus>) => {
    const next = { ...status.get(), ...part };
    if (JSON.stringify(next) !== JSON.stringify(status.get())) status.set(next);
  };

  const updateLists = () => {
    catalogue.settle();
    derived.changed();
  };
  const listUpdates = throttle(updateLists, LISTS_MS);
  /** Updates the lists: at once after a few changes, but once for several slices, because the cost of an update grows with the list. */
  const updateListsAfter = (changes: readonly RowChange[]) =>
    changes.length < SLICE_ROWS ? updateLists() : listUpdates.request();

  const refreshes = createRefreshSchedule(() => {
    setIfChanged(
      genres,
      [...rows.genres].sort((a, b) => a.position - b.position),
    );
    setIfChanged(rules, rulesOf(rows.zap_rules));
    setIfChanged(storeItems, rows.store_items.filter((item) => item.is_active).sort(byPrice));
    if (userId === null) return;
    const shown = show({
      config,
      userId,
      now: now(),
      rows,
      profile: profiles.row(userId),
      shares: shared.rowsOf(userId),
      records,
      ownerOf: (id) => catalogue.get(id)?.user_id ?? null,
    });
    profiles.setOwn(shown.profile);
    ownShares = shown.shares;
    // The person's own profile is missing while the replica is empty, as after the browser deleted it.
    const areRowsRead = rows.favourites !== noSmallRows.favourites && profiles.row(userId) !== null;
    areFavouritesKnown = areRowsRead && isQueueRead;
    ownFavourites = shown.favourites;
    catalogue.rename([userId]);
    const blockedMe = rows.blocks.flatMap((row) => (row.user_id === userId ? [] : [row.user_id]));
    hidden = new Set([...shown.blocks.keys(), ...blockedMe]);
    catalogue.setOverlay({ ...shown, hidden });
    catalogue.setCreated([...shown.created.values()]);
    conversations.setWaiting(shown);
    setList(blocks, blocksInOrder(shown.blocks.values()), ({ personId }) => personId);
    setList(
      connections,
      connectionsInOrder(shown.connections.values()).filter(({ partnerId }) => !hidden.has(partnerId)),
      ({ partnerId }) => partnerId,
    );
    setIfChanged(me, toMe(config, rows, shown));
    updateLists();
  });
  const hasSpends = () => (me.get()?.spends.length ?? 0) > 0;
  /**
   * Refreshes after a change of rows, but waits for the acknowledgement while a spend is queued: the balance, from which the server has
   * subtracted the price, and the row of the purchase arrive separately. In between, the price would be subtracted twice or not at all.
   */
  const refreshForRows = () => (hasSpends() ? refreshes.hold() : refreshes.request());
  const refreshIfOwn = (changed: ReadonlySet<string>) => {
    if (userId !== null && changed.has(userId)) refreshForRows();
  };

  return {
    derived,
    smallRows: () => rows,
    catalogue,
    conversations,
    isFilled: derived.single(false, () => catalogue.state() === 'complete'),
    person,
    nameOf: derived.family<string, string | null>(null, nameOf),
    people,
    sharesOf: shared.of,
    community: shared.community,
    favourites,
    genres,
    rules,
    storeItems,
    connections,
    blocks,
    me,
    status,
    pending,
    kept,
    keptLists,
    playlistTracks,
    listedIds,
    absent,
    isAbsent,
    unknownIds,
    keptWithdrawnIds,
    keptWithdrawnCount: createLive(0),
    uploads,
    patchStatus,
    refresh: refreshes.now,
    resetRows() {
      rows = noSmallRows;
      catalogue.reset();
      conversations.reset();
      profiles.reset();
      people.reset();
      shared.reset();
      refreshes.request();
    },
    setRecords(next) {
      pending.set(next.flatMap(toPending));
      const failed = next.filter(({ state }) => state.kind === 'dead' || state.kind === 'held').length;
      patchStatus({ waiting: next.length - failed, failed });
      const shown = next.filter(isOverlaid);
      const isFirst = !isQueueRead;
      isQueueRead = true;
      if (!isFirst && shown.length === records.length && shown.every((record, at) => isShownAlike(record, records[at])))
        return;
      const hasShrunk = shown.length < records.length;
      records = shown;
      if (hasShrunk && hasSpends()) refreshes.settle();
      else refreshes.request();
    },
    setRows(table, next) {
      rows = { ...rows, [table]: next };
      refreshForRows();
    },
    apply: {
      tracks(changes) {
        if (changes.length < SLICE_ROWS) return catalogue.apply(changes);
        catalogue.applySlice(changes);
        listUpdates.request();
      },
      messages: (changes) => conversations.apply(changes),
      user_profiles(changes) {
        const changed = profiles.apply(changes);
        catalogue.rename(changed);
        refreshIfOwn(changed);
        updateListsAfter(changes);
      },
      shared_tracks(changes) {
        refreshIfOwn(shared.apply(changes));
        updateListsAfter(changes);
      },
    },
    close() {
      listUpdates.cancel();
      refreshes.close();
    },
  };
}

export const unknownPerson: PersonState = { kind: 'unknown', failure: null };
export const privatePerson: PersonState = { kind: 'private' };

/** Whether the overlays show two records alike: a record's state is visible only for kinds with `showsState`. */
function isShownAlike(one: OutboxRecord, other: OutboxRecord | undefined): boolean {
  if (one.id !== other?.id || JSON.stringify(one.payload) !== JSON.stringify(other.payload)) return false;
  return one.state.kind === other.state.kind || actionOf(one.kind)?.showsState !== true;
}

function byPrice(a: RowOf<'store_items'>, b: RowOf<'store_items'>): number {
  return a.zap_cost - b.zap_cost || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}

/** The action as pages show it; none for a kind that only a newer version of the app knows. */
export function toPending(record: OutboxRecord): PendingAction[] {
  if (!isActionKind(record.kind)) return [];
  const { id, kind, state, created_at: createdAt } = record;
  return [{ id, kind, payload: upcast(record).payload, createdAt, state, isEditable: isEditable(record) }];
}
