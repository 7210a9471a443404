import * as z from 'zod/mini';
import { withLockOrTimeout } from '../core/timeout.ts';
import type { BackendConfig } from '../environment.ts';
import { createLive, type LiveValue } from '../model/live.ts';
import type { SessionStore, StoredSession } from './session-store.ts';

/** The remaining lifetime at which a token is renewed (part 1 §9). */
export const REFRESH_MARGIN_MS = 90_000;
const REFRESH_TIMEOUT_MS = 15_000;
/** The longest wait for the lock: a tab that renews has finished by then, or is frozen. */
const LOCK_WAIT_MS = 20_000;

/** The auth service's answer with a new or renewed session. */
const sessionAnswer = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
  user: z.object({ id: z.string(), email: z.optional(z.string()) }),
});

export type RenewOutcome = 'renewed' | 'rejected' | 'unreachable';

export interface SessionEnvironment {
  config: BackendConfig;
  fetch: typeof globalThis.fetch;
  locks: LockManager | null;
  now(): number;
}

/**
 * Keeps the session fresh without ever signing out on its own (S-5): supabase-js would drop a session that it cannot renew
 * offline, so it gets tokens and stores none. Tabs and the worker share one refresh token, so a renewal holds a lock and first
 * checks whether another tab has renewed it. A late answer is stored only if the session is still the one that was renewed
 * (SY-19).
 */
export interface SessionKeeper {
  /** Undefined until the store has been read. */
  current: LiveValue<StoredSession | null | undefined>;
  /** Reads the store again, because another tab or the worker may have changed it. */
  reload(): Promise<StoredSession | null>;
  /** Stores the session of a sign-in, in place of any other. */
  begin(session: StoredSession): Promise<void>;
  /** Removes this person's session at sign-out, even if it was renewed meanwhile; another person's stays. */
  end(userId: string): Promise<void>;
  /**
   * Returns a token, renewed if it is about to expire or was refused. Returns the old one if the server cannot be reached, and
   * null when signed out or locked.
   * @param refused the token that the server refused
   */
  accessToken(refused?: string): Promise<string | null>;
  /**
   * Returns a token of this person, or null when they are no longer signed in, or locked. Without this check, a page that was
   * frozen would send one person's queue with the next person's token (SY-19).
   */
  accessTokenOf(userId: string, refused?: string): Promise<string | null>;
  /**
   * Renews the session. Does nothing if `failedToken` is no longer the stored token or, without `failedToken`, if the token is fresh.
   */
  renew(failedToken?: string): Promise<RenewOutcome>;
}

