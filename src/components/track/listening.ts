import type { IconNode } from 'lucide';
import type { TrackView } from '../../../sync/client.ts';
import type { ListEntry } from './playlist/list-entry.ts';
import type { OnVote } from '../vote/vote-rating.tsx';

/** An action that a list adds to the More menu of its tracks. */
export interface ListAct {
  label: string;
  icon: IconNode;
  run: () => void;
}

export interface NowPlaying {
  trackId: string | null;
  /** The playlist entry from which the track was played, if any. */
  from?: ListEntry | undefined;
  isPlaying: boolean;
}

/**
 * `track`: a press on one track, which pauses or resumes the track if it is the current one. `list`: the list becomes the queue in any
 * case. `startS`: continues a list at this second of its track.
 */
export type Press = 'track' | 'list' | { startS: number };

/** Props of a list whose tracks can be played and voted on. */
export interface Listening {
  onPlay: (tracks: readonly TrackView[], startIndex: number, press?: Press) => void;
  /** `anchor`: the pressed button. */
  onMore: (track: TrackView, anchor: HTMLElement, acts?: readonly ListAct[]) => void;
  onVote: OnVote;
  nowPlaying: NowPlaying;
}
