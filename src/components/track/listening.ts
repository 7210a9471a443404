import type { TrackView } from '../../../sync/client.ts';
import type { OnVote } from '../vote/vote-rating.tsx';

/** What a list of tracks needs for playing and voting. */
export interface Listening {
  onPlay: (tracks: readonly TrackView[], startIndex: number) => void;
  onMore: (track: TrackView) => void;
  onVote: OnVote;
  nowPlaying: { trackId: string | null; isPlaying: boolean };
}
