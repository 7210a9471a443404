/** The only door of the engine, for `src` and `sw`. */
import type { AccountState, AcknowledgedAction, SyncClient, SyncEnvironment } from './api.ts';
import { markName, ownerName } from './core/names.ts';
import { createLive } from './overlay/live.ts';
import { accountOf } from './remote/account.ts';
import { createBeta } from './remote/beta.ts';
import { createProcedures } from './remote/procedures.ts';
import { createSessionKeeper } from './remote/session.ts';
import { openSessionStore } from './remote/session-store.ts';
import { createTransport, type TransportEnvironment } from './remote/transport.ts';
import { createUploads } from './remote/uploads.ts';
import { createLeaving } from './workspace/leaving.ts';
import { createSessionChannel } from './workspace/session-channel.ts';
import { createViews } from './workspace/views.ts';
import type { Workspace, WorkspaceInput } from './workspace/workspace.ts';

export type * from './api.ts';
export { StorageFailure } from './core/storage-failure.ts';
export { keptProgress, type KeptProgress } from './kept/progress.ts';
export { drainInBackground } from './workspace/background.ts';

/** Tracks of the first screen (SY-23): what a tall screen shows before the rest has come. */
const FIRST_SCREEN = 50;

/**
 * Opens the engine; returns at once. Nothing waits for the network: the session comes from the disk, then the workspace
 * of its owner is opened, with RxDB and supabase-js loaded only now.
 */
