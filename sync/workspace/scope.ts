import type { Opening, Scope } from '../api.ts';
import type { SyncEnvironment } from '../environment.ts';
import type { AcknowledgedAction } from '../action-types.ts';
import { deviceTextName, ownerName, SYNCED_AT_TEXT, textName } from '../core/names.ts';
import { storageState } from '../core/storage-failure.ts';
import { createLive } from '../overlay/live.ts';
import type { SessionKeeper } from '../remote/session.ts';
import { createLine } from '../remote/line.ts';
import { createTransport } from '../remote/transport.ts';
import { createUploads } from '../remote/uploads.ts';
import { holdDevice } from './device-lock.ts';
import { createLaterDoors } from './later-doors.ts';
import { createPersons } from './person.ts';
import { createViews } from './views.ts';
import { ScopeClosed } from './scope-closed.ts';
import type { Workspace } from './workspace.ts';

/** A failed opening is tried again after this long, in milliseconds, twice as long each time, up to the longest. */
const REOPEN_MS = 2_000;
const LONGEST_REOPEN_MS = 60_000;

export interface ScopeInput {
  environment: SyncEnvironment;
  /** Null for a guest. */
  userId: string | null;
  keeper: SessionKeeper;
  isLocked: Scope['isLocked'];
  /** The guest's beta session is no longer good. */
  onGuestRefused(): void;
  /** Settles when what was open before is closed. */
  before: Promise<unknown>;
}

/** A scope as its owner holds it: the account opens and closes it, nobody else. */
export interface OpenScope extends Scope {
  /** Sends what waits, for at most `ms`; answers how many actions are left (SY-19). */
  drain(ms: number): Promise<number>;
  /**
   * Ends it, in this order: what the interface made for this person (player, uploads) closes, the newest first, and may still
   * keep what it has; then the doors refuse; then the views, live queries, kept audio and the engine; at last the replica, the
   * channel to the other tabs and the person's database. Safe to call twice.
   */
  close(): Promise<void>;
}

/**
 * Opens what belongs to one person; returns at once. What needs no disk is there already; the stores, with RxDB and
 * supabase-js, are loaded only now, and every door that needs them waits for them.
 */
