/** The engine's entry for pages. The service worker uses `worker.ts`. */
import type { AccountState, Scope, SyncClient } from './api.ts';
import type { SyncEnvironment } from './environment.ts';
import { deviceTextName } from './core/names.ts';
import { createLive } from './model/live.ts';
import { accountOf } from './remote/account.ts';
import { createBeta } from './remote/beta.ts';
import { createSessionKeeper } from './remote/session.ts';
import { openSessionStore, type StoredSession } from './remote/session-store.ts';
import type { EndedSessionCheck } from './workspace/ended-session.ts';
import { createLeaving } from './workspace/leaving.ts';
import type { OpenScope, openScope } from './workspace/scope.ts';
import { createSessionChannel } from './workspace/session-channel.ts';

export type * from './action-types.ts';
export type * from './api.ts';
export type * from './environment.ts';
export type * from './answers.ts';
export type * from './avatar-types.ts';
export type * from './remote-types.ts';
export type * from './upload-types.ts';
export type * from './view-types.ts';
export type { MailPurpose } from './model/mail-purposes.ts';
export { StorageFailure } from './core/storage-failure.ts';
export { FAVOURITES_LIST } from './kept/kept-lists.ts';
export { keptProgress, type KeptProgress } from './kept/progress.ts';
export { ScopeClosed } from './workspace/scope-closed.ts';

/** Longest wait for the queue to be sent before a mail's link signs in another person. */
const DRAIN_MS = 5_000;
/** Delay before a failed import is repeated. */
const RELOAD_MS = 2_000;
/** Interval of checks whether a guest's beta session has expired. */
const GUEST_CHECK_MS = 30_000;

