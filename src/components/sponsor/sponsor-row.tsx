import { CloudOff, Lock, RadioTower } from 'lucide';
import type { TrackView } from '../../../sync/client.ts';
import { texts } from '../../platform/texts.ts';
import { ActionRow } from '../../design/action-row.tsx';
import { Icon } from '../../design/icon.tsx';
import { leftWords } from './sponsor-rules.ts';
import { sponsorTexts } from './sponsor-texts.ts';
import { useSponsoring } from './use-sponsoring.ts';

/** Sponsoring among what can be done with a track. `onAsk` opens the question. */
export function SponsorRow({ track, onAsk }: { track: TrackView; onAsk: () => void }) {
  const sponsoring = useSponsoring(track);
  switch (sponsoring.kind) {
    case 'hidden':
      return null;
    case 'sponsored':
      return (
        <ActionRow icon={<Icon of={RadioTower} />} isLocked detail={leftWords(sponsoring.leftMs)}>
          {sponsorTexts.sponsored}
        </ActionRow>
      );
    case 'closed':
      return (
        <ActionRow icon={<Icon of={RadioTower} />} isLocked detail={sponsorTexts.closed}>
          {sponsorTexts.verb}
        </ActionRow>
      );
    case 'locked':
    case 'tooFew':
      return (
        <ActionRow
          icon={<Icon of={Lock} />}
          isLocked
          detail={sponsoring.kind === 'locked' ? sponsorTexts.levelLock : sponsorTexts.tooFew(sponsoring.zaps)}
        >
          {sponsorTexts.verb}
        </ActionRow>
      );
    case 'offline':
      return (
        <ActionRow icon={<Icon of={CloudOff} />} isLocked detail={texts.spend.needsNetwork}>
          {sponsorTexts.verb}
        </ActionRow>
      );
    case 'open':
      return (
        <ActionRow icon={<Icon of={RadioTower} />} onPress={onAsk}>
          {sponsorTexts.verb}
        </ActionRow>
      );
  }
}
