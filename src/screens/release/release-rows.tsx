import { ListX } from 'lucide';
import { useCallback, useMemo } from 'react';
import type { OwnReleaseView, ReleasePlaceView, ReleasesApi, TrackView } from '../../../sync/client.ts';
import type { Listening } from '../../components/track/listening.ts';
import { List } from '../../design/list-row.tsx';
import { OrderedList } from '../../design/ordered-list.tsx';
import { toastOnError } from '../../engine/call-failure.ts';
import { useIsUnplayable } from '../../engine/use-is-unplayable.ts';
import { useNow } from '../../engine/use-now.ts';
import { trackWords } from '../../platform/track-words.ts';
import { useIsDesktop } from '../../platform/viewport.ts';
import { ownerTexts } from './own/owner-texts.ts';
import { releasePageTexts } from './release-page-texts.ts';
import { ReleaseRow } from './release-row.tsx';

/** In px. */
const ROW_HEIGHT = 60;

interface ReleaseRowsProps extends Listening {
  places: readonly ReleasePlaceView[];
  /** Those of the places that are on this device. */
  tracks: readonly TrackView[];
  /** Null for the releases of others, which cannot be put in order. */
  own: { release: OwnReleaseView; api: ReleasesApi } | null;
}

export function ReleaseRows({ places, tracks, own, onPlay, onMore, onVote, nowPlaying }: ReleaseRowsProps) {
  const isDesktop = useIsDesktop();
  const isUnplayable = useIsUnplayable();
  const now = useNow(60_000);
  const api = own?.api;
  const releaseId = own?.release.id ?? '';
  const play = useCallback(
    (trackId: string) => {
      const index = tracks.findIndex((track) => track.id === trackId);
      if (index >= 0) onPlay(tracks, index);
    },
    [tracks, onPlay],
  );
  const remove = useMemo(
    () => (api ? (place: string) => toastOnError(api.remove(releaseId, place)) : null),
    [api, releaseId],
  );
  const more = useCallback(
    (track: TrackView, anchor: HTMLElement) =>
      onMore(track, anchor, remove ? [{ label: ownerTexts.remove, icon: ListX, run: () => remove(track.id) }] : []),
    [onMore, remove],
  );
  const canMove = own !== null && places.length > 1;
  const row = (place: ReleasePlaceView, at: number) => (
    <ReleaseRow
      place={place}
      number={at + 1}
      isDesktop={isDesktop}
      isCurrent={nowPlaying.trackId === place.id}
      isSounding={nowPlaying.isPlaying && nowPlaying.trackId === place.id}
      isUnplayable={isUnplayable(place.id)}
      hasGrip={canMove}
      now={now}
      onPlay={play}
      onMore={more}
      onVote={onVote}
      onRemove={remove}
    />
  );
  if (!own)
    return (
      <List aria-label={releasePageTexts.tracks}>
        {places.map((place, at) => (
          <li key={place.id}>{row(place, at)}</li>
        ))}
      </List>
    );
  const nameOf = ({ id, track }: ReleasePlaceView) =>
    track ? track.title || trackWords.untitled : ownerTexts.place(places.findIndex((place) => place.id === id) + 1);
  const move = async (_place: ReleasePlaceView, order: readonly string[]) => {
    const work = own.api.arrange(releaseId, order);
    toastOnError(work);
    await work;
  };
  return (
    <OrderedList
      label={releasePageTexts.tracks}
      items={places}
      keyOf={keyOf}
      rowHeight={ROW_HEIGHT}
      nameOf={nameOf}
      canMove={() => canMove}
      onMove={move}
    >
      {(place, at) => row(place, at.row)}
    </OrderedList>
  );
}

const keyOf = ({ id }: ReleasePlaceView) => id;
