import { Box, Flex } from '@chakra-ui/react';
import { Clock, Lock, RadioTower } from 'lucide';
import { useState } from 'react';
import type { TrackView } from '../../../sync/client.ts';
import { SPONSORSHIP_DAYS } from '../../../sync/model/rules.ts';
import { orTell } from '../../lib/call-failure.ts';
import { plural, texts } from '../../lib/texts.ts';
import { trackWords } from '../../lib/track-words.ts';
import { Cover } from '../../ui/art.tsx';
import { Rating } from '../../ui/rating.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PlayDisc } from '../../ui/play-disc.tsx';
import { Switch } from '../../ui/switch.tsx';
import { profileTexts } from './profile-texts.ts';
import { RenameField } from './rename-field.tsx';
import { TrackMenu } from './track-menu.tsx';
import { TrackNumbers } from './track-numbers.tsx';
import { useTrackActs } from './use-track-acts.ts';

/** The columns of the switches, from the desktop's width on: radio and public. */
export const RADIO_PX = '112px';
export const PUBLIC_PX = '60px';
const DAY_MS = 86_400_000;

interface OwnTrackRowProps {
  track: TrackView;
  isSounding: boolean;
  isOutOfReach: boolean;
  /** ms since the epoch */
  now: number;
  onPlay: () => void;
}

/** A track in the own list: it plays, is renamed in its place, shown or hidden, opened to the radio, deleted. */
export function OwnTrackRow({ track, isSounding, isOutOfReach, now, onPlay }: OwnTrackRowProps) {
  const acts = useTrackActs(track);
  const [open, setOpen] = useState<'rename' | 'numbers' | 'delete' | null>(null);
  const isWaiting = track.rev === 0;
  const title = track.title || trackWords.untitled;
  const close = () => setOpen(null);
  const radio = track.sponsored ? (
    <Sponsored track={track} now={now} />
  ) : (
    <Switch
      label={profileTexts.openToRadio(title)}
      isOn={track.radio_opt_in && track.is_public}
      isWaiting={isWaiting || acts.waits.radio}
      isDisabled={!track.is_public}
      onChange={(isOn) => orTell(acts.setRadio(isOn))}
    />
  );
  const visibility = (
    <Switch
      label={profileTexts.isPublic(title)}
      isOn={track.is_public}
      isWaiting={isWaiting || acts.waits.visibility}
      isDisabled={track.hidden_at !== null}
      onChange={(isOn) => orTell(acts.setPublic(isOn))}
    />
  );
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
        <Cover src={track.coverSrc} madeFrom={track.id} px={52} dimmed={!isWaiting && isOutOfReach}>
          {!isWaiting && (
            <PlayDisc
              title={title}
              audioSrc={track.audioSrc}
              isSounding={isSounding}
              isOutOfReach={isOutOfReach}
              onPlay={onPlay}
              place="whole"
            />
          )}
        </Cover>
      </Box>
      {open === 'rename' ? (
        <RenameField
          title={track.title}
          onCancel={close}
          onSave={(next) => {
            close();
            orTell(acts.rename(next));
          }}
        />
      ) : (
        <>
          <Box flex="1" minWidth="0">
            <Box textStyle="title" truncate>
              {title}
            </Box>
            <Flex textStyle="meta" color="fg.muted" gap="4px 8px" align="center" wrap="wrap">
              {isWaiting ? (
                <Flex gap="4px" align="center">
                  <Icon of={Clock} size={14} />
                  {texts.sync.waitingToSend}
                </Flex>
              ) : (
                <span>
                  {track.play_count.toLocaleString('en')} {plural(track.play_count, 'play')}
                </span>
              )}
              {!track.is_public && (
                <Flex gap="4px" align="center">
                  <Icon of={Lock} size={13} />
                  {track.hidden_at === null ? profileTexts.onlyYou : profileTexts.hidden}
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
      <Box hideBelow="lg" width={RADIO_PX} flex="none">
        {radio}
      </Box>
      <Box hideBelow="lg" width={PUBLIC_PX} flex="none">
        {visibility}
      </Box>
      {open === 'rename' ? (
        <Box hideBelow="lg" width="44px" flex="none" />
      ) : (
        <TrackMenu
          title={title}
          radio={radio}
          visibility={visibility}
          onRename={() => setOpen('rename')}
          onNumbers={isWaiting ? null : () => setOpen('numbers')}
          onDelete={() => setOpen('delete')}
        />
      )}
      {open === 'numbers' && <TrackNumbers track={track} onClose={close} />}
      {open === 'delete' && (
        <Confirm
          title={profileTexts.deleteTrack(title)}
          verb={profileTexts.delete}
          look="dangerSolid"
          onCancel={close}
          onConfirm={() => {
            close();
            orTell(acts.remove());
          }}
        >
          {profileTexts.deleteTrackText}
        </Confirm>
      )}
    </Flex>
  );
}

function Sponsored({ track, now }: { track: TrackView; now: number }) {
  const end = track.sponsored_at === null ? null : Date.parse(track.sponsored_at) + SPONSORSHIP_DAYS * DAY_MS;
  return (
    <Flex gap="8px" align="center">
      <Icon of={RadioTower} size={18} />
      <Box>
        <Box fontSize="13px" fontWeight="600">
          {profileTexts.sponsored}
        </Box>
        {end !== null && end > now && (
          <Box textStyle="small" color="fg.muted">
            {profileTexts.daysLeft(Math.ceil((end - now) / DAY_MS))}
          </Box>
        )}
      </Box>
    </Flex>
  );
}
