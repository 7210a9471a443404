import { MessageCircle } from 'lucide';
import { useMemo, type ReactNode } from 'react';
import type { QueueRow } from '../../../sync/model/operator/reports.ts';
import { PlayDisc } from '../../components/track/play-disc.tsx';
import { Avatar, Cover } from '../../design/art.tsx';
import { Icon } from '../../design/icon.tsx';
import { Box, Center } from '../../design/styled.tsx';
import { useLive, useScope } from '../../engine/live.ts';
import { useMediaAddress } from '../../engine/use-media-address.ts';
import { useIsUnplayable } from '../../engine/use-is-unplayable.ts';
import type { PlaybackProps } from './playback-props.ts';
import { operatorTexts } from './operator-texts.ts';

/** The subject of a report or an appeal. */
export type Subject = Pick<
  QueueRow,
  'subject' | 'subject_id' | 'person_name' | 'excerpt' | 'cover_url' | 'avatar_url'
> & { is_gone?: boolean };

interface RowPictureProps {
  row: Subject;
  /** Without it, a cover has no play button. */
  player?: PlaybackProps;
}

/** The picture of a subject: a track's square cover, a person's round avatar, or a round icon for a message. */
export function RowPicture({ row, player }: RowPictureProps) {
  const address = useMediaAddress();
  if (row.subject === 'message')
    return (
      <Center width="48px" height="48px" borderRadius="full" bg="bg.muted" color="fg.muted" flex="none">
        <Icon of={MessageCircle} />
      </Center>
    );
  if (row.subject === 'profile')
    return <Avatar name={row.person_name} src={address('avatars', row.avatar_url)} size="lg" />;
  return (
    <Box width="48px" flex="none">
      <Cover src={address('covers', row.cover_url)} coverSeed={row.subject_id} px={48}>
        {player && <PlayReported trackId={row.subject_id} {...player} />}
      </Cover>
    </Box>
  );
}

/** Shows a play button if this device has the track. It does not have other people's private and hidden tracks. */
function PlayReported({ trackId, onPlay, nowPlaying }: PlaybackProps & { trackId: string }): ReactNode {
  const scope = useScope();
  const track = useLive(useMemo(() => scope.track(trackId), [scope, trackId]));
  const isUnplayable = useIsUnplayable();
  if (!track) return null;
  return (
    <PlayDisc
      track={track}
      place="full"
      isSounding={nowPlaying.isPlaying && nowPlaying.trackId === trackId}
      isUnplayable={isUnplayable(trackId)}
      onPlay={() => onPlay([track], 0)}
    />
  );
}

export function titleOf(row: Subject): string {
  return (row.subject === 'track' ? row.excerpt : row.person_name) || operatorTexts.unknown;
}

export function kindOf(row: Subject): string {
  const kind = operatorTexts.kinds[row.subject];
  const more =
    row.subject === 'track'
      ? ` ${operatorTexts.by(row.person_name ?? operatorTexts.unknown)}`
      : row.subject === 'message'
        ? `, ${operatorTexts.quoted(row.excerpt)}`
        : '';
  return `${kind}${more}${row.is_gone ? `, ${operatorTexts.deleted}` : ''}`;
}
