import { CloudOff, Ellipsis, Link as LinkSign, Pause, Play } from 'lucide';
import { useMemo } from 'react';
import type { TrackView } from '../../../sync/client.ts';
import { copyLink, sendLink } from '../../engine/copy-link.ts';
import { useLive, useScope } from '../../engine/live.ts';
import { plural, texts } from '../../platform/texts.ts';
import { trackWords } from '../../platform/track-words.ts';
import { useNow } from '../../engine/use-now.ts';
import { useIsUnplayable } from '../../engine/use-is-unplayable.ts';
import { useTitle } from '../../platform/window-title.ts';
import { Avatar } from '../../design/art.tsx';
import { Rating } from '../../components/vote/rating.tsx';
import { IconButton } from '../../design/button.tsx';
import { TruncatedText } from '../../design/truncated-text.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { Icon } from '../../design/icon.tsx';
import { lazyPart } from '../../design/lazy-part.tsx';
import { LinkButton } from '../../design/link-button.tsx';
import { List } from '../../design/list-row.tsx';
import { CoverPage } from '../../components/track/cover-page.tsx';
import type { Listening } from '../../components/track/listening.ts';
import { Page, PageTitle, Section } from '../../design/page.tsx';
import { PersonLink } from '../../components/person/person-link.tsx';
import { disabledWithReason } from '../../design/disabled-with-reason.ts';
import { notOnDeviceText } from '../../components/track/play-disc.tsx';
import { NotLoadedYet } from '../../design/not-loaded-yet.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { TrackRow } from '../../components/track/track-row.tsx';
import { trackTexts } from './track-texts.ts';
import { useTrackByAddress } from './use-track-by-address.ts';

interface TrackPageProps extends Listening {
  trackId: string;
}

const HeartButton = lazyPart(() => import('../../components/track/heart.tsx').then((m) => m.HeartButton), 'invisible');
const TrackLine = lazyPart(() => import('../../playback/player/track-line.tsx').then((m) => m.TrackLine), 'invisible');
const TrackSpends = lazyPart(
  () => import('../../components/track/track-spends.tsx').then((m) => m.TrackSpends),
  'invisible',
);
const ShareButton = lazyPart(
  () => import('../../components/share/share-button.tsx').then((m) => m.ShareButton),
  'invisible',
);
const TrackTextsSection = lazyPart(
  () => import('./track-texts-section.tsx').then((m) => m.TrackTextsSection),
  'invisible',
);
const TrackNumbers = lazyPart(
  () => import('../../components/own-track/track-numbers.tsx').then((m) => m.NumbersPanel),
  'invisible',
);

export function TrackPage({ trackId, ...rest }: TrackPageProps) {
  const lookup = useTrackByAddress(trackId);
  switch (lookup.kind) {
    case 'found':
      return <TrackContent track={lookup.track} {...rest} />;
    case 'loading':
      return <NotLoadedYet title={trackTexts.failed} />;
    case 'missing':
    case 'offline':
      return (
        <Page title={trackTexts[lookup.kind].title}>
          <EmptyState title={trackTexts[lookup.kind].text}>
            <LinkButton to="/">{trackTexts.home}</LinkButton>
          </EmptyState>
        </Page>
      );
  }
}

type TrackContentProps = Omit<TrackPageProps, 'trackId'> & { track: TrackView };

