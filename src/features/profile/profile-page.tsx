import { Box, Flex } from '@chakra-ui/react';
import { type ReactNode, useMemo, useState } from 'react';
import type { MeView, TrackView } from '../../../sync/client.ts';
import { monthOfYear } from '../../lib/format.ts';
import { useLive, useMe, useScope, useSyncStatus } from '../../lib/live.ts';
import { plural } from '../../lib/texts.ts';
import { useNow } from '../../lib/use-now.ts';
import { Avatar } from '../../ui/art.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { List } from '../../ui/list-row.tsx';
import { Page, PageTitle, Section } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stat, Stats } from '../../ui/stat.tsx';
import { LevelPanel } from './level-panel.tsx';
import { OwnTrackRow } from './own-track-row.tsx';
import { hasFailedToLoad } from './profile-loading.ts';
import { profileTexts } from './profile-texts.ts';

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
  const scope = useScope();
  const me = useMe();
  const tracks = useLive(useMemo(() => scope.tracksOf(userId), [scope, userId]));
  return (
    <Page>
      {me?.profile ? (
        <>
          <ProfileHeader me={me} tracks={tracks} />
          <Box
            display="grid"
            gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: '420px minmax(0, 1fr)' }}
            columnGap="40px"
            mt="20px"
            // Beside the panels the tracks begin where these do.
            css={{ '& > section': { mt: { lg: '0' } } }}
          >
            <Flex direction="column" gap="10px">
              <LevelPanel xp={me.balance?.total_zaps_earned ?? 0} seed={userId} />
              <Panel>{plays}</Panel>
            </Flex>
            <Section title={profileTexts.ownTracks}>
              {tracks.length === 0 ? (
                <EmptyState title={profileTexts.noTracks}>{uploadLink}</EmptyState>
              ) : (
                <List>
                  {tracks.map((track, i) => (
                    <OwnTrackRow
                      key={track.id}
                      track={track}
                      isPlaying={nowPlaying.trackId === track.id && nowPlaying.isPlaying}
                      onPlay={() => onPlay(tracks, i)}
                    />
                  ))}
                </List>
              )}
            </Section>
          </Box>
        </>
      ) : (
        <ProfileLoading />
      )}
    </Page>
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
          <PageTitle>{name}</PageTitle>
          <Box textStyle="meta" color="fg.muted" mt="4px">
            {me.profile && profileTexts.memberSince(monthOfYear(me.profile.created_at))}
          </Box>
        </Box>
      </Flex>
      <Stats mt="16px">
        <Stat value={tracks.length} label={plural(tracks.length, 'track')} />
        <Stat value={played} label={plural(played, 'play')} />
        <Stat value={me.zaps} label="ZAPs" color="zap.fg" />
      </Stats>
    </Box>
  );
}

/** Until the own row has arrived for the first time: the header's geometry, or why it does not come. */
function ProfileLoading() {
  const scope = useScope();
  const status = useSyncStatus();
  const now = useNow(1000);
  const [since] = useState(now);
  if (hasFailedToLoad(status, since, now))
    return (
      <FailedState
        title={profileTexts.loadingError}
        text={status.network === 'offline' ? profileTexts.offline : profileTexts.tryAgain}
        isBusy={status.work.kind === 'working'}
        onRetry={() => scope.syncNow()}
      />
    );
  return (
    <>
      <Flex gap="16px" align="center">
        <Skeleton width="72px" height="72px" borderRadius="full" />
        <Box flex="1">
          <Skeleton height="26px" width="45%" />
          <Skeleton height="16px" width="35%" mt="8px" />
        </Box>
      </Flex>
      <Skeleton height="20px" width="70%" mt="18px" />
      <Skeleton height="240px" borderRadius="panel" mt="22px" />
    </>
  );
}
