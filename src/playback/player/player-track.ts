import type { TrackView } from '../../../sync/client.ts';

/** A track in the queue, with all that is needed to play, show and count it. */
export interface PlayerTrack {
  id: string;
  title: string;
  artistName: string;
  userId: string;
  audioSrc: string;
  coverSrc: string | null;
  durationMs: number;
  audioBytes: number;
}

export function toPlayerTrack(track: TrackView): PlayerTrack {
  return {
    id: track.id,
    title: track.title,
    artistName: track.artist_name,
    userId: track.user_id,
    audioSrc: track.audioSrc,
    coverSrc: track.coverSrc,
    durationMs: track.duration_ms,
    audioBytes: track.audio_bytes,
  };
}