function TrackContent({ track, onPlay, onMore, onVote, nowPlaying }: TrackContentProps) {
  const scope = useScope();
  const artistTracks = useLive(useMemo(() => scope.tracksOf(track.user_id), [scope, track.user_id]));
  const others = useMemo(
    () => artistTracks.filter(({ id, rev }) => id !== track.id && rev > 0),
    [artistTracks, track.id],
  );
  const isUnplayable = useIsUnplayable();
  const now = useNow(60_000);
  const artist = track.artist_name || trackWords.unknownArtist;
  useTitle(`${track.title || trackWords.untitled}, ${artist}`);
  const list = [track, ...others];
  const isSounding = (id: string) => nowPlaying.trackId === id && nowPlaying.isPlaying;
  return (
    <CoverPage
      cover={{ src: track.coverSrc, seed: track.id }}
      head={
        <>
          <Flex gap="12px" align="flex-start">
            <PageTitle textStyle="poster" flex="1" minWidth="0" lineClamp="2" pb=".08em">
              {track.title || trackWords.untitled}
            </PageTitle>
            <HeartButton trackId={track.id} isOutlined />
            <LinkOut track={track} />
            <IconButton
              label={trackTexts.more}
              onClick={({ currentTarget }) => onMore(track, currentTarget)}
              boxShadow={edge}
            >
              <Icon of={Ellipsis} />
            </IconButton>
          </Flex>
          <Flex wrap="wrap" align="center" gap="6px 16px" mt="8px" color="fg.muted" fontVariantNumeric="tabular-nums">
            <Artist track={track} artist={artist} />
            <Rating average={track.average_vote_rating} votes={track.total_votes} />
            <span>
              {track.play_count.toLocaleString('en')} {plural(track.play_count, 'play')}
            </span>
            <span>{track.genre}</span>
          </Flex>
          <Flex gap="16px" align="center" mt="18px">
            <BigPlay
              isSounding={isSounding(track.id)}
              isUnplayable={isUnplayable(track.id)}
              onPlay={() => onPlay(list, 0)}
            />
            <Box flex="1" minWidth="0">
              <TrackLine track={track} />
            </Box>
          </Flex>
          {isUnplayable(track.id) && (
            <Box textStyle="meta" color="fg.muted" mt="8px">
              {notOnDeviceText}
            </Box>
          )}
          <Box mt="18px">
            <ShareButton trackId={track.id} variant="wide" />
          </Box>
          <Box mt="18px">
            <TrackSpends trackId={track.id} />
          </Box>
          <TrackTextsSection track={track} />
          {track.user_id === scope.userId && track.rev > 0 && (
            <Box mt="20px">
              <TrackNumbers trackId={track.id} />
            </Box>
          )}
        </>
      }
      rest={
        others.length > 0 && (
          <Section title={trackTexts.moreBy(artist)}>
            <List aria-label={trackTexts.moreBy(artist)}>
              {others.map((other, i) => (
                <TrackRow
                  key={other.id}
                  track={other}
                  isCurrent={nowPlaying.trackId === other.id}
                  isSounding={isSounding(other.id)}
                  isUnplayable={isUnplayable(other.id)}
                  now={now}
                  isNarrow
                  onPlay={() => onPlay(list, i + 1)}
                  onMore={(anchor) => onMore(other, anchor)}
                  onVote={onVote}
                />
              ))}
            </List>
          </Section>
        )
      }
    />
  );
}

const edge = 'inset 0 0 0 1.5px {colors.border.emphasized}';

/** Links to the artist. Also shows the artist's name at upload if it differs from the current name (S-43). */
function Artist({ track, artist }: { track: TrackView; artist: string }) {
  const scope = useScope();
  const person = useLive(useMemo(() => scope.person(track.user_id), [scope, track.user_id]));
  return (
    <Flex align="center" gap="8px" minWidth="0">
      <Avatar name={artist} src={person.kind === 'public' ? person.person.avatarSrc : null} size={24} />
      <Box color="fg" fontWeight="500" minWidth="0">
        <PersonLink userId={track.user_id} as="line">
          {artist}
        </PersonLink>
      </Box>
      {track.credited_as !== '' && track.credited_as !== artist && (
        <Box minWidth="0">
          <TruncatedText>{trackTexts.creditedAs(track.credited_as)}</TruncatedText>
        </Box>
      )}
    </Flex>
  );
}

function LinkOut({ track }: { track: TrackView }) {
  const isSystem = typeof navigator.share === 'function';
  const path = `/track/${track.id}`;
  return (
    <IconButton
      label={isSystem ? trackTexts.sendLink : texts.link.copy}
      boxShadow={edge}
      onClick={() => void (isSystem ? sendLink(path, track.title) : copyLink(path))}
    >
      <Icon of={LinkSign} />
    </IconButton>
  );
}

function BigPlay({
  isSounding,
  isUnplayable,
  onPlay,
}: {
  isSounding: boolean;
  isUnplayable: boolean;
  onPlay: () => void;
}) {
  const isUnavailable = isUnplayable && !isSounding;
  return (
    <IconButton
      label={isSounding ? 'Pause' : 'Play'}
      width={{ base: '64px', lg: '72px' }}
      height={{ base: '64px', lg: '72px' }}
      {...(isUnavailable
        ? { bg: 'bg.muted', color: 'fg.disabled' }
        : { bg: 'bg.inverted', color: 'fg.inverted', _hover: { bg: 'bg.inverted' } })}
      {...(isUnavailable ? disabledWithReason(notOnDeviceText) : { onClick: onPlay })}
    >
      <Icon of={isUnavailable ? CloudOff : isSounding ? Pause : Play} size={24} filled={!isUnavailable} />
    </IconButton>
  );
}
