import type { TrackView } from '../../../sync/client.ts';

/** How a list of tracks plays, and what plays now. */
export interface Listening {
  onPlay: (tracks: readonly TrackView[], startIndex: number) => void;
  onMore: (track: TrackView) => void;
  nowPlaying: { trackId: string | null; isPlaying: boolean };
}
