import * as z from 'zod/mini';
import type { BetaApi } from '../api.ts';
import type { LocalTexts } from '../environment.ts';
import type { ServerClock } from '../server-clock.ts';
import { uuid } from '../model/uuid.ts';
import { createLive, type LiveValue } from '../model/live.ts';
import { request, type HttpEnvironment } from './http.ts';

const unlockAnswer = z.object({
  success: z.boolean(),
  session_token: z.optional(z.nullable(z.string())),
  expires_at: z.optional(z.string()),
  rateLimited: z.optional(z.boolean()),
  message: z.optional(z.string()),
});
const lookupAnswer = z.nullable(z.object({ expires_at: z.string(), used: z.boolean() }));

/** Lifetime of a beta session (S-2). Replaces a missing expiry, and derives the server's time from an expiry. */
const SESSION_MS = 2 * 60 * 60_000;
const EXPIRY_TEXT = 'undercurrent-beta-expires';
/** Local storage key of this device's random id: the server recognises a retry by it, and counts no second use of an invitation. */
const KEY_TEXT = 'undercurrent-gate-key';

export interface BetaEnvironment extends HttpEnvironment {
  betaToken: { get(): string | null; set(token: string): void; clear(): void };
  localTexts: Pick<LocalTexts, 'get' | 'set' | 'remove'>;
  now(): number;
  serverClock: ServerClock;
}

/** The beta session of this page (S-1, S-2). */
export interface Beta extends BetaApi {
  /** Expiry of the session (ISO 8601); null without a session, and while it is suspended. */
  guest: LiveValue<string | null>;
  forget(): void;
  /** Closes the guest's session, but leaves the token stored. @returns a function that restores the guest if the token is still stored */
  suspend(): () => void;
}

export function createBeta(environment: BetaEnvironment): Beta {
  const { betaToken, localTexts, serverClock } = environment;
  const guest = createLive<string | null>(null);

  const remember = (expiresAt: string) => {
    localTexts.set(EXPIRY_TEXT, expiresAt);
    guest.set(expiresAt);
  };
  const forget = () => {
    betaToken.clear();
    localTexts.remove(EXPIRY_TEXT);
    guest.set(null);
  };

  const deviceKey = () => {
    const key = localTexts.get(KEY_TEXT) ?? uuid();
    localTexts.set(KEY_TEXT, key);
    return key;
  };

  if (betaToken.get() !== null) {
    const storedExpiry = Date.parse(localTexts.get(EXPIRY_TEXT) ?? '');
    const expires = Number.isNaN(storedExpiry) ? serverClock.now() + SESSION_MS : storedExpiry;
    if (expires > serverClock.now()) guest.set(new Date(expires).toISOString());
    else forget();
  }

  return {
    guest,
    forget,

    suspend() {
      const expiresAt = guest.get();
      guest.set(null);
      return () => {
        if (guest.get() === null && betaToken.get() !== null) guest.set(expiresAt);
      };
    },

    async unlock(passcode) {
      const requestedAt = environment.now();
      // Without the beta token: the Edge Function's CORS response does not allow the token's header.
      const reply = await request(
        { ...environment, betaToken: { get: () => null } },
        '/functions/v1/validate-beta-passcode',
        {
          body: { passcode: passcode.trim(), device_key: deviceKey() },
          token: null,
        },
      );
      if (!reply.ok) {
        const { failure } = reply;
        if (failure.kind === 'busy' && /too many|rate/i.test(failure.message)) return { kind: 'rate-limited' };
        const message = failure.kind === 'busy' || failure.kind === 'refused' ? failure.message : '';
        return { kind: 'failed', message: message || 'No connection. Please try again.' };
      }
      const answer = unlockAnswer.safeParse(reply.value);
      if (!answer.success) return { kind: 'failed', message: 'The server did not answer as expected.' };
      const { success, session_token: token, expires_at: expiresAt, rateLimited } = answer.data;
      if (rateLimited) return { kind: 'rate-limited' };
      if (!success || !token) return { kind: 'wrong' };
      betaToken.set(token);
      // The expiry also corrects the clock: with a wrong device clock, the new session might seem expired.
      if (expiresAt) serverClock.observe(Date.parse(expiresAt) - SESSION_MS, requestedAt);
      remember(expiresAt ?? new Date(serverClock.now() + SESSION_MS).toISOString());
      return { kind: 'unlocked' };
    },

    async check() {
      const token = betaToken.get();
      if (token === null) return 'none';
      const reply = await request(environment, '/rest/v1/rpc/beta_session_lookup', {
        body: { p_token: token },
        token: null,
      });
      if (!reply.ok) {
        if (reply.failure.kind === 'network' || reply.failure.kind === 'busy') return 'unknown';
        forget();
        return 'invalid';
      }
      const found = lookupAnswer.safeParse(reply.value);
      if (!found.success) return 'unknown';
      if (!found.data || found.data.used || Date.parse(found.data.expires_at) <= serverClock.now()) {
        forget();
        return 'invalid';
      }
      remember(found.data.expires_at);
      return 'valid';
    },
  };
}
