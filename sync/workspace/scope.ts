import type { Scope } from '../api.ts';
import type { SyncEnvironment } from '../environment.ts';
import { deviceTextName, ownerName, SYNCED_AT_TEXT, textName } from '../core/names.ts';
import type { SessionKeeper } from '../remote/session.ts';
import { createLive } from '../model/live.ts';
import { createLine } from '../remote/line.ts';
import { createTransport } from '../remote/transport.ts';
import { createTransfers } from '../remote/transfers.ts';
import { holdDevice } from './device-lock.ts';
import { createLazyParts } from './lazy-parts.ts';
import { openRepeatedly } from './opening.ts';
import { createOutcomes } from './outcomes.ts';
import type { MoreRequest } from '../overlay/explore-lists.ts';
import { createPersons } from './person.ts';
import { runSafely } from './run-safely.ts';
import { createViews } from './views.ts';
import { ScopeClosed } from './scope-closed.ts';
import { withUploadLock } from './upload-lock.ts';

export interface ScopeInput {
  environment: SyncEnvironment;
  userId: string | null;
  keeper: SessionKeeper;
  isLocked: Scope['isLocked'];
  /** The guest's beta session is no longer valid. */
  onGuestRefused(): void;
  /** Settles when the former scopes are closed. The stores are opened only then. */
  before: Promise<unknown>;
}

export interface OpenScope extends Scope {
  /** See `ActionQueue.drain`. */
  drain(ms: number): Promise<number>;
  /** `onClose` listeners run first, newest first, and may still write to the device. Then methods reject and stores close. */
  close(): Promise<void>;
}

/**
 * Opens the scope of a person or guest, and returns at once. Views and texts work immediately; methods that need the stores wait for the
 * imported workspace.
 */
