import type { AccountState } from '../api.ts';
import type { StoredSession } from './session-store.ts';

/** The account of a stored session (undefined until read) or a guest (S-1, S-5). A rejected session is locked, not signed out (SY-19). */
export function accountOf(session: StoredSession | null | undefined, guestUntil: string | null): AccountState {
  if (session === undefined) return { kind: 'loading' };
  if (session) return { kind: 'user', userId: session.userId, email: session.email, locked: session.locked };
  return guestUntil === null ? { kind: 'nobody' } : { kind: 'guest', expiresAt: guestUntil };
}
