import type { ProfileView, TrackView } from '../../../sync/client.ts';

/**
 * Returns, for each figure, the higher of the server's and the device's: the server's may lag behind, and the device may hold only some of the
 * tracks (SY-36).
 */
export function personFigures(
  person: Pick<ProfileView, 'track_count' | 'total_plays'>,
  tracks: readonly Pick<TrackView, 'play_count'>[],
): { tracks: number; plays: number } {
  const plays = tracks.reduce((sum, track) => sum + track.play_count, 0);
  return { tracks: Math.max(tracks.length, person.track_count ?? 0), plays: Math.max(plays, person.total_plays ?? 0) };
}
