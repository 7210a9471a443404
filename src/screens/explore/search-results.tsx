import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { CreatorView, ExploreView, ProfileView, TrackView } from '../../../sync/client.ts';
import { fold } from '../../../sync/model/fold.ts';
import type { Listening } from '../../components/track/listening.ts';
import { FailedState } from '../../design/failed-state.tsx';
import { Box, styled } from '../../design/styled.tsx';
import { WindowedGrid } from '../../design/windowed-grid.tsx';
import { useLive, useScope } from '../../engine/live.ts';
import { useIsUnplayable } from '../../engine/use-is-unplayable.ts';
import { useNow } from '../../engine/use-now.ts';
import { beyondTexts, foundCountText, MAX_NAMED, searchStatus } from '../../components/beyond/beyond-texts.ts';
import { exploreTexts } from './explore-texts.ts';
import { ListEnd } from '../../components/beyond/list-end.tsx';
import { OnlyHere } from '../../components/beyond/only-here.tsx';
import { SearchedArtist, SearchedTrack } from './search-items.tsx';
import type { SearchKind } from './search-kinds.tsx';
import { rowHeightOf, SearchRowsSkeleton } from './search-row.tsx';
import { SearchSection } from '../../components/beyond/search-section.tsx';
import { useBeyond } from '../../components/beyond/use-beyond.ts';

/** Most artists shown above the tracks. More would push the tracks out of the window. */
const MAX_ARTISTS = 5;

type Item =
  | { kind: 'artist'; id: string; profile: ProfileView; trackCount: number }
  | { kind: 'track'; id: string; track: TrackView; at: number };

/** A track may have the id of an artist, because a client chooses the ids of its tracks. */
const keyOf = ({ kind, id }: Item) => (kind === 'artist' ? `artist ${id}` : id);

function itemsOf(
  kind: SearchKind,
  people: readonly { profile: ProfileView; trackCount: number }[],
  tracks: readonly TrackView[],
): readonly Item[] {
  const shownPeople = kind === 'tracks' ? [] : kind === 'all' ? people.slice(0, MAX_ARTISTS) : people;
  const shownTracks = kind === 'artists' ? [] : tracks;
  return [
    ...shownPeople.map(({ profile, trackCount }) => ({ kind: 'artist' as const, id: profile.id, profile, trackCount })),
    ...shownTracks.map((track, at) => ({ kind: 'track' as const, id: track.id, track, at })),
  ];
}

const noItems: readonly Item[] = [];

const oneColumn = () => ({ count: 1, gapX: 0, gapY: 0 });

interface SearchResultsProps extends Listening {
  view: ExploreView;
  search: string;
  genre: string | null;
  kind: SearchKind;
  isSettled: boolean;
  children: ReactNode;
}