/** Opens the account of this device, and the scope of its person or guest. Returns at once and never waits for the network. */
export function openSync(environment: SyncEnvironment): SyncClient {
  const keeper = createSessionKeeper(environment, openSessionStore(environment.indexedDB));
  const beta = createBeta(environment);
  const account = createLive<AccountState>({ kind: 'loading' });
  const isLocked = createLive(false);
  const scope = createLive<Scope | null>(null);
  const wasSessionEndedElsewhere = createLive(false);
  let open: OpenScope | null = null;
  /** Settles when all former scopes are closed. */
  let before: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  /** Imported separately, because the gate does not need scopes. */
  let makeScope: typeof openScope | null = null;
  let loading: Promise<void> | null = null;
  const loadScopes = () => {
    loading ??= import('./workspace/scope.ts').then(
      (module) => {
        makeScope = module.openScope;
        updateAccount();
      },
      () => {
        loading = null;
        reloadTimer = setTimeout(updateAccount, RELOAD_MS);
      },
    );
    return loading;
  };
  let reloadTimer: ReturnType<typeof setTimeout> | undefined;

  /** Closes the scope of the former account, and opens that of the present one. The only other place that closes a scope is `close`. */
  const updateScope = (state: AccountState) => {
    if (state.kind === 'loading' || isClosed) return;
    const userId = state.kind === 'user' ? state.userId : null;
    const hasScope = state.kind !== 'nobody';
    if (hasScope ? open?.userId === userId : open === null) return;
    const closed = open?.close();
    if (closed) before = Promise.allSettled([before, closed]);
    open =
      hasScope && makeScope
        ? makeScope({
            environment,
            userId,
            keeper,
            isLocked,
            before,
            // The check updates `beta.guest`, from which the account follows.
            onGuestRefused: () => void beta.check().catch(() => undefined),
          })
        : null;
    scope.set(open);
  };

  const updateAccount = () => {
    const next = accountOf(keeper.current.get(), beta.guest.get());
    // The account may name a person only when the code of their scope is loaded; `loadScopes` then calls this function again.
    if ((next.kind === 'user' || next.kind === 'guest') && !makeScope) return void loadScopes();
    const wasLocked = isLocked.get();
    isLocked.set(next.kind === 'user' && next.locked);
    updateScope(next);
    if (JSON.stringify(next) !== JSON.stringify(account.get())) account.set(next);
    // Signed in again after a lock: the queue can be sent (SY-19).
    if (wasLocked && !isLocked.get()) open?.syncNow();
  };

  const reload = () => keeper.reload().catch(() => null);
  const sessionChannel = createSessionChannel(() => void reload());
  const stops = [
    keeper.current.subscribe(() => {
      updateAccount();
      sessionChannel.announce();
    }),
    beta.guest.subscribe(updateAccount),
    watchGuestExpiry(),
  ];
  function watchGuestExpiry(): () => void {
    const timer = setInterval(() => {
      const expires = beta.guest.get();
      if (expires !== null && Date.parse(expires) <= environment.serverClock.now()) beta.forget();
    }, GUEST_CHECK_MS);
    return () => clearInterval(timer);
  }

  // On a device that somebody used, there probably is a session: import the scope's code while the session is read.
  if (environment.localTexts.keys().some((key) => key.startsWith(deviceTextName()))) void loadScopes();
  /** Runs a call that may open a scope, and imports the scope's code meanwhile. */
  const withScopeCode = async <T>(call: () => Promise<T>): Promise<T> => {
    const [result] = await Promise.all([call(), loadScopes()]);
    return result;
  };

  // A sign-in spends the beta session (S-2).
  const authEnvironment = {
    ...environment,
    betaToken: { get: () => environment.betaToken.get(), clear: beta.forget, suspend: beta.suspend },
    settled: () => before,
    drain: async () => void (await open?.drain(DRAIN_MS)),
  };
  const authCalls = () => import('./remote/auth.ts').then(({ createAuth }) => createAuth(authEnvironment, keeper));
  const leaving = createLeaving(environment, keeper, { open: () => open, closed: () => before });
  let endedSession: Promise<EndedSessionCheck> | null = null;
  const rejectedSession = () => {
    const session = keeper.current.get();
    return session?.locked ? session : null;
  };
  const forget = async (session: StoredSession) => {
    if (await leaving.forget(session)) wasSessionEndedElsewhere.set(true);
  };
  const checkEndedSession = async () => {
    if (!rejectedSession()) return;
    endedSession ??= import('./workspace/ended-session.ts').then(({ createEndedSessionCheck }) =>
      createEndedSessionCheck({ environment, rejected: rejectedSession, forget }),
    );
    (await endedSession).check();
  };
  stops.push(
    // If the import fails, the next change of the session or the next start tries again.
    keeper.current.subscribe(() => void checkEndedSession().catch(() => (endedSession = null))),
    () => void endedSession?.then((check) => check.stop()).catch(() => undefined),
  );
  keeper
    .reload()
    .then(() => leaving.finishInterrupted())
    // Without storage (private mode) the app starts as for a new visitor (SY-22).
    .catch(() => keeper.current.set(null));

  return {
    account,
    scope,
    wasSessionEndedElsewhere,
    beta: { check: beta.check, unlock: (passcode) => withScopeCode(() => beta.unlock(passcode)) },
    auth: {
      signIn: (email, password) => withScopeCode(async () => (await authCalls()).signIn(email, password)),
      signUp: (email, password, redirectTo) =>
        withScopeCode(async () => (await authCalls()).signUp(email, password, redirectTo)),
      sendMagicLink: async (email, redirectTo) => (await authCalls()).sendMagicLink(email, redirectTo),
      sendPasswordReset: async (email, redirectTo) => (await authCalls()).sendPasswordReset(email, redirectTo),
      resendSignUp: async (email, redirectTo) => (await authCalls()).resendSignUp(email, redirectTo),
      isMailDelayed: async () => (await authCalls()).isMailDelayed(),
      verifyCode: (email, code, purpose) =>
        withScopeCode(async () => (await authCalls()).verifyCode(email, code, purpose)),
      updatePassword: async (password) => (await authCalls()).updatePassword(password),
      completeRedirect: (href) => withScopeCode(async () => (await authCalls()).completeRedirect(href)),
      signOut: (options) => leaving.signOut(options),
    },
    storage: {
      async read() {
        const { usage, quota } = await environment.storage.estimate().catch((): StorageEstimate => ({}));
        const isPersistent = (await environment.storage.persisted?.().catch(() => null)) ?? null;
        return { usedBytes: usage ?? null, quotaBytes: quota ?? null, isPersistent };
      },
      persist: async () => (await environment.storage.persist?.().catch(() => false)) ?? false,
    },
    async close() {
      isClosed = true;
      clearTimeout(reloadTimer);
      for (const stop of stops) stop();
      sessionChannel.close();
      await open?.close();
      await before;
    },
  };
}
