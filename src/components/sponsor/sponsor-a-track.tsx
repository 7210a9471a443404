import { CloudOff, Lock, RadioTower } from 'lucide';
import { type ReactNode, useState } from 'react';
import { useIsOffline, useMe, useRules, useScope } from '../../engine/live.ts';
import { spendTexts } from '../zaps/spend-texts.ts';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { disabledButton } from '../../design/disabled-button.ts';
import { lazyPart } from '../../design/lazy-part.tsx';
import { lockText } from '../vote/lock-text.ts';
import { readinessOf } from './sponsor-rules.ts';
import { sponsorTexts } from './sponsor-texts.ts';

const SponsorPicker = lazyPart(() => import('./sponsor-picker.tsx').then((m) => m.SponsorPicker), 'overlay');

interface SponsorATrackProps {
  variant?: 'outline' | 'solid';
  children?: ReactNode;
}

export function SponsorATrack({ variant = 'outline', children = sponsorTexts.pick.title }: SponsorATrackProps) {
  const { userId } = useScope();
  const me = useMe();
  const isOffline = useIsOffline();
  const rules = useRules();
  const [isOpen, setOpen] = useState(false);
  if (userId === null) return null;
  const readiness = readinessOf({ me, isOffline, rules });
  const isOpenable = readiness.kind === 'open' || readiness.kind === 'tooFew';
  return (
    <>
      {isOpenable ? (
        <Button variant={variant} onClick={() => setOpen(true)}>
          <Icon of={RadioTower} size={18} />
          {children}
        </Button>
      ) : (
        <Button
          {...(readiness.kind === 'locked'
            ? disabledButton('locked', lockText(rules.unlockLevels.sponsor))
            : disabledButton('off', spendTexts.needsNetwork))}
        >
          <Icon of={readiness.kind === 'locked' ? Lock : CloudOff} size={18} />
          {children}
        </Button>
      )}
      {isOpen && <SponsorPicker isLocked={readiness.kind === 'locked'} onClose={() => setOpen(false)} />}
    </>
  );
}
