import type { PlaylistEntryView } from '../../../../sync/client.ts';
import type { ListEntry } from '../../../components/track/playlist/list-entry.ts';
import type { QueuableTrack } from '../../../playback/player/player-track.ts';

/** A playlist's track with its playlist entry, which the queue keeps. */
export type ListedTrack = QueuableTrack & { from: ListEntry };

/** A playlist's tracks that can be shown: without those that are hidden, deleted, or not on this device yet. */
export function listedTracks(list: string, entries: readonly PlaylistEntryView[]): readonly ListedTrack[] {
  return entries.flatMap(({ id, track, isAbsent }, at) =>
    isAbsent || track === null ? [] : [{ ...track, from: { list, entry: id, at } }],
  );
}

/** Whether the current track is this entry, or the same track played from outside this playlist. */
export function isCurrentEntry(
  list: string,
  { id, trackId }: Pick<PlaylistEntryView, 'id' | 'trackId'>,
  current: { trackId: string | null; from?: ListEntry | undefined },
): boolean {
  if (current.trackId !== trackId) return false;
  return current.from?.list !== list || current.from.entry === id;
}