export function createSessionKeeper(environment: SessionEnvironment, store: SessionStore): SessionKeeper {
  const current = createLive<StoredSession | null | undefined>(undefined);
  let renewing: Promise<RenewOutcome> | null = null;
  /** Serialises access to the store, so that an old read never overwrites a newer write in memory. */
  let last: Promise<unknown> = Promise.resolve();

  const serialize = (work: () => Promise<StoredSession | null>): Promise<StoredSession | null> => {
    const done = last.then(work).then((session) => {
      const previous = current.get();
      if (previous === undefined || JSON.stringify(previous) !== JSON.stringify(session)) current.set(session);
      return session;
    });
    last = done.catch(() => undefined);
    return done;
  };
  const reload = () => serialize(() => store.read());
  const change = (decide: Parameters<SessionStore['change']>[0]) => serialize(() => store.change(decide));

  /** Replaces the session that a renewal began with, if it is still stored. Returns whether it was. */
  const replace = async (renewedFrom: StoredSession, next: StoredSession): Promise<boolean> => {
    let isStored = false;
    await change((stored) => {
      isStored = stored?.userId === renewedFrom.userId && stored.refreshToken === renewedFrom.refreshToken;
      return isStored ? next : 'keep';
    });
    return isStored;
  };

  const renewLocked = async (failedToken: string | undefined): Promise<RenewOutcome> => {
    const session = await reload();
    if (!session || session.locked) return 'rejected';
    const isFresh = session.expiresAt - environment.now() > REFRESH_MARGIN_MS;
    if (failedToken === undefined ? isFresh : session.accessToken !== failedToken) return 'renewed';
    const answer = await requestRenewal(environment, session.refreshToken);
    if (answer.kind === 'unreachable') return 'unreachable';
    if (answer.kind === 'rejected') {
      await replace(session, { ...session, locked: true });
      return 'rejected';
    }
    const renewed = toSession(answer.session, environment.now());
    if (await replace(session, renewed)) return 'renewed';
    // Another page renewed the same session, or the person signed in again: a revocation might end the stored session too.
    const stored = current.get();
    if (stored?.userId === session.userId && !stored.locked) return 'renewed';
    // The person signed out during the request, or somebody else signed in.
    void revokeSession(environment, renewed.accessToken);
    return 'rejected';
  };

  /** The token is returned with its owner, because another person may sign in between two reads. */
  const freshToken = async (refused?: string): Promise<Pick<StoredSession, 'userId' | 'accessToken'> | null> => {
    const session = current.get() ?? (await reload());
    if (!session || session.locked) return null;
    const isFresh = session.expiresAt - environment.now() > REFRESH_MARGIN_MS;
    if (isFresh && session.accessToken !== refused) return session;
    const outcome = await keeper.renew(refused);
    const latest = current.get();
    return outcome === 'rejected' || !latest || latest.locked ? null : latest;
  };

  const keeper: SessionKeeper = {
    current,
    reload,
    begin: async (session) => void (await change(() => session)),
    end: async (userId) => void (await change((stored) => (stored?.userId === userId ? null : 'keep'))),
    accessToken: async (refused) => (await freshToken(refused))?.accessToken ?? null,
    async accessTokenOf(userId, refused) {
      const found = await freshToken(refused);
      return found?.userId === userId ? found.accessToken : null;
    },
    renew(failedToken) {
      const work = () => renewLocked(failedToken);
      renewing ??= Promise.resolve(
        environment.locks ? withLockOrTimeout(environment.locks, 'undercurrent-session', LOCK_WAIT_MS, work) : work(),
      ).finally(() => {
        renewing = null;
      });
      return renewing;
    },
  };
  return keeper;
}

/** Ends a session on the server too; best effort. */
export async function revokeSession(
  { config, fetch }: Pick<SessionEnvironment, 'config' | 'fetch'>,
  accessToken: string,
): Promise<void> {
  await fetch(`${config.supabaseUrl}/auth/v1/logout?scope=local`, {
    method: 'POST',
    headers: { apikey: config.publishableKey, authorization: `Bearer ${accessToken}` },
  }).catch(() => undefined);
}

/** Converts the auth service's answer to a stored session. */
function toSession(answer: z.infer<typeof sessionAnswer>, now: number): StoredSession {
  return {
    userId: answer.user.id,
    email: answer.user.email ?? '',
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token,
    expiresAt: now + answer.expires_in * 1000,
    locked: false,
  };
}

type Renewal =
  { kind: 'renewed'; session: z.infer<typeof sessionAnswer> } | { kind: 'rejected' } | { kind: 'unreachable' };

/** The auth service's refusals have an error code; refusals of a proxy, gateway or captive portal have none. */
const authRefusal = z.union([z.object({ error_code: z.string() }), z.object({ error: z.literal('invalid_grant') })]);

const isAuthRefusal = async (response: Response): Promise<boolean> =>
  authRefusal.safeParse(await response.json().catch(() => null)).success;

const isTransient = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** Only a refusal of the auth service itself counts; all else leaves the session unchanged (S-5). */
async function requestRenewal(environment: SessionEnvironment, refreshToken: string): Promise<Renewal> {
  const { config } = environment;
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: config.publishableKey },
    body: JSON.stringify({ refresh_token: refreshToken }),
    signal: AbortSignal.timeout(REFRESH_TIMEOUT_MS),
  };
  const response = await environment
    .fetch(`${config.supabaseUrl}/auth/v1/token?grant_type=refresh_token`, init)
    .catch(() => null);
  if (!response) return { kind: 'unreachable' };
  if (response.ok) {
    const session = sessionAnswer.safeParse(await response.json().catch(() => null));
    return session.success ? { kind: 'renewed', session: session.data } : { kind: 'unreachable' };
  }
  return { kind: isTransient(response.status) || !(await isAuthRefusal(response)) ? 'unreachable' : 'rejected' };
}
