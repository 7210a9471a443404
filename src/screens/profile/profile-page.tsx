import { CircleAlert, TriangleAlert } from 'lucide';
import { useEffect, useMemo, useState } from 'react';
import type { MeView, TrackView } from '../../../sync/client.ts';
import { toastOnError } from '../../engine/call-failure.ts';
import { droppedFiles } from '../../upload/dropped-files.ts';
import { useIsSyncing, useLive, useMe, useScope, useSyncStatus } from '../../engine/live.ts';
import type { User } from '../../engine/user.ts';
import { defaultName, isDefaultName } from '../../platform/default-name.ts';
import { texts } from '../../platform/texts.ts';
import { useIsDesktop } from '../../platform/viewport.ts';
import { Button } from '../../design/button.tsx';
import { lazyPart } from '../../design/lazy-part.tsx';
import { Notice } from '../../design/notice.tsx';
import { Page } from '../../design/page.tsx';
import { Panel } from '../../design/panel.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { LoudnessSwitch } from '../../playback/output/loudness-switch.tsx';
import { BlockedPeople } from '../../components/safety/blocked-people.tsx';
import { DangerZone } from './danger-zone.tsx';
import { EditProfile } from './edit-profile.tsx';
import { FirstSteps } from './first-steps.tsx';
import { LevelPanel } from './level-panel.tsx';
import { OwnHeader } from './own-header.tsx';
import { OwnShares } from './own-shares.tsx';
import { ProfileLoading } from './profile-loading-state.tsx';
import { profileTexts } from '../../components/profile/profile-texts.ts';
import { TrackManager } from './track-manager.tsx';

const Rewards = lazyPart(() => import('../../components/rewards/rewards.tsx').then((m) => m.Rewards), 'block');

const UpNextSwitch = lazyPart(
  () => import('../../playback/player/up-next/up-next-switch.tsx').then((m) => m.UpNextSwitch),
  'block',
);

const OwnReleases = lazyPart(
  () => import('../../components/release/release-lists.tsx').then((m) => m.OwnReleases),
  'invisible',
);

const OwnStanding = lazyPart(
  () => import('../../components/safety/own-standing.tsx').then((m) => m.OwnStanding),
  'invisible',
);

interface ProfilePageProps {
  user: User;
  onPlay: (tracks: readonly TrackView[], startIndex: number) => void;
  nowPlaying: { trackId: string | null; isPlaying: boolean };
}

export function ProfilePage(props: ProfilePageProps) {
  const me = useMe();
  const hasSynced = useSyncStatus((status) => status.hasSynced);
  // If only the profile is missing after a sync, show the page without it.
  const isShown = me !== null && (me.profile !== null || hasSynced);
  return <Page width="wide">{isShown ? <OwnPage {...props} me={me} /> : <ProfileLoading />}</Page>;
}

function OwnPage({ user, me, onPlay, nowPlaying }: ProfilePageProps & { me: MeView }) {
  const scope = useScope();
  const { userId } = user;
  const tracks = useLive(useMemo(() => scope.tracksOf(userId), [scope, userId]));
  const avatar = useLive(scope.avatar.state);
  const [isEditing, setEditing] = useState(false);
  // A picture dropped on the page opens the form, which then reads the picture.
  const hasDropped = useLive(droppedFiles)?.use === 'picture';
  useEffect(() => {
    if (hasDropped) setEditing(true);
  }, [hasDropped]);
  const edit = () => setEditing(true);
  const isDesktop = useIsDesktop();
  const { profile } = me;
  const fallbackName = defaultName(user.email);
  return (
    <>
      <OwnHeader userId={userId} me={me} fallbackName={fallbackName} tracks={tracks} onEdit={edit} />
      <Box
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: '440px minmax(0, 1fr)' }}
        columnGap="56px"
        mt="20px"
      >
        <Flex direction="column" gap="10px" minWidth="0">
          <OwnStanding />
          {!profile && <ProfileMissing />}
          {avatar.kind === 'refused' && <PictureRefused message={avatar.message} />}
          {profile && me.avatarSrc === null && avatar.kind === 'none' && (
            <FirstSteps
              unchosenName={isDefaultName(profile.artist_name, user.email) ? profile.artist_name : null}
              onEdit={edit}
            />
          )}
          {me.balance ? (
            <LevelPanel xp={me.balance.total_zaps_earned} seed={userId} />
          ) : (
            <Skeleton height="216px" borderRadius="panel" />
          )}
          <Panel>
            <Rewards />
          </Panel>
          {/* On phones these switches are in the You sheet. */}
          {isDesktop && (
            <Panel py="4px">
              <LoudnessSwitch />
              <UpNextSwitch />
            </Panel>
          )}
        </Flex>
        {/* The negative margin aligns the tracks with the top of the panels beside them. */}
        <Box minWidth="0" mt={{ lg: '-28px' }}>
          <OwnReleases />
          <TrackManager tracks={tracks} onPlay={onPlay} nowPlaying={nowPlaying} />
          <Box mt="20px">
            <OwnShares userId={userId} onPlay={onPlay} nowPlaying={nowPlaying} />
          </Box>
          <BlockedPeople />
          <DangerZone user={user} name={profile?.artist_name || fallbackName} />
        </Box>
      </Box>
      {isEditing && profile && <EditProfile profile={profile} onClose={() => setEditing(false)} />}
    </>
  );
}

function ProfileMissing() {
  const scope = useScope();
  const isSyncing = useIsSyncing();
  return (
    <Notice
      kind="attention"
      role="alert"
      icon={TriangleAlert}
      title={profileTexts.loadingIssue.title}
      actions={
        <Button
          variant="outline"
          size="sm"
          busy={isSyncing ? texts.part.loading : null}
          onClick={() => scope.syncNow()}
        >
          {texts.retry}
        </Button>
      }
    >
      {profileTexts.loadingIssue.text}
    </Notice>
  );
}

function PictureRefused({ message }: { message: string }) {
  const { avatar } = useScope();
  return (
    <Notice
      kind="attention"
      role="alert"
      icon={CircleAlert}
      title={profileTexts.pictureRefused}
      actions={
        <Button variant="outline" size="sm" onClick={() => toastOnError(avatar.discard())}>
          {profileTexts.discardPicture}
        </Button>
      }
    >
      {message}
    </Notice>
  );
}
