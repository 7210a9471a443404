import { CircleAlert, Lock, UserX } from 'lucide';
import { useEffect, useMemo, useState } from 'react';
import type { ProfileView } from '../../../sync/client.ts';
import { profileVisibility } from '../../../sync/model/profile-visibility.ts';
import { useHasLoadFailed } from '../../engine/load-failed.ts';
import { useLive, useScope } from '../../engine/live.ts';
import { texts } from '../../platform/texts.ts';
import { useNow } from '../../engine/use-now.ts';
import { useIsUnplayable } from '../../engine/use-is-unplayable.ts';
import { useRemote } from '../../engine/use-remote.ts';
import { useTitle } from '../../platform/window-title.ts';
import { Button } from '../../design/button.tsx';
import { Carousel } from '../../design/carousel.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import type { Listening } from '../../components/track/listening.ts';
import { lazyPart } from '../../design/lazy-part.tsx';
import { LinkButton } from '../../design/link-button.tsx';
import { List } from '../../design/list-row.tsx';
import { Page, Section } from '../../design/page.tsx';
import { PageNotice } from '../../design/page-notice.tsx';
import { PageLoading } from '../../design/page-loading.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Segment } from '../../design/segment.tsx';
import { SharedCard } from '../../components/track/shared-card.tsx';
import { Box } from '../../design/styled.tsx';
import { TrackRow } from '../../components/track/track-row.tsx';
import { Band } from './band.tsx';
import { PersonHeader } from './person-header.tsx';
import { linksOf, PersonLinks } from './person-links.tsx';
import { personTexts } from './person-texts.ts';
import { sortedTracks, type TrackSort } from './sorted-tracks.ts';

const PersonReleases = lazyPart(
  () => import('../../components/release/release-lists.tsx').then((m) => m.PersonReleases),
  'invisible',
);

const PersonPlaylists = lazyPart(
  () => import('../../components/track/playlist/person-playlists.tsx').then((m) => m.PersonPlaylists),
  'invisible',
);

const sorts: readonly { value: TrackSort; label: string }[] = [
  { value: 'votes', label: personTexts.votes },
  { value: 'plays', label: personTexts.plays },
];

interface PersonPageProps extends Listening {
  personId: string;
  onPlayAll: () => void;
}

/** Shows the profile as others see it, or a notice that says why it is not shown (S-23). */
export function PersonPage(props: PersonPageProps) {
  const scope = useScope();
  const { personId } = props;
  // The server may have more tracks and a newer profile. Until it answers, the device's data is shown.
  useEffect(() => void scope.visitPerson(personId).catch(() => undefined), [scope, personId]);
  const state = useLive(useMemo(() => scope.person(personId), [scope, personId]));
  switch (state.kind) {
    case 'public':
      return <PublicProfile {...props} person={state.person} />;
    case 'private':
    case 'missing':
      return (
        <PageNotice icon={state.kind === 'private' ? Lock : UserX} text={personTexts[state.kind]}>
          <LinkButton to="/">{personTexts.home}</LinkButton>
        </PageNotice>
      );
    case 'unknown':
      return state.failure ? <Failed personId={personId} /> : <LookupPending personId={personId} />;
  }
}

function LookupPending({ personId }: { personId: string }) {
  return useHasLoadFailed() ? <Failed personId={personId} /> : <PageLoading />;
}

function Failed({ personId }: { personId: string }) {
  const { syncNow } = useScope();
  const visibility = useRemote(useMemo(() => profileVisibility(personId), [personId]));
  const retry = () => {
    syncNow();
    visibility.retry();
  };
  return (
    <PageNotice icon={CircleAlert} text={personTexts.failed}>
      <Button busy={visibility.kind !== 'loading' && visibility.isAsking ? texts.part.loading : null} onClick={retry}>
        {texts.retry}
      </Button>
    </PageNotice>
  );
}

