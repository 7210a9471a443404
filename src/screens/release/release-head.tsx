import { Disc3, Link as LinkSign, Lock, Pause, Play, Share } from 'lucide';
import { type ReactNode, useMemo } from 'react';
import type { TrackView } from '../../../sync/client.ts';
import { PersonLink } from '../../components/person/person-link.tsx';
import { countAndLength, dateOf, kindWords } from '../../components/release/release-words.ts';
import type { Listening } from '../../components/track/listening.ts';
import { Avatar } from '../../design/art.tsx';
import { Badge } from '../../design/badge.tsx';
import { Button, IconButton } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { PageTitle } from '../../design/page.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { copyLink, sendLink } from '../../engine/copy-link.ts';
import { useArtistName, useLive, useScope } from '../../engine/live.ts';
import { useIsUnplayable } from '../../engine/use-is-unplayable.ts';
import { plural, texts } from '../../platform/texts.ts';
import { useIsDesktop } from '../../platform/viewport.ts';
import { releasePageTexts } from './release-page-texts.ts';
import type { ShownRelease } from './use-release.ts';

interface ReleaseHeadProps extends Pick<Listening, 'onPlay' | 'nowPlaying'> {
  release: ShownRelease;
  /** The release's tracks on this device, in order. */
  tracks: readonly TrackView[];
  /** Why only the owner sees the release; null if it is published. */
  state: string | null;
  /** The owner's button for more actions. */
  children: ReactNode;
}

export function ReleaseHead({ release, tracks, state, onPlay, nowPlaying, children }: ReleaseHeadProps) {
  const isDesktop = useIsDesktop();
  const isUnplayable = useIsUnplayable();
  const { title, kind, publishedAt, places } = release;
  const playable = tracks.filter(({ id }) => !isUnplayable(id));
  const current = playable.findIndex(({ id }) => id === nowPlaying.trackId);
  const isSounding = nowPlaying.isPlaying && current >= 0;
  const facts = [...(publishedAt === null ? [] : [dateOf(publishedAt)]), countAndLength(places.length, tracks)];
  return (
    <Flex direction="column">
      <PageTitle textStyle="poster" lineClamp="2" pb=".08em" order={{ lg: '1' }} mt={{ lg: '10px' }}>
        {title}
      </PageTitle>
      <Box order={{ lg: '2' }} mt="8px">
        <Artist release={release} plays={isDesktop ? totalPlays(tracks) : null} />
      </Box>
      <Flex wrap="wrap" align="center" gap="6px 12px" mt={{ base: '12px', lg: '0' }} color="fg.muted">
        <Badge height="26px" px="10px">
          <Icon of={Disc3} size={14} />
          {kindWords[kind]}
        </Badge>
        <Box fontVariantNumeric="tabular-nums">{facts.join(', ')}</Box>
        {state !== null && (
          <Flex role="status" align="center" gap="6px" fontVariantNumeric="tabular-nums">
            <Icon of={Lock} size={14} />
            {state}
          </Flex>
        )}
      </Flex>
      <Flex order={{ lg: '3' }} align="center" gap="8px" mt="16px">
        <Button
          flex={{ base: '1', lg: 'none' }}
          disabled={playable.length === 0}
          onClick={() => (current >= 0 ? onPlay(playable, current) : onPlay(playable, 0, 'list'))}
        >
          <Icon of={isSounding ? Pause : Play} size={18} filled />
          {isSounding ? releasePageTexts.pause : releasePageTexts.play}
        </Button>
        <Flex gap="8px" ml={{ lg: 'auto' }}>
          {publishedAt !== null && <Links release={release} isDesktop={isDesktop} />}
          {children}
        </Flex>
      </Flex>
    </Flex>
  );
}

function totalPlays(tracks: readonly TrackView[]): string {
  const plays = tracks.reduce((sum, { play_count: count }) => sum + count, 0);
  return `${plays.toLocaleString('en')} ${plural(plays, 'play')}`;
}

function Artist({ release: { userId, artistName }, plays }: { release: ShownRelease; plays: string | null }) {
  const scope = useScope();
  const person = useLive(useMemo(() => scope.person(userId), [scope, userId]));
  const name = useArtistName(userId, artistName);
  return (
    <Flex align="center" gap="8px" minWidth="0">
      <Avatar name={name} src={person.kind === 'public' ? person.person.avatarSrc : null} size={24} />
      <Box fontWeight="500" minWidth="0">
        <PersonLink userId={userId} as="line">
          {name}
        </PersonLink>
      </Box>
      {plays !== null && (
        <Box color="fg.muted" textStyle="meta" ml="10px" fontVariantNumeric="tabular-nums">
          {plays}
        </Box>
      )}
    </Flex>
  );
}

function Links({ release: { id, title }, isDesktop }: { release: ShownRelease; isDesktop: boolean }) {
  const path = `/release/${id}`;
  const links = [
    ...(typeof navigator.share === 'function'
      ? [{ label: releasePageTexts.share, icon: Share, run: () => void sendLink(path, title) }]
      : []),
    { label: texts.link.copy, icon: LinkSign, run: () => void copyLink(path) },
  ];
  return links.map(({ label, icon, run }) =>
    isDesktop ? (
      <Button key={label} variant="outline" onClick={run}>
        <Icon of={icon} size={18} />
        {label}
      </Button>
    ) : (
      <IconButton key={label} label={label} boxShadow="inset 0 0 0 1.5px {colors.border.emphasized}" onClick={run}>
        <Icon of={icon} />
      </IconButton>
    ),
  );
}
