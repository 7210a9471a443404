import * as z from 'zod/mini';
import type { BackendConfig } from '../api.ts';
import { createLive, type LiveValue } from '../overlay/live.ts';
import { failureOf } from './failure.ts';
import type { SessionStore, StoredSession } from './session-store.ts';

/** Renewed when less than this is left (part 1 §9). */
export const REFRESH_MARGIN_MS = 90_000;
const REFRESH_TIMEOUT_MS = 15_000;

/** What the auth service answers when it makes or renews a session. */
export const sessionAnswer = z.object({
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
 * lock and first looks whether another has renewed already.
 */
export interface SessionKeeper {
  /** Undefined until the store has been read. */
  current: LiveValue<StoredSession | null | undefined>;
  /** Reads the store again; another tab or the worker may have written. */
  reload(): Promise<StoredSession | null>;
  save(session: StoredSession | null): Promise<void>;
  /** A token to send: renewed when it is about to expire, the old one when the server cannot be reached. Null when locked. */
  accessToken(): Promise<string | null>;
  /**
   * The same for what belongs to one person: null once another is signed in, or nobody. A page that was frozen meanwhile
   * would send one person's queue with the token of the next (SY-19).
   */
  accessTokenOf(userId: string): Promise<string | null>;
  /** Renews unless the stored token is already another than the one that failed. */
  renew(failedToken?: string): Promise<RenewOutcome>;
}

export function createSessionKeeper(environment: SessionEnvironment, store: SessionStore): SessionKeeper {
  const current = createLive<StoredSession | null | undefined>(undefined);
  let renewing: Promise<RenewOutcome> | null = null;

  const remember = (session: StoredSession | null) => {
    const known = current.get();
    if (known === undefined || JSON.stringify(known) !== JSON.stringify(session)) current.set(session);
  };

  const reload = async () => {
    const session = await store.read();
    remember(session);
    return session;
  };

  const save = async (session: StoredSession | null) => {
    await store.write(session);
    remember(session);
  };

  const renewLocked = async (failedToken: string | undefined): Promise<RenewOutcome> => {
    const session = await reload();
    if (!session || session.locked) return 'rejected';
    const isFresh = session.expiresAt - environment.now() > REFRESH_MARGIN_MS;
    if (failedToken === undefined ? isFresh : session.accessToken !== failedToken) return 'renewed';
    const answer = await requestRenewal(environment, session.refreshToken);
    if (answer.kind === 'renewed') {
      await save(toSession(answer.session, environment.now()));
      return 'renewed';
    }
    if (answer.kind === 'rejected') await save({ ...session, locked: true });
    return answer.kind;
  };

  const keeper: SessionKeeper = {
    current,
    reload,
    save,
    async accessToken() {
      const session = current.get() ?? (await reload());
      if (!session || session.locked) return null;
      if (session.expiresAt - environment.now() > REFRESH_MARGIN_MS) return session.accessToken;
      const outcome = await keeper.renew();
      const latest = current.get();
      return outcome === 'rejected' || !latest || latest.locked ? null : latest.accessToken;
    },
    async accessTokenOf(userId) {
      const token = await keeper.accessToken();
      return current.get()?.userId === userId ? token : null;
    },
    renew(failedToken) {
      const work = () => renewLocked(failedToken);
      renewing ??= Promise.resolve(
        environment.locks ? environment.locks.request('undercurrent-session', work) : work(),
      ).finally(() => {
        renewing = null;
      });
      return renewing;
    },
  };
  return keeper;
}

/** A session as it is stored, from an answer of the auth service. */
export function toSession(answer: z.infer<typeof sessionAnswer>, now: number): StoredSession {
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

/** Only the auth service's own refusal counts as one; everything else leaves the session as it is (S-5). */
async function requestRenewal(environment: SessionEnvironment, refreshToken: string): Promise<Renewal> {
  const { config } = environment;
  try {
    const response = await environment.fetch(`${config.supabaseUrl}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: config.publishableKey },
      body: JSON.stringify({ refresh_token: refreshToken }),
      signal: AbortSignal.timeout(REFRESH_TIMEOUT_MS),
    });
    if (response.ok) {
      const session = sessionAnswer.safeParse(await response.json());
      return session.success ? { kind: 'renewed', session: session.data } : { kind: 'unreachable' };
    }
    if (response.status === 401) return { kind: 'rejected' };
    const failure = await failureOf(response);
    return { kind: failure.kind === 'refused' && response.status < 500 ? 'rejected' : 'unreachable' };
  } catch {
    return { kind: 'unreachable' };
  }
}
