import { Box, chakra, Flex } from '@chakra-ui/react';
import { type ReactNode, useMemo } from 'react';
import type { MeView, TrackView } from '../../../sync/client.ts';
import { monthOfYear } from '../../lib/format.ts';
import { useLive, useMe, useSync } from '../../lib/live.ts';
import { plural, texts } from '../../lib/texts.ts';
import { Avatar } from '../../ui/art.tsx';
import { Strata } from '../../ui/marks.tsx';
import { LevelPanel } from './level-panel.tsx';
import { OwnTrackRow } from './own-track-row.tsx';

interface ProfilePageProps {
  userId: string;
  onPlay: (tracks: readonly TrackView[], startIndex: number) => void;
  nowPlaying: { trackId: string | null; isPlaying: boolean };
  /** How far today's plays are. */
  plays: ReactNode;
  /** What stands where somebody has uploaded nothing yet. */
  uploadLink: ReactNode;
}

/** The own profile: who, how much, which level, and the own tracks, all from the replica. */
export function ProfilePage({ userId, onPlay, nowPlaying, plays, uploadLink }: ProfilePageProps) {
  const sync = useSync();
  const me = useMe();
  const tracks = useLive(useMemo(() => sync.tracksOf(userId), [sync, userId]));
  if (!me?.profile) return <ProfileSkeleton />;
  return (
    <Box
      px={{ base: '16px', md: '24px', lg: '40px' }}
      pt={{ base: '8px', lg: '24px' }}
      pb="32px"
      maxWidth="1120px"
      mx="auto"
    >
      <ProfileHeader me={me} tracks={tracks} />
      <Box
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: '420px minmax(0, 1fr)' }}
        gap={{ base: '20px', lg: '40px' }}
        mt="20px"
      >
        <Flex direction="column" gap="10px">
          <LevelPanel xp={me.balance?.total_zaps_earned ?? 0} seed={userId} />
          <Box bg="bg.subtle" borderRadius="panel" p="16px">
            {plays}
          </Box>
        </Flex>
        <Box as="section" aria-labelledby="own-tracks" minWidth="0">
          <chakra.h2 id="own-tracks" textStyle="h1">
            {texts.profile.ownTracks}
          </chakra.h2>
          {tracks.length === 0 ? (
            <Flex direction="column" align="center" gap="16px" py="32px" textAlign="center">
              <Box color="fg.subtle" width="220px">
                <Strata height={80} lines={7} width={220} />
              </Box>
              <Box color="fg.muted">{texts.profile.noTracks}</Box>
              {uploadLink}
            </Flex>
          ) : (
            <Box as="ul" listStyleType="none" mt="8px">
              {tracks.map((track, i) => (
                <OwnTrackRow
                  key={track.id}
                  track={track}
                  isPlaying={nowPlaying.trackId === track.id && nowPlaying.isPlaying}
                  onPlay={() => onPlay(tracks, i)}
                />
              ))}
            </Box>
          )}
        </Box>
      </Box>
    </Box>
  );
}

function ProfileHeader({ me, tracks }: { me: MeView; tracks: readonly TrackView[] }) {
  const name = me.profile?.artist_name ?? '';
  const played = tracks.reduce((sum, track) => sum + track.play_count, 0);
  return (
    <Box>
      <Flex gap="16px" align="center">
        <Avatar name={name} src={me.avatarSrc} size={72} />
        <Box minWidth="0" flex="1">
          <chakra.h1 textStyle="h1" fontFamily="display" fontWeight="750" overflowWrap="anywhere">
            {name}
          </chakra.h1>
          <Box textStyle="meta" color="fg.muted" mt="4px">
            {me.profile && texts.profile.memberSince(monthOfYear(me.profile.created_at))}
          </Box>
        </Box>
      </Flex>
      <Flex as="dl" gap="8px 24px" mt="16px" wrap="wrap" textStyle="body">
        <Count value={tracks.length} label={plural(tracks.length, 'track')} />
        <Count value={played} label={plural(played, 'play')} />
        <Count value={me.zaps} label="ZAPs" color="zap.fg" />
      </Flex>
    </Box>
  );
}

function Count({ value, label, color = 'fg' }: { value: number; label: string; color?: string }) {
  return (
    <Flex gap="6px" align="baseline" direction="row-reverse">
      <chakra.dt color="fg.muted">{label}</chakra.dt>
      <chakra.dd fontFamily="display" fontWeight="750" fontSize="20px" lineHeight="1" color={color}>
        {value.toLocaleString('en')}
      </chakra.dd>
    </Flex>
  );
}

/** The header's geometry until the own row has arrived for the first time. */
function ProfileSkeleton() {
  return (
    <Box
      aria-hidden
      px={{ base: '16px', md: '24px', lg: '40px' }}
      pt={{ base: '8px', lg: '24px' }}
      maxWidth="1120px"
      mx="auto"
    >
      <Flex gap="16px" align="center">
        <Box width="72px" height="72px" borderRadius="full" bg="bg.muted" />
        <Box flex="1">
          <Box height="26px" width="45%" borderRadius="4px" bg="bg.muted" />
          <Box height="16px" width="35%" borderRadius="4px" bg="bg.muted" mt="8px" />
        </Box>
      </Flex>
      <Box height="20px" width="70%" borderRadius="4px" bg="bg.muted" mt="18px" />
      <Box height="240px" borderRadius="panel" bg="bg.inset" mt="22px" />
    </Box>
  );
}
