import { RadioTower } from 'lucide';
import type { TrackView } from '../../../sync/client.ts';
import { DAY_MS } from '../../../sync/model/utc-day.ts';
import { toastOnError } from '../../engine/call-failure.ts';
import { timeOnRadio } from '../sponsor/time-on-radio.ts';
import { trackWords } from '../../platform/track-words.ts';
import { useRules } from '../../engine/live.ts';
import { useNow } from '../../engine/use-now.ts';
import { Icon } from '../../design/icon.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { Switch } from '../../design/switch.tsx';
import { ownTrackTexts } from './own-track-texts.ts';
import { useTrackActs } from './use-track-acts.ts';

export function PublicSwitch({ track }: { track: TrackView }) {
  const { setPublic, queued } = useTrackActs(track);
  return (
    <Switch
      label={ownTrackTexts.isPublic(track.title || trackWords.untitled)}
      isOn={track.is_public}
      isWaiting={track.rev === 0 || queued.visibility}
      disabledReason={track.hidden_at === null ? null : ownTrackTexts.hidden}
      onChange={(isOn) => toastOnError(setPublic(isOn))}
    />
  );
}

export function RadioSwitch({ track }: { track: TrackView }) {
  const { setRadio, queued } = useTrackActs(track);
  if (track.sponsored) return <Sponsored track={track} />;
  return (
    <Switch
      label={ownTrackTexts.openToRadio(track.title || trackWords.untitled)}
      isOn={track.radio_opt_in && track.is_public}
      isWaiting={track.rev === 0 || queued.radio}
      disabledReason={track.is_public ? null : ownTrackTexts.radioNeedsPublic}
      onChange={(isOn) => toastOnError(setRadio(isOn))}
    />
  );
}

function Sponsored({ track }: { track: TrackView }) {
  const leftMs = timeOnRadio(track, useRules(), useNow(60_000));
  return (
    <Flex gap="8px" align="center">
      <Icon of={RadioTower} size={18} />
      <Box>
        <Box fontSize="13px" fontWeight="600">
          {ownTrackTexts.sponsored}
        </Box>
        {leftMs > 0 && leftMs < Infinity && (
          <Box textStyle="small" color="fg.muted">
            {ownTrackTexts.daysLeft(Math.ceil(leftMs / DAY_MS))}
          </Box>
        )}
      </Box>
    </Flex>
  );
}