export function openScope(input: ScopeInput): OpenScope {
  const { environment, userId, keeper } = input;
  const owner = ownerName(userId);
  const opening = createLive<Opening>({ kind: 'opening' });
  const acknowledged = new Set<(action: AcknowledgedAction) => void>();
  const outcomes = new Map<string, ((action: AcknowledgedAction | null) => void)[]>();
  const closers = new Set<() => void>();
  let closing: Promise<void> | null = null;

  const tellOutcome = (id: string, action: AcknowledgedAction | null) => {
    const listeners = outcomes.get(id) ?? [];
    outcomes.delete(id);
    for (const listener of listeners) runSafely(() => listener(action));
  };

  const text = (key: string): string | null => environment.localTexts?.get(textName(owner, key)) ?? null;
  const setText = (key: string, value: string): boolean =>
    !closing && environment.localTexts !== null && environment.localTexts.set(textName(owner, key), value);

  // What belongs to one person goes with their token alone, however late, and with none once they have left (SY-19).
  const accessToken = async (refused?: string) =>
    userId === null || closing ? null : keeper.accessTokenOf(userId, refused);
  const line = createLine((isSilent) => {
    if (closing) return;
    views.patchStatus({ isSilent });
    store?.tellStatus();
  });
  const transport = createTransport({
    config: environment.config,
    fetch: (address, init) => line.request(environment.fetch(address, init)),
    betaToken: environment.betaToken,
    accessToken: (refused) => line.before(accessToken(refused)),
    isUser: () => userId !== null,
    onGuestRefused: input.onGuestRefused,
    now: () => environment.now(),
    serverClock: environment.serverClock,
  });
  const views = createViews({
    config: environment.config,
    userId,
    isKept: environment.isKept,
    lastSyncedAt: Number(text(SYNCED_AT_TEXT)) || null,
    now: () => environment.serverClock.now(),
    onMissingTrack: (id) => {
      // One that cannot be read now is asked for again when it is next looked at.
      opened()
        .then((open) => open.loadTrack(id))
        .catch(() => undefined);
    },
  });
  // This text is read at once: a device that holds nothing asks at once, while the databases are still being opened.
  const isNew = environment.localTexts?.get(deviceTextName(owner)) == null;
  const askFirstScreen = () => transport.firstScreen();
  const firstScreen = isNew ? askFirstScreen() : null;

  /** Lets go of this person's databases. */
  let release: (() => void) | null = null;
  const open = async (): Promise<Workspace> => {
    const [{ openWorkspace }] = await Promise.all([import('./workspace.ts'), input.before.catch(() => undefined)]);
    release ??= await holdDevice(environment.locks, owner);
    if (closing) throw new ScopeClosed();
    return openWorkspace({
      environment,
      userId,
      keeper,
      transport,
      views,
      firstScreen,
      askFirstScreen,
      setText,
      onAcknowledged: (action) => {
        for (const listener of [...acknowledged]) runSafely(() => listener(action));
        tellOutcome(action.id, action);
      },
      onDropped: (id) => tellOutcome(id, null),
      onReading: (failure) => (failure ? fail(failure.error) : succeed()),
      listen: async (onChange) => {
        const { listen } = await import('../remote/realtime.ts');
        return listen({ config: environment.config, accessToken: () => accessToken(), userId, onChange });
      },
    });
  };

  const succeed = () => {
    failures = 0;
    opening.set({ kind: 'open' });
    if (environment.isKept && views.status.get().storage === 'unavailable') views.patchStatus({ storage: 'ok' });
  };
  const fail = (error: unknown) => {
    const what = isCodeFailure(error) ? 'code' : storageState(error);
    opening.set({ kind: 'failed', what });
    if (what !== 'code') views.patchStatus({ storage: what });
  };

  let workspace: Promise<Workspace>;
  /** The same once it is open: what fails then is read again by it. */
  let store: Workspace | null = null;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const attempt = () => {
    clearTimeout(timer);
    opening.set({ kind: 'opening' });
    workspace = open();
    workspace.then(
      (opened) => {
        store = opened;
        succeed();
        if (userId === null) return;
        void backfillProfile();
        later.resume();
      },
      (error: unknown) => {
        if (closing) return;
        fail(error);
        timer = setTimeout(attempt, Math.min(REOPEN_MS * 2 ** failures, LONGEST_REOPEN_MS));
        failures += 1;
      },
    );
  };
  attempt();
  /** After a sign-in and with the initial session (part 1 §7). One that fails is made up for at the next start. */
  const backfillProfile = async () => {
    // Nothing competes with the first screen for a slow line (SY-23).
    await firstScreen;
    await transport.call('backfill_missing_profile', {});
  };
  const reopen = () => {
    if (closing || opening.get().kind !== 'failed') return;
    if (store) store.reread();
    else attempt();
  };
  const stopNetwork = environment.onNetworkChange(reopen);
  const opened = (): Promise<Workspace> => (closing ? Promise.reject(new ScopeClosed()) : workspace);

  const later = createLaterDoors(
    () => {
      if (closing) throw new ScopeClosed();
      return scope;
    },
    transport,
    environment,
  );

  const scope: OpenScope = {
    owner,
    userId,
    opening,
    reopen,
    isLocked: input.isLocked,
    onClose(close) {
      // A wrapper, so that the same function given twice is two.
      const own = () => close();
      closers.add(own);
      return () => closers.delete(own);
    },
    genres: views.genres,
    storeItems: views.storeItems,
    me: views.me,
    connections: views.connections,
    blocks: views.blocks,
    isFilled: views.isFilled,
    conversations: views.conversations.list,
    conversation: (partnerId) => views.conversations.thread(partnerId),
    status: views.status,
    pending: views.pending,
    explore: (filter) => views.catalogue.explore(filter),
    track: (id) => views.catalogue.track(id),
    tracksOf: (id) => views.catalogue.tracksOf(id),
    sponsored: (filter) => views.catalogue.sponsored(filter),
    person: createPersons(views, later.remote, () => scope.syncNow()),
    nameOf: views.nameOf,
    people: views.people,
    sharesOf: views.sharesOf,
    community: views.community,
    async tracksById(ids) {
      const missing = ids.filter((id) => views.catalogue.get(id) === null);
      const loader = missing.length > 0 ? await opened().catch(() => null) : null;
      if (loader) await Promise.all(missing.map((id) => loader.loadTrack(id)));
      return ids.flatMap((id) => views.catalogue.get(id) ?? []);
    },
    enqueue: async (kind, payload, options = {}) => (await opened()).enqueue(kind, payload, options),
    readPending: async () => (await opened()).readPending(),
    retry: async (id) => (await opened()).retry(id),
    discard: async (id) => (await opened()).discard(id),
    edit: async (id, changes) => (await opened()).edit(id, changes),
    onAcknowledged(listener) {
      // A wrapper, so that the same function given twice is two listeners.
      const own = (action: AcknowledgedAction) => listener(action);
      acknowledged.add(own);
      return () => acknowledged.delete(own);
    },
    onOutcome(id, listener) {
      if (!closing) outcomes.set(id, [...(outcomes.get(id) ?? []), listener]);
    },
    kept: {
      states: views.kept,
      withdrawn: views.keptWithdrawn,
      keep: async (id) => (await opened()).kept.keep(id),
      keepAll: async (ids) => (await opened()).kept.keepAll(ids),
      keepPlayed: async (id) => (await opened()).kept.keepPlayed(id),
      cancelAll: async (ids) => (await opened()).kept.cancelAll(ids),
      remove: async (id) => (await opened()).kept.remove(id),
      removeAll: async (ids) => (await opened()).kept.removeAll(ids),
      reportBroken: async (id) => (await opened()).kept.reportBroken(id),
    },
    uploads: createUploads({
      environment,
      owner,
      records: views.uploads,
      store: async () => (await opened()).uploads,
      accessToken,
    }),
    procedures: later.procedures,
    remote: later.remote,
    avatar: later.avatar,
    device: {
      get: async (key) => (await opened()).device.get(key),
      put: async (key, value) => (await opened()).device.put(key, value),
      text,
      setText,
    },
    syncNow: () => {
      reopen();
      // Without stores there is nothing to sync; `opening` says so.
      opened()
        .then((engine) => engine.syncNow())
        .catch(() => undefined);
    },
    drain: async (ms) => (await opened()).drain(ms),
    close() {
      closing ??= (async () => {
        // At its first step, before anything is awaited: the interface is another person's with the next line of the caller.
        clearTimeout(timer);
        stopNetwork();
        for (const one of [...closers].reverse()) runSafely(one);
        acknowledged.clear();
        outcomes.clear();
        views.close();
        await (await workspace.catch(() => null))?.close();
        release?.();
      })();
      return closing;
    },
  };
  return scope;
}

/** An import that failed: of the network's making, or an update took the file away. Browsers word it each in their own way. */
function isCodeFailure(error: unknown): boolean {
  return error instanceof TypeError && /import|module/i.test(error.message);
}

/** A part of the interface that fails must not keep the rest from what it is told. */
function runSafely(tell: () => void): void {
  try {
    tell();
  } catch (error) {
    console.error(error);
  }
}
