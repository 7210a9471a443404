import { CloudOff, Lock, RadioTower, Zap } from 'lucide';
import { type ReactNode, useState } from 'react';
import type { Rules } from '../../../sync/model/rules.ts';
import { useRules, useTrack } from '../../engine/live.ts';
import { spendTexts } from '../zaps/spend-texts.ts';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { disabledButton } from '../../design/disabled-button.ts';
import { Box } from '../../design/styled.tsx';
import { lockText } from '../vote/lock-text.ts';
import { SponsorDialog } from './sponsor-dialog.tsx';
import type { Sponsoring } from './sponsor-rules.ts';
import { remainingText } from './sponsor-rules.ts';
import { sponsorTexts } from './sponsor-texts.ts';
import { useSponsoring } from './use-sponsoring.ts';

/** The button that sponsors a track, with a note below it. No note while the level is too low: the vote control beside it names the level. */
export function SponsorButton({ trackId }: { trackId: string }) {
  const track = useTrack(trackId);
  const sponsoring = useSponsoring(track);
  const rules = useRules();
  const [isConfirming, setConfirming] = useState(false);
  if (!track || (sponsoring.kind === 'hidden' && !isConfirming)) return null;
  const note = noteOf(sponsoring, rules);
  return (
    <Box flex="1" minWidth="150px">
      <Pill sponsoring={sponsoring} rules={rules} onPress={() => setConfirming(true)} />
      {note && (
        <Box textStyle="meta" color="fg.muted" mt="6px">
          {note}
        </Box>
      )}
      {isConfirming && <SponsorDialog track={track} onClose={() => setConfirming(false)} />}
    </Box>
  );
}

function noteOf(sponsoring: Sponsoring, { sponsorPrice }: Rules): string | null {
  switch (sponsoring.kind) {
    case 'sponsored':
      return remainingText(sponsoring.leftMs);
    case 'tooFew':
      return sponsorTexts.tooFew(sponsorPrice, sponsoring.zaps);
    case 'offline':
      return spendTexts.needsNetwork;
    case 'hidden':
    case 'closed':
    case 'locked':
    case 'open':
      return null;
  }
}

interface PillProps {
  sponsoring: Sponsoring;
  rules: Rules;
  onPress: () => void;
}

function Pill({ sponsoring, rules: { sponsorPrice, unlockLevels }, onPress }: PillProps): ReactNode {
  const verb = sponsorTexts.verb(sponsorPrice);
  switch (sponsoring.kind) {
    case 'hidden':
      return null;
    case 'sponsored':
      return (
        <Button {...disabledButton('done', sponsorTexts.already)} width="100%" px="12px">
          <Icon of={RadioTower} size={18} />
          {sponsorTexts.sponsored}
        </Button>
      );
    case 'closed':
      return (
        <Button {...disabledButton('off', sponsorTexts.closed)} width="100%" px="12px">
          <Icon of={RadioTower} size={18} />
          {verb}
        </Button>
      );
    case 'locked':
    case 'tooFew':
      return (
        <Button
          {...disabledButton(
            'locked',
            sponsoring.kind === 'locked'
              ? lockText(unlockLevels.sponsor)
              : sponsorTexts.tooFew(sponsorPrice, sponsoring.zaps),
          )}
          width="100%"
          px="12px"
        >
          <Icon of={Lock} size={16} />
          {verb}
        </Button>
      );
    case 'offline':
      return (
        <Button {...disabledButton('off', spendTexts.needsNetwork)} width="100%" px="12px">
          <Icon of={CloudOff} size={18} />
          {verb}
        </Button>
      );
    case 'open':
      return (
        // On a narrow phone, only 150 px are left beside the vote.
        <Button variant="outline" width="100%" px="8px" gap="6px" aria-label={verb} onClick={onPress}>
          <Icon of={RadioTower} size={18} />
          {sponsorTexts.name} {sponsorPrice}
          <Box color="zap.fg">
            <Icon of={Zap} size={16} filled />
          </Box>
        </Button>
      );
  }
}
