import type { TrackView } from '../../../sync/client.ts';
import type { OnVote } from '../vote/vote-rating.tsx';

/** Props of a list whose tracks can be played and voted on. */
export interface Listening {
  onPlay: (tracks: readonly TrackView[], startIndex: number) => void;
  onMore: (track: TrackView) => void;
  onVote: OnVote;
  nowPlaying: { trackId: string | null; isPlaying: boolean };
}
