import { BadgeCheck, Link as LinkSign, Pencil } from 'lucide';
import type { MeView, TrackView } from '../../../sync/client.ts';
import { copyLink } from '../../engine/copy-link.ts';
import { isWearing } from '../../components/person/cosmetics.ts';
import { monthAndYear } from '../../platform/format.ts';
import { useLive, useScope } from '../../engine/live.ts';
import { plural, texts } from '../../platform/texts.ts';
import { useNow } from '../../engine/use-now.ts';
import { useOwnAvatar } from '../../components/person/use-own-avatar.ts';
import { Avatar } from '../../design/art.tsx';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { RingAvatar } from '../../design/ring-avatar.tsx';
import { Icon } from '../../design/icon.tsx';
import { PageTitle } from '../../design/page.tsx';
import { Stat, Stats } from '../../design/stat.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { profileTexts } from '../../components/profile/profile-texts.ts';

const UNKNOWN = '–';

interface OwnHeaderProps {
  userId: string;
  me: MeView;
  fallbackName: string;
  tracks: readonly TrackView[];
  onEdit: () => void;
}

export function OwnHeader({ userId, me, fallbackName, tracks, onEdit }: OwnHeaderProps) {
  const now = useNow(60_000);
  const avatarSrc = useOwnAvatar();
  const isFilled = useLive(useScope().isFilled);
  const { profile } = me;
  const name = profile?.artist_name || fallbackName;
  const plays = tracks.reduce((sum, track) => sum + track.play_count, 0);
  return (
    <Box
      display="grid"
      gridTemplateAreas={{ base: '"face name" "stats stats" "acts acts"', lg: '"face name acts" "face stats acts"' }}
      gridTemplateColumns={{ base: 'auto minmax(0, 1fr)', lg: 'auto minmax(0, 1fr) auto' }}
      columnGap={{ base: '12px', lg: '22px' }}
      rowGap={{ base: '16px', lg: '10px' }}
      alignItems="center"
    >
      <Box gridArea="face">
        {isWearing(me.cosmetics, 'Glow Border', now) ? (
          <RingAvatar name={name} src={avatarSrc} size={88} glows />
        ) : (
          <Avatar name={name} src={avatarSrc} size={80} />
        )}
      </Box>
      <Box gridArea="name" minWidth="0" alignSelf={{ lg: 'end' }}>
        <PageTitle textStyle={{ base: 'h1', lg: 'poster' }} fontSize={{ lg: '40px' }}>
          {name}
        </PageTitle>
        <Flex wrap="wrap" gap="4px 10px" align="center" mt="4px">
          {isWearing(me.cosmetics, 'Supporter Badge', now) && (
            <Badge>
              <Icon of={BadgeCheck} size={14} />
              {profileTexts.supporter}
            </Badge>
          )}
          {profile && (
            <Box textStyle="meta" color="fg.muted">
              {profileTexts.memberSince(monthAndYear(profile.created_at))}
            </Box>
          )}
        </Flex>
      </Box>
      <Box gridArea="stats" alignSelf={{ lg: 'start' }}>
        <Stats>
          <Stat value={isFilled ? tracks.length : UNKNOWN} label={plural(isFilled ? tracks.length : 0, 'track')} />
          <Stat value={isFilled ? plays : UNKNOWN} label={plural(isFilled ? plays : 0, 'play')} />
          <Stat value={me.zaps ?? UNKNOWN} label="ZAPs" color="zap.fg" />
        </Stats>
      </Box>
      {profile && (
        <Flex gridArea="acts" wrap="wrap" gap="10px">
          <Button variant="outline" onClick={() => void copyLink(`/profile/${userId}`)}>
            <Icon of={LinkSign} size={18} />
            {texts.link.copy}
          </Button>
          <Button variant="outline" onClick={onEdit}>
            <Icon of={Pencil} size={18} />
            {profileTexts.edit}
          </Button>
        </Flex>
      )}
    </Box>
  );
}
