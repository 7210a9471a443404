import { useRouter } from '@tanstack/react-router';
import { ArrowDownToLine, ArrowUpRight, Check, Link as LinkSign, ListEnd, ListStart, UserRound } from 'lucide';
import type { ReactNode } from 'react';
import type { TrackView } from '../../../sync/client.ts';
import { bytes } from '../../platform/format.ts';
import { useArtistName, useLive, useScope } from '../../engine/live.ts';
import { trackWords } from '../../platform/track-words.ts';
import { copyLink } from '../../engine/copy-link.ts';
import { texts } from '../../platform/texts.ts';
import { ActionRow } from '../../design/action-row.tsx';
import { Cover } from '../../design/art.tsx';
import { Icon } from '../../design/icon.tsx';
import { PersonLink } from '../../components/person/person-link.tsx';
import { Sheet } from '../../design/sheet.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { createKeepActs } from './keep-acts.ts';
import { usePlayerApi } from './player-context.tsx';
import { queueTexts } from './queue-texts.ts';

interface TrackActionsProps {
  track: TrackView;
  children: ReactNode;
  onClose: () => void;
}

export function TrackActions({ track, children, onClose }: TrackActionsProps) {
  const { add, playArtist } = usePlayerApi();
  const scope = useScope();
  const acts = createKeepActs(scope.kept);
  const kept = useLive(scope.kept.states).get(track.id);
  const isKept = kept?.kind === 'kept' && kept.asked;
  const title = track.title || trackWords.untitled;
  const artist = useArtistName(track.user_id, track.artist_name);
  const router = useRouter();
  const after = (run: () => void) => () => {
    run();
    onClose();
  };
  return (
    <Sheet title={title} onClose={onClose}>
      <Flex gap="14px" align="center" p="14px 20px 10px">
        <Box width="56px" flex="none">
          <Cover src={track.coverSrc} coverSeed={track.id} px={64} />
        </Box>
        <Box minWidth="0">
          <Box textStyle="title" truncate>
            {title}
          </Box>
          <PersonLink userId={track.user_id} as="meta" onFollow={onClose}>
            {artist}
          </PersonLink>
        </Box>
      </Flex>
      <Box p="0 8px 16px">
        <ActionRow icon={<Icon of={ListStart} />} onPress={after(() => add([track], 'next'))}>
          {queueTexts.playNext}
        </ActionRow>
        <ActionRow icon={<Icon of={ListEnd} />} onPress={after(() => add([track], 'end'))}>
          {queueTexts.addToQueue}
        </ActionRow>
        <ActionRow icon={<Icon of={UserRound} />} onPress={after(() => playArtist(track.user_id, track.id))}>
          {queueTexts.playArtist(artist)}
        </ActionRow>
        <ActionRow
          icon={isKept ? <Icon of={Check} /> : <Icon of={ArrowDownToLine} />}
          onPress={after(() => (isKept ? acts.remove(track.id) : acts.keep(track.id)))}
          note={bytes(kept?.kind === 'kept' ? kept.bytes : track.audio_bytes)}
        >
          {isKept ? queueTexts.kept : queueTexts.keep}
        </ActionRow>
        <ActionRow
          icon={<Icon of={ArrowDownToLine} />}
          onPress={after(() => {
            const tracks = scope.tracksOf(track.user_id).get();
            acts.keepAll(tracks.filter((each) => each.is_public).map((each) => each.id));
          })}
        >
          {queueTexts.keepArtist(artist)}
        </ActionRow>
        <ActionRow
          icon={<Icon of={ArrowUpRight} />}
          onPress={after(() => void router.navigate({ to: '/track/$trackId', params: { trackId: track.id } }))}
        >
          {queueTexts.open}
        </ActionRow>
        <ActionRow icon={<Icon of={LinkSign} />} onPress={after(() => void copyLink(`/track/${track.id}`))}>
          {texts.link.copy}
        </ActionRow>
        {children}
      </Box>
    </Sheet>
  );
}