function PublicProfile({
  person,
  onPlay,
  onPlayAll,
  onMore,
  onVote,
  nowPlaying,
}: PersonPageProps & { person: ProfileView }) {
  useTitle(person.artist_name || personTexts.nameless);
  const scope = useScope();
  const allTracks = useLive(useMemo(() => scope.tracksOf(person.id), [scope, person.id]));
  const shares = useLive(useMemo(() => scope.sharesOf(person.id), [scope, person.id]));
  const isFilled = useLive(scope.isFilled);
  const [sort, setSort] = useState<TrackSort>('votes');
  const now = useNow(60_000);
  const isUnplayable = useIsUnplayable();
  const tracks = useMemo(
    () =>
      sortedTracks(
        allTracks.filter((track) => track.is_public && track.rev > 0),
        sort,
      ),
    [allTracks, sort],
  );
  const isSounding = (id: string) => nowPlaying.trackId === id && nowPlaying.isPlaying;
  const links = linksOf(person);
  const hasAbout = Boolean(person.bio) || links.length > 0;
  const hasAside = hasAbout || shares.length > 0;
  return (
    <>
      <Band personId={person.id} />
      <Page width="wide">
        <PersonHeader person={person} tracks={tracks} onPlayAll={onPlayAll} />
        <Box
          display="grid"
          gridTemplateAreas={{
            base: '"about" "tracks" "shared"',
            lg: hasAside ? '"tracks about" "tracks shared"' : '"tracks"',
          }}
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: hasAside ? 'minmax(0, 1fr) 440px' : 'minmax(0, 1fr)' }}
          gridTemplateRows={{ lg: 'auto 1fr' }}
          columnGap="64px"
        >
          {hasAbout && (
            <Box gridArea="about" mt={{ base: '16px', lg: '28px' }} minWidth="0">
              {person.bio && (
                <Box
                  dir="auto"
                  textAlign="start"
                  color="fg.muted"
                  fontSize="16px"
                  whiteSpace="pre-line"
                  overflowWrap="anywhere"
                  overflowX="clip"
                  // Each paragraph takes the direction of its own text.
                  css={{ unicodeBidi: 'plaintext' }}
                >
                  {person.bio}
                </Box>
              )}
              {links.length > 0 && <PersonLinks links={links} />}
            </Box>
          )}
          <Box gridArea="tracks" minWidth="0">
            <PersonReleases userId={person.id} />
            <Section
              title={personTexts.uploaded}
              aside={
                tracks.length > 1 && (
                  <Segment label={personTexts.sort} on="page" value={sort} choices={sorts} onChange={setSort} />
                )
              }
            >
              {tracks.length === 0 ? (
                isFilled ? (
                  <EmptyState title={personTexts.noTracks} />
                ) : (
                  <Skeleton height="60px" borderRadius="panel" />
                )
              ) : (
                <List aria-label={personTexts.uploaded}>
                  {tracks.map((track, i) => (
                    <TrackRow
                      key={track.id}
                      track={track}
                      isCurrent={nowPlaying.trackId === track.id}
                      isSounding={isSounding(track.id)}
                      isUnplayable={isUnplayable(track.id)}
                      now={now}
                      onPlay={() => onPlay(tracks, i)}
                      onMore={(anchor) => onMore(track, anchor)}
                      onVote={onVote}
                    />
                  ))}
                </List>
              )}
            </Section>
            <PersonPlaylists userId={person.id} />
          </Box>
          {shares.length > 0 && (
            <Box gridArea="shared" minWidth="0" mt="28px">
              <Carousel title={personTexts.shared} items={shares} keyOf={({ track }) => track.id} maxInView={3}>
                {({ track }) => (
                  <SharedCard
                    track={track}
                    isSounding={isSounding(track.id)}
                    isUnplayable={isUnplayable(track.id)}
                    onPlay={() =>
                      onPlay(
                        shares.map((share) => share.track),
                        shares.findIndex((share) => share.track.id === track.id),
                      )
                    }
                  />
                )}
              </Carousel>
            </Box>
          )}
        </Box>
      </Page>
    </>
  );
}
