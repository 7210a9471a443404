import type { ConnectionView, MeView } from '../../../sync/client.ts';
import { specifiedRules } from '../../../sync/model/rules.ts';
import { isBelowLevel } from '../vote/lock-words.ts';

/** Why somebody may not connect or write yet. */
export type Lock = 'level' | 'profile';

/** What somebody may do about a person: ask, wait, answer, write, or nothing. */
export type ConnectionState =
  | { kind: 'hidden' }
  | { kind: 'connect'; lock: Lock | null }
  /** They were asked. `isWaiting`: only this device knows so far. */
  | { kind: 'pending'; isWaiting: boolean }
  | { kind: 'answer' }
  /** They said no, which is final for the one who asked (S-41). */
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
  const isOwnAsk = connection?.direction === 'sent';
  if (connection?.status === 'accepted') return { kind: 'connected', lock: lockOf(me) };
  if (connection?.status === 'pending')
    return isOwnAsk ? { kind: 'pending', isWaiting: connection.isPending } : { kind: 'answer' };
  // Whoever declined may ask in their turn (S-41).
  if (connection && isOwnAsk) return { kind: 'declined' };
  return { kind: 'connect', lock: lockOf(me) };
}

/** What is missing before this person may connect and write (S-14); nothing that this device does not know yet. */
function lockOf({ profile, balance }: Pick<MeView, 'profile' | 'balance'>): Lock | null {
  if (isBelowLevel(specifiedRules.unlockLevels.connect, { balance })) return 'level';
  return profile === null || (profile.artist_name && profile.avatar_url) ? null : 'profile';
}