export function openSync(environment: SyncEnvironment): SyncClient {
  const keeper = createSessionKeeper(environment, openSessionStore(environment.indexedDB));
  const beta = createBeta(environment);
  const account = createLive<AccountState>({ kind: 'loading' });
  const listeners = new Set<(action: AcknowledgedAction) => void>();
  const transportWith = (who: Pick<TransportEnvironment, 'accessToken' | 'isUser'>) =>
    createTransport({ ...transportEnvironment, ...who });
  const transportEnvironment: Omit<TransportEnvironment, 'accessToken' | 'isUser'> = {
    config: environment.config,
    fetch: environment.fetch,
    betaToken: environment.betaToken,
    onUnauthorized: (token) => {
      if (token !== null) void keeper.renew(token);
      else void beta.check();
    },
    onSkippedRow: (table, id, why) => console.warn(`sync: a row of ${table} was left out`, id, why),
  };
  const transport = transportWith({
    accessToken: () => keeper.accessToken(),
    isUser: () => account.get().kind === 'user',
  });
  const views = createViews(
    environment.config,
    () => environment.now(),
    (id) => void workspace.then((open) => open?.loadTrack(id)).catch(() => undefined),
  );

  let owner: { userId: string | null } | null = null;
  let workspace: Promise<Workspace | null> = Promise.resolve(null);
  let closed = false;

  /** Opens what belongs to the person that the account names now, after closing what belonged to another. */
  const follow = () => {
    const state = account.get();
    const next = state.kind === 'user' ? { userId: state.userId } : state.kind === 'guest' ? { userId: null } : null;
    if (state.kind === 'loading' || closed) return;
    if (next === owner || (next && owner && next.userId === owner.userId)) return;
    owner = next;
    const before = workspace;
    views.reset(next?.userId ?? null);
    workspace = next
      ? openFor(next.userId, before)
      : before.then(async (open) => {
          await open?.close();
          return null;
        });
    workspace.catch(() => views.patchStatus({ storage: 'unavailable' }));
  };

  const openFor = async (userId: string | null, before: Promise<Workspace | null>): Promise<Workspace | null> => {
    // The mark is synchronous: a device that holds nothing asks at once, while the databases are still being opened.
    const isNew = environment.marks?.get(`undercurrent-device:${ownerName(userId)}`) == null;
    // What belongs to one person goes with their token alone, however late (SY-19).
    const own = transportWith({
      accessToken: () => (userId === null ? Promise.resolve(null) : keeper.accessTokenOf(userId)),
      isUser: () => userId !== null,
    });
    const firstScreen = isNew ? own.firstScreen(FIRST_SCREEN) : null;
    const [{ openWorkspace }] = await Promise.all([
      import('./workspace/workspace.ts'),
      before.then((open) => open?.close()).catch(() => undefined),
    ]);
    const input: WorkspaceInput = {
      environment,
      userId,
      keeper,
      transport: own,
      views,
      firstScreen,
      onAcknowledged: (action) => {
        for (const listener of [...listeners]) listener(action);
      },
      listen: async (onChange) => {
        const [{ createSupabase }, { listen }] = await Promise.all([
          import('./remote/supabase.ts'),
          import('./remote/realtime.ts'),
        ]);
        return listen(
          createSupabase(environment, () => keeper.accessToken()),
          userId,
          onChange,
        );
      },
    };
    return openWorkspace(input);
  };

  const syncNow = () => void workspace.then((open) => open?.syncNow()).catch(() => undefined);

  const updateAccount = () => {
    const next = accountOf(keeper.current.get(), beta.guest.get());
    const before = account.get();
    if (JSON.stringify(next) !== JSON.stringify(before)) account.set(next);
    follow();
    // Signed in again after a lock: what waited may go (SY-19).
    if (before.kind === 'user' && before.locked && next.kind === 'user' && !next.locked) syncNow();
  };

  const sessionChannel = createSessionChannel(() => void keeper.reload().catch(() => null));
  const stopKeeper = keeper.current.subscribe(() => {
    updateAccount();
    sessionChannel.tell();
  });
  const stopBeta = beta.guest.subscribe(updateAccount);
  const stopGuestTimer = watchGuestExpiry();
  function watchGuestExpiry(): () => void {
    const timer = setInterval(() => {
      const expires = beta.guest.get();
      if (expires !== null && Date.parse(expires) <= environment.now()) beta.forget();
    }, 30_000);
    return () => clearInterval(timer);
  }

  /** A page may ask before the session was read from the disk: that is not yet 'nobody'. */
  const known = new Promise<void>((resolve) => {
    const stop = account.subscribe(() => {
      if (account.get().kind === 'loading') return;
      stop();
      resolve();
    });
  });
  const opened = async (): Promise<Workspace> => {
    await known;
    const open = await workspace;
    if (!open) throw new Error('nobody uses this device now');
    return open;
  };
  const markOf = (key: string): string | null => {
    const state = account.get();
    if (state.kind !== 'user' && state.kind !== 'guest') return null;
    return markName(ownerName(state.kind === 'user' ? state.userId : null), key);
  };
  // A sign-in spends the beta session (S-2).
  const authEnvironment = {
    ...environment,
    betaToken: { get: () => environment.betaToken.get(), clear: beta.forget },
    settled: () => workspace.catch(() => null),
  };
  const authCalls = () => import('./remote/auth.ts').then(({ createAuth }) => createAuth(authEnvironment, keeper));
  const leave = createLeaving(environment, keeper, () => workspace);
  keeper
    .reload()
    .then(() => leave.finishEarlier())
    .catch(() => {
      // No storage at all (a private mode): the app works as for somebody who has never been here (SY-22).
      keeper.current.set(null);
      views.patchStatus({ storage: 'unavailable' });
    });

  return {
    account,
    beta,
    genres: views.genres,
    storeItems: views.storeItems,
    me: views.me,
    connections: views.connections,
    conversations: views.conversations.list,
    conversation: (partnerId) => views.conversations.thread(partnerId),
    status: views.status,
    pending: views.pending,
    explore: (filter) => views.catalogue.explore(filter),
    track: (id) => views.catalogue.track(id),
    tracksOf: (userId) => views.catalogue.tracksOf(userId),
    async tracksById(ids) {
      const missing = ids.filter((id) => views.catalogue.get(id) === null);
      const open = missing.length > 0 ? await workspace.catch(() => null) : null;
      if (open) await Promise.all(missing.map((id) => open.loadTrack(id)));
      return ids.flatMap((id) => views.catalogue.get(id) ?? []);
    },
    auth: {
      signIn: async (email, password) => (await authCalls()).signIn(email, password),
      signUp: async (email, password, redirectTo) => (await authCalls()).signUp(email, password, redirectTo),
      sendMagicLink: async (email, redirectTo) => (await authCalls()).sendMagicLink(email, redirectTo),
      sendPasswordReset: async (email, redirectTo) => (await authCalls()).sendPasswordReset(email, redirectTo),
      updatePassword: async (password) => (await authCalls()).updatePassword(password),
      completeRedirect: async (href) => (await authCalls()).completeRedirect(href),
      signOut: (options) => leave.signOut(options),
    },
    enqueue: async (kind, payload, options) => (await opened()).enqueue(kind, payload, options ?? {}),
    retry: async (id) => (await opened()).retry(id),
    discard: async (id) => (await opened()).discard(id),
    edit: async (id, changes) => (await opened()).edit(id, changes),
    onAcknowledged(listener) {
      const own = (action: AcknowledgedAction) => listener(action);
      listeners.add(own);
      return () => listeners.delete(own);
    },
    kept: {
      states: views.kept,
      keep: async (id) => (await opened()).kept.keep(id),
      keepAll: async (ids) => (await opened()).kept.keepAll(ids),
      keepPlayed: async (id) => (await opened()).kept.keepPlayed(id),
      cancelAll: async (ids) => (await opened()).kept.cancelAll(ids),
      remove: async (id) => (await opened()).kept.remove(id),
      removeAll: async (ids) => (await opened()).kept.removeAll(ids),
      reportBroken: async (id) => (await opened()).kept.reportBroken(id),
    },
    storage: {
      async read() {
        const { usage, quota } = await environment.storage.estimate().catch((): StorageEstimate => ({}));
        const isPersistent = (await environment.storage.persisted?.().catch(() => null)) ?? null;
        return { usedBytes: usage ?? null, quotaBytes: quota ?? null, isPersistent };
      },
      persist: async () => (await environment.storage.persist?.().catch(() => false)) ?? false,
    },
    uploads: createUploads(environment, keeper, opened),
    procedures: createProcedures(transport, () => keeper.current.get()?.userId ?? null),
    device: {
      get: async (key) => (await opened()).device.get(key),
      put: async (key, value) => (await opened()).device.put(key, value),
      mark(key) {
        const name = markOf(key);
        return name === null ? null : (environment.marks?.get(name) ?? null);
      },
      setMark(key, value) {
        const name = markOf(key);
        if (name === null || !environment.marks) return false;
        try {
          environment.marks.set(name, value);
          return true;
        } catch {
          return false;
        }
      },
    },
    syncNow,
    async close() {
      closed = true;
      stopKeeper();
      stopBeta();
      stopGuestTimer();
      sessionChannel.close();
      await (await workspace.catch(() => null))?.close();
    },
  };
}
