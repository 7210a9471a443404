import type { IconNode } from 'lucide';
import type { TrackView } from '../../../sync/client.ts';
import type { ListEntry } from './playlist/list-entry.ts';
import type { OnVote } from '../vote/vote-rating.tsx';

/** An action on a track that the list of this track adds to the track's More. */
export interface ListAct {
  label: string;
  icon: IconNode;
  run: () => void;
}

export interface NowPlaying {
  trackId: string | null;
  /** Where the track comes from, if it was played from a playlist. */
  from?: ListEntry | undefined;
  isPlaying: boolean;
}

/** Props of a list whose tracks can be played and voted on. */
export interface Listening {
  /**
   * `press`: on one track, which toggles the track that plays already; on the list, which becomes the queue in any case; or on where the list was
   * left, in seconds of its track.
   */
  onPlay: (tracks: readonly TrackView[], startIndex: number, press?: 'track' | 'list' | { startS: number }) => void;
  onMore: (track: TrackView, acts?: readonly ListAct[]) => void;
  onVote: OnVote;
  nowPlaying: NowPlaying;
}
