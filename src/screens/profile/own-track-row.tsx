import { Clock, Lock } from 'lucide';
import { useState } from 'react';
import type { TrackView } from '../../../sync/client.ts';
import { toastOnError } from '../../engine/call-failure.ts';
import { plural } from '../../platform/texts.ts';
import { trackWords } from '../../platform/track-words.ts';
import { isCreationOf, useWaitingText } from '../../engine/use-rate-limit.ts';
import { Cover } from '../../design/art.tsx';
import { Rating } from '../../components/vote/rating.tsx';
import { Icon } from '../../design/icon.tsx';
import { PlayDisc } from '../../components/track/play-disc.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { TrackLink } from '../../components/track/track-link.tsx';
import { type OwnTrackAct, OwnTrackSheet } from '../../components/own-track/own-track-acts.tsx';
import { PublicSwitch, RadioSwitch } from '../../components/own-track/own-track-switches.tsx';
import { ownTrackTexts } from '../../components/own-track/own-track-texts.ts';
import { RenameField } from '../../components/own-track/rename-field.tsx';
import { TrackMenu } from '../../components/own-track/track-menu.tsx';
import { useTrackActs } from '../../components/own-track/use-track-acts.ts';

export const RADIO_WIDTH = '112px';
export const PUBLIC_WIDTH = '60px';

interface OwnTrackRowProps {
  track: TrackView;
  isSounding: boolean;
  isUnplayable: boolean;
  onPlay: () => void;
}

export function OwnTrackRow({ track, isSounding, isUnplayable, onPlay }: OwnTrackRowProps) {
  const acts = useTrackActs(track);
  const [open, setOpen] = useState<OwnTrackAct | null>(null);
  const isWaiting = track.rev === 0;
  const waitingText = useWaitingText(isCreationOf(track.id));
  const title = track.title || trackWords.untitled;
  const close = () => setOpen(null);
  return (
    <Flex as="li" align="center" gap="16px" minHeight={{ base: '68px', lg: '60px' }} py="4px">
      <Box
        width="52px"
        flex="none"
        borderRadius="art"
        {...(isWaiting
          ? { outline: '1.5px dashed', outlineColor: 'border.emphasized', outlineOffset: '3px' }
          : { 'data-sent': true })}
      >
        <Cover src={track.coverSrc} coverSeed={track.id} px={52} dimmed={!isWaiting && isUnplayable}>
          {!isWaiting && (
            <PlayDisc track={track} isSounding={isSounding} isUnplayable={isUnplayable} onPlay={onPlay} place="full" />
          )}
        </Cover>
      </Box>
      {open === 'rename' ? (
        <RenameField
          title={track.title}
          onCancel={close}
          onSave={(next) => {
            close();
            toastOnError(acts.rename(next));
          }}
        />
      ) : (
        <>
          <Box flex="1" minWidth="0">
            <Box textStyle="title" truncate>
              <TrackLink trackId={track.id}>{title}</TrackLink>
            </Box>
            <Flex textStyle="meta" color="fg.muted" gap="4px 8px" align="center" wrap="wrap">
              {isWaiting ? (
                <Flex gap="4px" align="center">
                  <Icon of={Clock} size={14} />
                  {waitingText}
                </Flex>
              ) : (
                <span>
                  {track.play_count.toLocaleString('en')} {plural(track.play_count, 'play')}
                </span>
              )}
              {!track.is_public && (
                <Flex gap="4px" align="center">
                  <Icon of={Lock} size={13} />
                  {track.hidden_at === null ? ownTrackTexts.onlyYou : ownTrackTexts.hidden}
                </Flex>
              )}
              {!isWaiting && (
                <Box hideFrom="lg">
                  <Rating average={track.average_vote_rating} votes={track.total_votes} />
                </Box>
              )}
            </Flex>
          </Box>
          <Box hideBelow="lg" minWidth="116px" flex="none">
            {!isWaiting && <Rating average={track.average_vote_rating} votes={track.total_votes} />}
          </Box>
        </>
      )}
      <Box hideBelow="lg" width={RADIO_WIDTH} flex="none">
        <RadioSwitch track={track} />
      </Box>
      <Box hideBelow="lg" width={PUBLIC_WIDTH} flex="none">
        <PublicSwitch track={track} />
      </Box>
      {open === 'rename' ? (
        <Box hideBelow="lg" width="44px" flex="none" />
      ) : (
        <TrackMenu track={track} onAct={setOpen} />
      )}
      {open !== null && open !== 'rename' && <OwnTrackSheet track={track} act={open} onClose={close} />}
    </Flex>
  );
}