export function SearchResults(props: SearchResultsProps) {
  const { view, search, genre, kind, isSettled, children, ...listening } = props;
  const scope = useScope();
  const { creators: known } = useLive(useMemo(() => scope.people({ search, sort: 'most_active' }), [scope, search]));
  const creators = useCreatorsBeforeAnswer(known, view.beyond.found !== null);
  const here = useMemo(() => itemsOf(kind, creators, view.tracks), [kind, creators, view.tracks]);
  const row = useRow(listening);
  const { phase, request } = useBeyond(view.beyond, scope.exploreMore);
  const requestOnce = useEffectEvent(request);
  const isDue = phase === 'due' && isSettled;
  useEffect(() => {
    if (isDue) requestOnce({ search, genre });
  }, [isDue, search, genre]);

  const { found } = view.beyond;
  const elsewhere = useMemo(() => {
    if (!found) return noItems;
    const shown = new Set(here.map(keyOf));
    return itemsOf(kind, found.people, found.tracks).filter((item) => !shown.has(keyOf(item)));
  }, [kind, here, found]);
  const typedWords = useMemo(() => fold(search).split(' ').filter(Boolean), [search]);
  const isLooking = view.match === 'looking';
  const tracksFound = found && kind !== 'artists' ? found.total : null;
  // The first answer has all people; later pages have only tracks.
  const isAtEnd = found !== null && (kind === 'artists' || view.beyond.state === 'none');
  const isCut = tracksFound !== null && tracksFound > MAX_NAMED;
  const isLoading = phase === 'due' || phase === 'loading';
  const close = exploreTexts.closeTo(search.trim());

  return (
    <Box mt={{ base: '0', lg: '10px' }}>
      <SearchSection
        title={beyondTexts.here}
        count={isLooking ? null : here.length.toLocaleString('en')}
        note={view.match === 'close' && view.tracks.length > 0 && kind !== 'artists' ? close : null}
      >
        {here.length > 0 ? (
          <WindowedGrid
            label={beyondTexts.here}
            items={here}
            keyOf={keyOf}
            columnsOf={oneColumn}
            heightOf={rowHeightOf}
          >
            {(item) => row(item, view.tracks, view.highlights.length > 0 ? view.highlights : typedWords)}
          </WindowedGrid>
        ) : isLooking ? (
          <SearchRowsSkeleton />
        ) : (
          <NothingHere search={search.trim()} isOffline={phase === 'offline'} />
        )}
      </SearchSection>
      {phase === 'offline' ? (
        <OnlyHere />
      ) : (
        <SearchSection
          title={beyondTexts.everywhere}
          count={tracksFound === null ? null : foundCountText(tracksFound)}
          note={found?.match === 'close' && elsewhere.length > 0 ? close : null}
          isLoading={isLoading}
        >
          {phase === 'failed' && (
            <FailedState title={beyondTexts.restFailed} onRetry={() => request({ search, genre })} />
          )}
          {elsewhere.length > 0 && (
            <WindowedGrid
              label={beyondTexts.everywhere}
              items={elsewhere}
              keyOf={keyOf}
              columnsOf={oneColumn}
              heightOf={rowHeightOf}
            >
              {(item) => row(item, found?.tracks ?? [], typedWords)}
            </WindowedGrid>
          )}
          {isLoading && <SearchRowsSkeleton />}
          {found && kind !== 'artists' && (
            <ListEnd
              state={view.beyond.state}
              count={found.tracks.length}
              onMore={() => scope.exploreMore({ search, genre })}
            />
          )}
          {isAtEnd && (isCut || elsewhere.length === 0) && (
            <Box color="fg.muted" py="10px">
              {isCut ? beyondTexts.moreMatch : beyondTexts.nothingElse}
            </Box>
          )}
        </SearchSection>
      )}
      {isAtEnd && here.length + elsewhere.length === 0 && children}
      <Status text={isLooking ? null : searchStatus(here.length, tracksFound)} isSettled={isSettled} />
    </Box>
  );
}

/**
 * The creators that were on this device before the server answered. The answer adds people to the device; they are listed in the section
 * below, so that nothing above moves.
 */
function useCreatorsBeforeAnswer(known: readonly CreatorView[], isAnswered: boolean): readonly CreatorView[] {
  const [before, setBefore] = useState(known);
  if (!isAnswered && before !== known) setBefore(known);
  return useMemo(() => {
    const ids = new Set(before.map(({ profile }) => profile.id));
    return isAnswered ? known.filter(({ profile }) => ids.has(profile.id)) : known;
  }, [before, known, isAnswered]);
}

function useRow({ onPlay, onMore, onVote, nowPlaying }: Listening) {
  const kept = useLive(useScope().kept.states);
  const isUnplayable = useIsUnplayable();
  const now = useNow(60_000);
  return (item: Item, tracks: readonly TrackView[], marks: readonly string[]) => {
    if (item.kind === 'artist')
      return <SearchedArtist profile={item.profile} trackCount={item.trackCount} marks={marks} />;
    const { track, at } = item;
    const isCurrent = nowPlaying.trackId === track.id;
    return (
      <SearchedTrack
        track={track}
        marks={marks}
        isCurrent={isCurrent}
        isSounding={isCurrent && nowPlaying.isPlaying}
        isKept={kept.get(track.id)?.kind === 'kept'}
        isUnplayable={isUnplayable(track.id)}
        now={now}
        onPlay={() => onPlay(tracks, at)}
        onMore={onMore}
        onVote={onVote}
      />
    );
  };
}

function NothingHere({ search, isOffline }: { search: string; isOffline: boolean }) {
  return (
    <Box py="10px" overflowWrap="anywhere">
      <Box textStyle="title">{beyondTexts.nothingHere(search)}</Box>
      {isOffline && (
        <Box textStyle="meta" color="fg.muted" mt="4px">
          {beyondTexts.wordsStay}
        </Box>
      )}
    </Box>
  );
}

/** Announces the counts to screen readers only after typing has stopped. */
function Status({ text, isSettled }: { text: string | null; isSettled: boolean }) {
  const [spoken, setSpoken] = useState('');
  if (isSettled && text !== null && text !== spoken) setSpoken(text);
  return (
    <styled.div srOnly role="status">
      {spoken}
    </styled.div>
  );
}