export function openScope(input: ScopeInput): OpenScope {
  const { environment, userId, keeper } = input;
  const owner = ownerName(userId);
  const outcomes = createOutcomes();
  const closers = new Set<() => void>();
  let isClosed = false;
  let closing: Promise<void> | null = null;

  const text = (key: string): string | null => environment.localTexts.get(textName(owner, key));
  const setText = (key: string, value: string): boolean =>
    !isClosed && environment.localTexts.set(textName(owner, key), value);

  const views = createViews({
    config: environment.config,
    userId,
    isKept: environment.isKept,
    lastSyncedAt: Number(text(SYNCED_AT_TEXT)) || null,
    now: () => environment.serverClock.now(),
    onMissingTrack: (id) => {
      // A track that cannot be read now is read again when it is next watched.
      opening
        .workspace()
        .then(({ replica }) => replica.loadTrack(id))
        .catch(() => undefined);
    },
  });

  // No request carries another person's token, or any token after the sign-out (SY-19).
  const accessToken = async (refused?: string) =>
    userId === null || isClosed ? null : keeper.accessTokenOf(userId, refused);
  const line = createLine((isSilent) => {
    if (isClosed) return;
    views.patchStatus({ isSilent });
    opening.opened()?.report.postStatus();
  });
  const digestTopic = createLive<string | null>(null);
  const transport = createTransport({
    config: environment.config,
    fetch: (address, init) => line.request(environment.fetch(address, init)),
    betaToken: environment.betaToken,
    accessToken: (refused) => line.before(accessToken(refused)),
    isUser: () => userId !== null,
    onGuestRefused: input.onGuestRefused,
    now: () => environment.now(),
    serverClock: environment.serverClock,
    onDigestTopic: digestTopic.set,
  });
  // An empty device requests the first screen while its databases are being opened.
  const isNewDevice = environment.localTexts.get(deviceTextName(owner)) === null;
  const firstScreen = isNewDevice ? transport.firstScreen() : null;

  const lazy = createLazyParts(
    () => {
      if (isClosed) throw new ScopeClosed();
      return scope;
    },
    transport,
    environment,
    async () => (await workspace()).replica.database(),
    views,
  );

  /** The server creates a missing profile (part 1 §7). If that fails, the next start repeats it. */
  const backfillProfile = async () => {
    // Nothing may compete with the first screen for a slow line (SY-23).
    await firstScreen;
    await transport.call('backfill_missing_profile', {});
  };

  /** Releases the device lock, for which the deletion at a sign-out waits. */
  let release: (() => void) | null = null;
  const opening = openRepeatedly({
    isKept: environment.isKept,
    views,
    async open() {
      const [{ openWorkspace }] = await Promise.all([import('./workspace.ts'), input.before.catch(() => undefined)]);
      release ??= await holdDevice(environment.locks, owner);
      if (isClosed) throw new ScopeClosed();
      return openWorkspace({
        environment,
        userId,
        keeper,
        transport,
        views,
        firstScreen,
        setText,
        playlists: lazy.playlists,
        onAcknowledged: outcomes.acknowledge,
        onDropped: outcomes.drop,
        onReading: (failure) => opening.setReading(failure),
        listen: async (heard) => {
          const { listen } = await import('../remote/realtime.ts');
          const { config, random } = environment;
          return listen({ config, accessToken: () => accessToken(), userId, digestTopic, random }, heard);
        },
      });
    },
    onOpen() {
      if (userId === null) return;
      void backfillProfile();
      lazy.resume();
    },
  });
  const { workspace } = opening;
  const visitMore = (begin: () => MoreRequest | null) => {
    workspace()
      .then(({ visits }) => visits.more(begin))
      .catch(() => undefined);
  };
  const stopNetwork = environment.onNetworkChange(opening.retry);

  const scope: OpenScope = {
    owner,
    userId,
    opening: opening.state,
    reopen: opening.retry,
    isLocked: input.isLocked,
    onClose(close) {
      // A new function for each call, because a set contains each function only once.
      const wrapper = () => close();
      closers.add(wrapper);
      return () => closers.delete(wrapper);
    },
    genres: views.genres,
    rules: views.rules,
    storeItems: views.storeItems,
    me: views.me,
    connections: views.connections,
    blocks: views.blocks,
    isFilled: views.isFilled,
    conversations: views.conversations.list,
    conversation: views.conversations.thread,
    status: views.status,
    pending: views.pending,
    explore: views.catalogue.explore,
    track: views.catalogue.track,
    tracksOf: views.catalogue.tracksOf,
    sponsored: views.catalogue.sponsored,
    olderMessages(partnerId) {
      if (views.conversations.showOlder(partnerId)) return;
      workspace()
        .then(({ visits }) => visits.older(partnerId))
        .catch(() => undefined);
    },
    exploreMore: (filter) => visitMore(() => views.catalogue.beginMore(filter)),
    peopleMore: (filter) => visitMore(() => views.people.beginMore(filter)),
    visitTracks: async (ids) => (await workspace()).visits.tracks(ids),
    visitPerson: async (id) => (await workspace()).visits.person(id),
    absent: views.absent,
    isAbsent: views.isAbsent,
    person: createPersons(views, lazy.remote, (id) => {
      // A friend's profile comes with a pull, a public one with a visit.
      scope.syncNow();
      scope.visitPerson(id).catch(() => undefined);
    }),
    nameOf: views.nameOf,
    people: views.people.of,
    sharesOf: views.sharesOf,
    community: views.community,
    favourites: views.favourites,
    async tracksById(ids) {
      const missing = ids.filter((id) => views.catalogue.get(id) === null);
      const open = missing.length > 0 ? await workspace().catch(() => null) : null;
      if (open) await Promise.all(missing.map((id) => open.replica.loadTrack(id)));
      return ids.flatMap((id) => views.catalogue.get(id) ?? []);
    },
    enqueue: async (kind, payload, options = {}) => (await workspace()).actions.enqueue(kind, payload, options),
    readPending: async () => (await workspace()).actions.readPending(),
    retry: async (id) => (await workspace()).actions.retry(id),
    discard: async (id) => (await workspace()).actions.discard(id),
    edit: async (id, changes) => (await workspace()).actions.edit(id, changes),
    onAcknowledged: outcomes.onAcknowledged,
    onOutcome: outcomes.onOutcome,
    kept: {
      states: views.kept,
      withdrawn: views.keptWithdrawnCount,
      lists: views.keptLists,
      keepList: async (list, isOn) => (await workspace()).kept.keepList(list, isOn),
      keep: async (id) => (await workspace()).kept.keep(id),
      keepAll: async (ids) => (await workspace()).kept.keepAll(ids),
      keepPlayed: async (id) => (await workspace()).kept.keepPlayed(id),
      cancelAll: async (ids) => (await workspace()).kept.cancelAll(ids),
      remove: async (id) => (await workspace()).kept.remove(id),
      removeAll: async (ids) => (await workspace()).kept.removeAll(ids),
      reportBroken: async (id) => (await workspace()).kept.reportBroken(id),
    },
    uploads: {
      records: views.uploads,
      transfers: createLive(new Map()),
      add: async (record, files) => (await workspace()).uploads.add(record, files),
      change: async (id, decide) => (await workspace()).uploads.change(id, decide),
      putFiles: async (id, files) => (await workspace()).uploads.putFiles(id, files),
      files: async (id) => (await workspace()).uploads.files(id),
      remove: async (id) => (await workspace()).uploads.remove(id),
      withLock: withUploadLock(environment.locks, owner),
      ...createTransfers(environment, accessToken),
    },
    procedures: lazy.procedures,
    remote: lazy.remote,
    ownHistory: lazy.ownHistory,
    playlists: lazy.playlists,
    releases: lazy.releases,
    avatar: lazy.avatar,
    device: {
      get: async (key) => (await workspace()).device.get(key),
      put: async (key, value) => (await workspace()).device.put(key, value),
      text,
      setText,
    },
    syncNow(endsBusyDelays) {
      opening.retry();
      // Without stores there is nothing to sync; `opening` reports that.
      workspace()
        .then(({ engine }) => engine.pokeNow(endsBusyDelays))
        .catch(() => undefined);
    },
    drain: async (ms) => (await workspace()).actions.drain(ms),
    close() {
      closing ??= close();
      return closing;
    },
  };

  /** Awaits nothing before `isClosed` is set: the caller shows another person's interface at once. */
  const close = async () => {
    stopNetwork();
    for (const closer of [...closers].reverse()) runSafely(closer);
    outcomes.close();
    views.close();
    isClosed = true;
    await opening.close();
    release?.();
  };
  return scope;
}
