import type { TrackView } from '../../../sync/client.ts';
import type { MeasuredLoudness } from '../../../supabase/functions/_shared/media/loudness-meter.ts';
import { measuredOf } from '../../../supabase/functions/_shared/media/play-gain.ts';
import type { ListEntry } from '../../components/track/playlist/list-entry.ts';
import { trackWords } from '../../platform/track-words.ts';

/** A copy of the track's row from when it was queued. */
export interface PlayerTrack {
  id: string;
  title: string;
  artistName: string;
  userId: string;
  audioSrc: string;
  coverSrc: string | null;
  durationMs: number;
  audioBytes: number;
  loudness?: MeasuredLoudness | undefined;
  releaseId?: string | undefined;
  /** Set if the list was shuffled before it was queued: the loudness of its tracks is then normalized one by one. */
  isShuffled?: true | undefined;
  /** Set if the track was played from a playlist. */
  from?: ListEntry | undefined;
  /** Set if the player chose the track to follow the end of a list. Its play is not manual (S-63). */
  isPicked?: true | undefined;
}

/** A track of a list that can be queued. */
export type QueuableTrack = TrackView & Pick<PlayerTrack, 'isShuffled' | 'from'>;

export function toPlayerTrack(track: QueuableTrack): PlayerTrack {
  return {
    id: track.id,
    title: track.title,
    artistName: track.artist_name,
    userId: track.user_id,
    audioSrc: track.audioSrc,
    coverSrc: track.coverSrc,
    durationMs: track.duration_ms,
    audioBytes: track.audio_bytes,
    loudness: measuredOf(track.loudness_lufs, track.true_peak_dbtp) ?? undefined,
    releaseId: track.release_id ?? undefined,
    isShuffled: track.isShuffled,
    from: track.from,
  };
}

export interface ShownTrack {
  title: string;
  artist: string;
  coverSrc: string | null;
}

/** The shown fields of a queued track: from the current `row`, or from the queued copy if the replica has no row. */
export function shownTrack(
  queued: PlayerTrack,
  row: Pick<TrackView, 'title' | 'artist_name' | 'coverSrc'> | null,
): ShownTrack {
  return {
    title: (row?.title ?? queued.title) || trackWords.untitled,
    artist: (row?.artist_name ?? queued.artistName) || trackWords.unknownArtist,
    coverSrc: row ? row.coverSrc : queued.coverSrc,
  };
}
