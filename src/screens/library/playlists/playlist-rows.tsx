import { ListX } from 'lucide';
import { useCallback, useMemo } from 'react';
import type { PendingAction, PlaylistEntryView, PlaylistsApi, PlaylistView } from '../../../../sync/client.ts';
import type { Listening } from '../../../components/track/listening.ts';
import { OrderedList } from '../../../design/ordered-list.tsx';
import { toastOnError } from '../../../engine/call-failure.ts';
import { useIsOffline, useLive, useScope } from '../../../engine/live.ts';
import { dismissToast, toast } from '../../../engine/toast.ts';
import { useIsUnplayable } from '../../../engine/use-is-unplayable.ts';
import { useNow } from '../../../engine/use-now.ts';
import { texts } from '../../../platform/texts.ts';
import { trackWords } from '../../../platform/track-words.ts';
import { useIsDesktop } from '../../../platform/viewport.ts';
import { LibraryRow, ROW_PX } from '../library-row.tsx';
import { isCurrentEntry, type ListedTrack } from './listed-tracks.ts';
import { playlistsTexts } from './playlists-texts.ts';

const keyOf = ({ id }: PlaylistEntryView) => id;
const nameOf = ({ track }: PlaylistEntryView) =>
  track === null ? playlistsTexts.unknownTrack : track.title || trackWords.untitled;
const isPresent = ({ isAbsent, track }: PlaylistEntryView) => !isAbsent && track !== null;

type PlaylistRowsProps = Listening & {
  playlist: PlaylistView;
  tracks: readonly ListedTrack[];
  api: PlaylistsApi;
};

export function PlaylistRows({ playlist, tracks, api, onPlay, onMore, onVote, nowPlaying }: PlaylistRowsProps) {
  const { id: playlistId, entries } = playlist;
  const kept = useLive(useScope().kept.states);
  const isOffline = useIsOffline();
  const isUnplayable = useIsUnplayable();
  const isDesktop = useIsDesktop();
  const now = useNow(60_000);
  const columns = useMemo(() => (isDesktop ? { now, onVote } : null), [isDesktop, now, onVote]);
  const { play, more, removal } = useMemo(() => {
    const found = (entryId: string) => entries.find(({ id }) => id === entryId);
    const remove = (entryId: string) => {
      const entry = found(entryId);
      if (entry) toastOnError(removeWithUndo(api, playlistId, entry));
    };
    return {
      removal: { label: playlistsTexts.remove, run: remove },
      play(entryId: string) {
        const index = tracks.findIndex(({ from }) => from.entry === entryId);
        if (index >= 0) onPlay(tracks, index);
      },
      more(entryId: string, anchor: HTMLElement) {
        const track = found(entryId)?.track;
        if (track) onMore(track, anchor, [{ label: playlistsTexts.remove, icon: ListX, run: () => remove(entryId) }]);
      },
    };
  }, [entries, tracks, api, playlistId, onPlay, onMore]);
  const isChange = useCallback(({ payload }: PendingAction) => payload['playlist_id'] === playlistId, [playlistId]);
  const move = async ({ id }: PlaylistEntryView, order: readonly string[]) => {
    const work = api.move(playlistId, id, order.slice(order.indexOf(id) + 1));
    toastOnError(work);
    await work;
  };
  return (
    <OrderedList
      label={playlistsTexts.tracks}
      items={entries}
      keyOf={keyOf}
      rowHeight={ROW_PX}
      nameOf={nameOf}
      canMove={isPresent}
      onMove={move}
    >
      {(entry, { row }) => (
        <LibraryRow
          id={entry.id}
          entry={entry}
          isChange={isChange}
          removal={removal}
          place={isDesktop ? row + 1 : null}
          hasTime
          columns={columns}
          isCurrent={isCurrentEntry(playlistId, entry, nowPlaying)}
          isSounding={nowPlaying.isPlaying && isCurrentEntry(playlistId, entry, nowPlaying)}
          isKept={kept.get(entry.trackId)?.kind === 'kept'}
          isUnplayable={isUnplayable(entry.trackId)}
          isOffline={isOffline}
          onPlay={play}
          onMore={more}
        />
      )}
    </OrderedList>
  );
}

async function removeWithUndo(api: PlaylistsApi, playlistId: string, entry: PlaylistEntryView): Promise<void> {
  await api.remove(playlistId, [entry.id]);
  const id = `removed ${entry.id}`;
  const undo = () => {
    dismissToast(id);
    toastOnError(api.putBack(playlistId, [entry]));
  };
  toast({ id, kind: 'success', title: playlistsTexts.removed, action: { label: texts.undo.verb, run: undo } });
}
