import type { Scope } from '../../../sync/client.ts';
import type { PlayerTrack } from './player-track.ts';
import type { lateTexts } from './late-texts.ts';
import { tracksAround } from './queue.ts';

type ArtistSession =
  | { kind: 'session'; tracks: readonly PlayerTrack[]; startIndex: number }
  | { kind: 'refused'; why: keyof typeof lateTexts.artist };

/** The artist's public tracks, most played first, as many as a queue can hold. Refuses a start track that is not among them. */
export function artistSession(
  scope: Pick<Scope, 'tracksOf' | 'explore'>,
  artistId: string,
  startTrackId: string | null,
): ArtistSession {
  if (scope.explore({ search: '', genre: null }).get().state === 'empty') return { kind: 'refused', why: 'loadError' };
  const tracks = scope
    .tracksOf(artistId)
    .get()
    .filter((track) => track.is_public && track.rev > 0)
    .sort((a, b) => b.play_count - a.play_count || (a.id < b.id ? -1 : 1));
  if (tracks.length === 0) return { kind: 'refused', why: 'none' };
  const startIndex = startTrackId === null ? 0 : tracks.findIndex((track) => track.id === startTrackId);
  if (startIndex < 0) return { kind: 'refused', why: 'failed' };
  return { kind: 'session', ...tracksAround(tracks, startIndex) };
}
