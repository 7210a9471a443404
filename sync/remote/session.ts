import * as z from 'zod/mini';
import { withLockOrTimeout } from '../core/timeout.ts';
import type { BackendConfig } from '../environment.ts';
import { createLive, type LiveValue } from '../model/live.ts';
import type { SessionStore, StoredSession } from './session-store.ts';

/** A token is renewed at this remaining lifetime (part 1 §9). */
export const REFRESH_MARGIN_MS = 90_000;
/** Longest wait for the answer to a renewal. */
const REFRESH_TIMEOUT_MS = 15_000;
/** Longest wait for another tab's renewal. After this time that tab has finished, or is frozen. */
const LOCK_WAIT_MS = 20_000;

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
 * Stores the session and renews its token. Unlike supabase-js, the keeper never signs out by itself (S-5). Renewals hold a lock, because all
 * tabs share one refresh token.
 */
export interface SessionKeeper {
  /** Undefined until the store has been read. */
  current: LiveValue<StoredSession | null | undefined>;
  /** Reads the store, which another tab or the worker may have changed. */
  reload(): Promise<StoredSession | null>;
  /** Replaces any stored session. */
  begin(session: StoredSession): Promise<void>;
  /** Removes only this person's session, even if it was renewed meanwhile. */
  end(userId: string): Promise<void>;
  /** Removes a rejected session, unless the person has signed in again. @returns whether it was removed */
  endRejected(rejected: StoredSession): Promise<boolean>;
  /**
   * The person's token, renewed if it expires soon or was refused. Null when signed out or locked; the old token if the server is unreachable.
   * @param refused the token that the server refused
   */
  accessToken(refused?: string): Promise<string | null>;
  /** Like `accessToken`, but null if another person is signed in: a queue is never sent with another person's token (SY-19). */
  accessTokenOf(userId: string, refused?: string): Promise<string | null>;
  /** Renews the session, unless `failedToken` is no longer stored or, without `failedToken`, the token is fresh. */
  renew(failedToken?: string): Promise<RenewOutcome>;
}

export function createSessionKeeper(environment: SessionEnvironment, store: SessionStore): SessionKeeper {
  const current = createLive<StoredSession | null | undefined>(undefined);
  let renewing: Promise<RenewOutcome> | null = null;
  /** Settles after the last access to the store. The next access waits: an old read must not overwrite a newer write in memory. */
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

  /** Stores `next` only if the stored session is still `renewedFrom`. @returns whether `next` was stored */
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
    // Another page renewed the session, or the person signed in again. Do not revoke: that might end the stored session too.
    const stored = current.get();
    if (stored?.userId === session.userId && !stored.locked) return 'renewed';
    // The person signed out during the request, or another person signed in.
    void revokeSession(environment, renewed.accessToken);
    return 'rejected';
  };

  /** Returns the owner too, because another person may sign in between two reads. */
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
    async endRejected(rejected) {
      let isRemoved = false;
      await change((stored) => {
        isRemoved =
          stored?.userId === rejected.userId && stored.locked && stored.refreshToken === rejected.refreshToken;
        return isRemoved ? null : 'keep';
      });
      return isRemoved;
    },
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

/** Ends the session on the server, best effort. */
export async function revokeSession(
  { config, fetch }: Pick<SessionEnvironment, 'config' | 'fetch'>,
  accessToken: string,
): Promise<void> {
  await fetch(`${config.supabaseUrl}/auth/v1/logout?scope=local`, {
    method: 'POST',
    headers: { apikey: config.publishableKey, authorization: `Bearer ${accessToken}` },
  }).catch(() => undefined);
}

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

/** Body of a refusal by the auth service. Refusals of a proxy, gateway or captive portal have no error code. */
const authRefusal = z.union([z.object({ error_code: z.string() }), z.object({ error: z.literal('invalid_grant') })]);

const isAuthRefusal = async (response: Response): Promise<boolean> =>
  authRefusal.safeParse(await response.json().catch(() => null)).success;

const isTransient = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** Requests new tokens. Only a refusal of the auth service itself counts as rejected, and ends the session (S-5). */
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
