import type { AccountState } from '../api.ts';
import type { StoredSession } from './session-store.ts';

/** Who uses the app, from what is stored (S-1, S-5). A rejected session locks, it does not sign out (SY-19). */
export function accountOf(session: StoredSession | null | undefined, guestUntil: string | null): AccountState {
  if (session === undefined) return { kind: 'loading' };
  if (session) return { kind: 'user', userId: session.userId, email: session.email, locked: session.locked };
  return guestUntil === null ? { kind: 'nobody' } : { kind: 'guest', expiresAt: guestUntil };
}
