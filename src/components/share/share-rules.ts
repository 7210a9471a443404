import type { MeView, TrackView } from '../../../sync/client.ts';
import type { Rules } from '../../../sync/model/rules.ts';
import { isBelowLevel } from '../vote/lock-text.ts';

export type Sharing = 'hidden' | 'locked' | 'open' | 'shared';

/** Whether this person may share the track, or has shared it. @param userId null for a guest */
export function sharingOf(
  track: Pick<TrackView, 'user_id' | 'is_public' | 'myShare'>,
  me: Pick<MeView, 'balance'> | null,
  userId: string | null,
  { unlockLevels }: Pick<Rules, 'unlockLevels'>,
): Sharing {
  if (userId === null || track.user_id === userId) return 'hidden';
  if (track.myShare.isShared) return 'shared';
  if (!track.is_public) return 'hidden';
  return isBelowLevel(unlockLevels.share, me) ? 'locked' : 'open';
}
