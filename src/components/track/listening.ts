import type { IconNode } from 'lucide';
import type { TrackView } from '../../../sync/client.ts';
import type { OnVote } from '../vote/vote-rating.tsx';

/** An action on a track that the list of this track adds to the track's More. */
export interface ListAct {
  label: string;
  icon: IconNode;
  run: () => void;
}

/** Props of a list whose tracks can be played and voted on. */
export interface Listening {
  /** `press`: on one track, which toggles the track that plays already, or on the list, which becomes the queue in any case. */
  onPlay: (tracks: readonly TrackView[], startIndex: number, press?: 'track' | 'list') => void;
  onMore: (track: TrackView, acts?: readonly ListAct[]) => void;
  onVote: OnVote;
  nowPlaying: { trackId: string | null; isPlaying: boolean };
}
