import type { ConnectionView, MeView } from '../../../sync/client.ts';
import { specifiedRules } from '../../../sync/model/rules.ts';
import { isBelowLevel } from '../vote/lock-text.ts';

export type Lock = 'level' | 'profile';

export type ConnectionState =
  | { kind: 'hidden' }
  | { kind: 'connect'; lock: Lock | null }
  | { kind: 'pending'; isWaiting: boolean }
  | { kind: 'answer' }
  /** The other person declined, which is final for the sender (S-41). */
  | { kind: 'declined' }
  | { kind: 'connected'; lock: Lock | null };

/** @param userId null for a guest */
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
    return isSender ? { kind: 'pending', isWaiting: connection.isPending } : { kind: 'answer' };
  // Only the sender of a declined request may not ask again (S-41).
  if (connection && isSender) return { kind: 'declined' };
  return { kind: 'connect', lock: lockOf(me) };
}

/** Unknown values never lock (S-14). */
function lockOf({ profile, balance }: Pick<MeView, 'profile' | 'balance'>): Lock | null {
  if (isBelowLevel(specifiedRules.unlockLevels.connect, { balance })) return 'level';
  return profile === null || (profile.artist_name && profile.avatar_url) ? null : 'profile';
}
