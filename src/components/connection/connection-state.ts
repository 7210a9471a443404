import type { ConnectionView, MeView } from '../../../sync/client.ts';
import { specifiedRules } from '../../../sync/model/rules.ts';
import { isBelowLevel } from '../vote/lock-text.ts';

export type Lock = 'level' | 'profile';

export type ConnectionState =
  | { kind: 'hidden' }
  | { kind: 'connect'; lock: Lock | null }
  /** This person's request is unanswered. `isQueued`: the request has not been sent yet. */
  | { kind: 'pending'; isQueued: boolean }
  /** This person can answer the other person's request. */
  | { kind: 'answer' }
  /** The other person declined, which is final for the sender (S-41). */
  | { kind: 'declined' }
  | { kind: 'connected'; lock: Lock | null };

/** The state of the connect button of a person. @param userId null for a guest */
export function connectionStateOf(
  personId: string,
  userId: string | null,
  me: Pick<MeView, 'profile' | 'balance'> | null,
  connection: Pick<ConnectionView, 'status' | 'direction' | 'isPending'> | null,
): ConnectionState {
  if (userId === null || personId === userId || me === null) return { kind: 'hidden' };
  const isSender = connection?.direction === 'sent';
  if (connection?.status === 'accepted') return { kind: 'connected', lock: lockOf(me) };
  if (connection?.status === 'pending')
    return isSender ? { kind: 'pending', isQueued: connection.isPending } : { kind: 'answer' };
  // After a decline, only the person who declined may send a new request (S-41).
  if (connection && isSender) return { kind: 'declined' };
  return { kind: 'connect', lock: lockOf(me) };
}

/** The missing requirement for connecting and writing: the level or a complete profile. Null if none. Unknown values never lock (S-14). */
function lockOf({ profile, balance }: Pick<MeView, 'profile' | 'balance'>): Lock | null {
  if (isBelowLevel(specifiedRules.unlockLevels.connect, { balance })) return 'level';
  return profile === null || (profile.artist_name && profile.avatar_url) ? null : 'profile';
}
