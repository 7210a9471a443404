import { CloudOff, Lock, RadioTower } from 'lucide';
import type { TrackView } from '../../../sync/client.ts';
import { useRules } from '../../engine/live.ts';
import { spendTexts } from '../zaps/spend-texts.ts';
import { ActionRow } from '../../design/action-row.tsx';
import { Icon } from '../../design/icon.tsx';
import { lockText } from '../vote/lock-text.ts';
import { remainingText } from './sponsor-rules.ts';
import { sponsorTexts } from './sponsor-texts.ts';
import { useSponsoring } from './use-sponsoring.ts';

export function SponsorRow({ track, onOpen }: { track: TrackView; onOpen: () => void }) {
  const sponsoring = useSponsoring(track);
  const { sponsorPrice, unlockLevels } = useRules();
  const verb = sponsorTexts.verb(sponsorPrice);
  switch (sponsoring.kind) {
    case 'hidden':
      return null;
    case 'sponsored':
      return (
        <ActionRow icon={<Icon of={RadioTower} />} isLocked detail={remainingText(sponsoring.leftMs)}>
          {sponsorTexts.sponsored}
        </ActionRow>
      );
    case 'closed':
      return (
        <ActionRow icon={<Icon of={RadioTower} />} isLocked detail={sponsorTexts.closed}>
          {verb}
        </ActionRow>
      );
    case 'locked':
    case 'tooFew':
      return (
        <ActionRow
          icon={<Icon of={Lock} />}
          isLocked
          detail={
            sponsoring.kind === 'locked'
              ? lockText(unlockLevels.sponsor)
              : sponsorTexts.tooFew(sponsorPrice, sponsoring.zaps)
          }
        >
          {verb}
        </ActionRow>
      );
    case 'offline':
      return (
        <ActionRow icon={<Icon of={CloudOff} />} isLocked detail={spendTexts.needsNetwork}>
          {verb}
        </ActionRow>
      );
    case 'open':
      return (
        <ActionRow icon={<Icon of={RadioTower} />} onPress={onOpen}>
          {verb}
        </ActionRow>
      );
  }
}
