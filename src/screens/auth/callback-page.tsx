import { useCallback, useEffect, useRef, useState } from 'react';
import type { MailPurpose, RedirectMail, RedirectOutcome } from '../../../sync/client.ts';
import { useEngine } from '../../engine/live.ts';
import { Button } from '../../design/button.tsx';
import { Squiggle } from '../../design/drawn-lines.tsx';
import { FailedState } from '../../design/failed-state.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { toast } from '../../engine/toast.ts';
import { AuthFrame } from './auth-frame.tsx';
import { storePendingMail, clearPendingMail } from '../../components/account/pending-mail.ts';
import { callbackTexts } from './callback-texts.ts';

const WELCOME_MS = 1000;

interface CallbackPageProps {
  onVerified: () => void;
  /** A recovery link was redeemed; the new-password form follows (S-4). */
  onRecovery: () => void;
  /** `purpose` is null if no other mail can be sent. */
  onNoSession: (purpose: MailPurpose | null) => void;
  onStay: () => void;
}

type Shown = 'verifying' | 'unreachable' | (RedirectOutcome & { kind: 'other' });

export function CallbackPage({ onVerified, onRecovery, onNoSession, onStay }: CallbackPageProps) {
  const { auth } = useEngine();
  const started = useRef(false);
  const [shown, setShown] = useState<Shown>('verifying');

  const finishSignIn = useCallback(
    (recovery: boolean) => {
      clearPendingMail();
      if (recovery) return onRecovery();
      toast({ kind: 'success', ...callbackTexts.verified });
      setTimeout(onVerified, WELCOME_MS);
    },
    [onVerified, onRecovery],
  );
  const reportNoSession = useCallback(
    (mail: RedirectMail | null) => {
      if (mail) storePendingMail({ ...mail, sentAt: 0 });
      onNoSession(mail?.purpose ?? null);
    },
    [onNoSession],
  );
  const redeem = useCallback(async () => {
    setShown('verifying');
    try {
      const outcome = await auth.completeRedirect(window.location.href);
      if (outcome.kind === 'session') return finishSignIn(outcome.recovery);
      if (outcome.kind === 'unreachable') return setShown('unreachable');
      if (outcome.kind === 'other') return setShown(outcome);
      const isNone = outcome.kind === 'none';
      toast({
        kind: isNone ? 'warning' : 'error',
        ...(isNone ? callbackTexts.none : callbackTexts.error),
        duration: 10_000,
      });
      reportNoSession(outcome.mail);
    } catch {
      toast({ kind: 'error', ...callbackTexts.unexpected, duration: 10_000 });
      reportNoSession(null);
    }
  }, [auth, finishSignIn, reportNoSession]);

  useEffect(() => {
    // A link works once: a second run of this effect must not redeem it.
    if (started.current) return;
    started.current = true;
    void redeem();
  }, [redeem]);

  if (shown === 'unreachable')
    return (
      <Box as="main" flex="1" p="40px 20px" width="100%" maxWidth="460px" mx="auto">
        <FailedState {...callbackTexts.unreachable} onRetry={() => void redeem()} />
      </Box>
    );
  if (shown !== 'verifying') return <SwitchAccountQuestion outcome={shown} onSwitched={finishSignIn} onStay={onStay} />;
  return (
    <Flex as="main" flex="1" direction="column" align="center" justify="center" gap="18px" role="status">
      <Squiggle label={null} size={44} />
      {callbackTexts.verifying}
    </Flex>
  );
}

interface SwitchAccountQuestionProps {
  outcome: RedirectOutcome & { kind: 'other' };
  onSwitched: (recovery: boolean) => void;
  onStay: () => void;
}

/**
 * Asks before a link replaces the signed-in account, because an attacker may have sent a link that signs the person in to the attacker's
 * account.
 */
function SwitchAccountQuestion({ outcome, onSwitched, onStay }: SwitchAccountQuestionProps) {
  const [busy, setBusy] = useState<'switch' | 'stay' | null>(null);
  const { from, to, recovery } = outcome;
  const otherTexts = callbackTexts.other;
  const choose = (choice: 'switch' | 'stay', work: () => Promise<void>, then: () => void) => {
    if (busy) return;
    setBusy(choice);
    work().then(then, () => {
      setBusy(null);
      toast({ kind: 'error', ...callbackTexts.unexpected });
    });
  };
  return (
    <AuthFrame heading={otherTexts.heading} subtitle={otherTexts.text(from, to)} hasHomeLink={false}>
      <Box color="fg.muted" mb="20px" overflowWrap="anywhere">
        {otherTexts.kept(from)}
      </Box>
      <Flex direction="column" gap="12px">
        <Button
          size="lg"
          width="100%"
          busy={busy === 'stay' ? otherTexts.stay(from) : null}
          onClick={() => choose('stay', outcome.stay, onStay)}
        >
          {otherTexts.stay(from)}
        </Button>
        <Button
          variant="outline"
          size="lg"
          width="100%"
          busy={busy === 'switch' ? otherTexts.switchOver(to) : null}
          onClick={() => choose('switch', outcome.switchOver, () => onSwitched(recovery))}
        >
          {otherTexts.switchOver(to)}
        </Button>
      </Flex>
    </AuthFrame>
  );
}
