import { useEffect, useRef } from 'react';
import { useEngine } from '../../lib/live.ts';
import { Squiggle } from '../../ui/drawn-lines.tsx';
import { Flex } from '../../ui/styled.tsx';
import { toast } from '../../ui/toast.ts';
import { callbackTexts } from './callback-texts.ts';

/** After a verified mail /explore opens this much later (ms). */
const WELCOME_MS = 1000;

interface CallbackPageProps {
  onVerified: () => void;
  /** A recovery link came with a session: the new-password form follows (S-4). */
  onRecovery: () => void;
  onNoSession: () => void;
}

/** Where the links of sign-up, magic link and recovery mails arrive. */
export function CallbackPage({ onVerified, onRecovery, onNoSession }: CallbackPageProps) {
  const { auth } = useEngine();
  const started = useRef(false);

  useEffect(() => {
    // A link works once: a second run of this effect must not use it again.
    if (started.current) return;
    started.current = true;
    void auth
      .completeRedirect(window.location.href)
      .then((outcome) => {
        if (outcome.kind === 'session') {
          if (outcome.recovery) return onRecovery();
          toast({ kind: 'success', ...callbackTexts.verified });
          setTimeout(onVerified, WELCOME_MS);
          return;
        }
        toast({
          kind: outcome.kind === 'none' ? 'warning' : 'error',
          ...(outcome.kind === 'none' ? callbackTexts.none : callbackTexts.error),
          duration: 10_000,
        });
        onNoSession();
      })
      .catch(() => {
        toast({ kind: 'error', ...callbackTexts.unexpected, duration: 10_000 });
        onNoSession();
      });
  }, [auth, onVerified, onRecovery, onNoSession]);

  return (
    <Flex as="main" flex="1" direction="column" align="center" justify="center" gap="18px" role="status">
      <Squiggle label={null} size={44} />
      {callbackTexts.verifying}
    </Flex>
  );
}
