import * as z from 'zod/mini';
import { withLockOrLate } from '../core/patience.ts';
import type { BackendConfig } from '../environment.ts';
import { createLive, type LiveValue } from '../overlay/live.ts';
import type { SessionStore, StoredSession } from './session-store.ts';

/** Renewed when less than this is left (part 1 §9). */
export const REFRESH_MARGIN_MS = 90_000;
const REFRESH_TIMEOUT_MS = 15_000;
/** Whoever renews has ended by then, or is frozen. */
const OTHERS_MS = 20_000;

/** What the auth service answers when it makes or renews a session. */
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
 * Keeps the session fresh without ever signing out on its own (S-5): supabase-js drops a session that it cannot renew
 * while offline, so it is given tokens and stores none. Tabs and the worker share one refresh token, so a renewal holds a
 * lock and first looks whether another has renewed already. An answer that comes late changes nothing: it is stored only
 * over the very session that it was asked for (SY-19).
 */
export interface SessionKeeper {
  /** Undefined until the store has been read. */
  current: LiveValue<StoredSession | null | undefined>;
  /** Reads the store again; another tab or the worker may have written. */
  reload(): Promise<StoredSession | null>;
  /** Somebody has signed in here: theirs takes the place of whatever is stored. */
  begin(session: StoredSession): Promise<void>;
  /** This person signs out: their session goes, however often it was renewed meanwhile; another's stays. */
  end(userId: string): Promise<void>;
  /**
   * A token to send: renewed when it is about to expire or was refused, the old one when the server cannot be reached. Null when locked.
   * @param refused the token that the server did not take
   */
  accessToken(refused?: string): Promise<string | null>;
  /**
   * The same for what belongs to one person: null once another is signed in, or nobody. A page that was frozen meanwhile
   * would send one person's queue with the token of the next (SY-19).
   */
  accessTokenOf(userId: string, refused?: string): Promise<string | null>;
  /** Renews unless the stored token is already another than the one that failed. */
  renew(failedToken?: string): Promise<RenewOutcome>;
}

export function createSessionKeeper(environment: SessionEnvironment, store: SessionStore): SessionKeeper {
  const current = createLive<StoredSession | null | undefined>(undefined);
  let renewing: Promise<RenewOutcome> | null = null;
  /** What is done with the store, one after another: an old reading must not be remembered after a newer writing. */
  let last: Promise<unknown> = Promise.resolve();

  const inTurn = (work: () => Promise<StoredSession | null>): Promise<StoredSession | null> => {
    const done = last.then(work).then((session) => {
      const known = current.get();
      if (known === undefined || JSON.stringify(known) !== JSON.stringify(session)) current.set(session);
      return session;
    });
    last = done.catch(() => undefined);
    return done;
  };
  const reload = () => inTurn(() => store.read());
  const change = (decide: Parameters<SessionStore['change']>[0]) => inTurn(() => store.change(decide));

  /** Stores `next` over the session that was renewed, and over no other. Answers whether it was still there. */
  const replace = async (asked: StoredSession, next: StoredSession): Promise<boolean> => {
    let isThere = false;
    await change((stored) => {
      isThere = stored?.userId === asked.userId && stored.refreshToken === asked.refreshToken;
      return isThere ? next : 'keep';
    });
    return isThere;
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
    // The person signed out while the server was asked: what it gave belongs to nobody, there too.
    void revokeSession(environment, renewed.accessToken);
    return 'rejected';
  };

  /** Whose token it is goes with it: between two looks another may have signed in. */
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
        environment.locks ? withLockOrLate(environment.locks, 'undercurrent-session', OTHERS_MS, work) : work(),
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

/** A session as it is stored, from an answer of the auth service. */
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

/** The auth service names its refusals; a proxy, a gateway or a captive portal that answers in its place does not. */
const authRefusal = z.union([z.object({ error_code: z.string() }), z.object({ error: z.literal('invalid_grant') })]);

const isOfAuth = async (response: Response): Promise<boolean> =>
  authRefusal.safeParse(await response.json().catch(() => null)).success;

const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** Only the auth service's own refusal counts as one; everything else leaves the session as it is (S-5). */
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
  return { kind: isPassing(response.status) || !(await isOfAuth(response)) ? 'unreachable' : 'rejected' };
}
