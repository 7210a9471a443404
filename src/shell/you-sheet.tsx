import { LogOut } from 'lucide';
import { type ReactNode, useState } from 'react';
import { useEngine } from '../engine/live.ts';
import { texts } from '../platform/texts.ts';
import { Button } from '../design/button.tsx';
import { Confirm } from '../design/dialog.tsx';
import { Icon } from '../design/icon.tsx';
import { Sheet } from '../design/sheet.tsx';
import { Box } from '../design/styled.tsx';
import { toast } from '../engine/toast.ts';
import { youTexts } from './you-texts.ts';

interface YouSheetProps {
  onClose: () => void;
  onSignedOut: () => void;
  children: ReactNode;
}

type SignOut = { kind: 'no' } | { kind: 'confirming'; waiting: number; isBusy: boolean } | { kind: 'busy' };

export function YouSheet({ onClose, onSignedOut, children }: YouSheetProps) {
  const { auth } = useEngine();
  const [signOutState, setSignOutState] = useState<SignOut>({ kind: 'no' });

  async function signOut(discard: boolean) {
    setSignOutState((previous) => (previous.kind === 'confirming' ? { ...previous, isBusy: true } : { kind: 'busy' }));
    try {
      const outcome = await auth.signOut({ discard });
      if (outcome.kind === 'waiting')
        setSignOutState({ kind: 'confirming', waiting: outcome.actions + outcome.uploads, isBusy: false });
      else onSignedOut();
    } catch {
      setSignOutState({ kind: 'no' });
      toast({ kind: 'error', ...texts.unexpected });
    }
  }

  if (signOutState.kind === 'confirming')
    return (
      <Confirm
        title={texts.sync.waiting(signOutState.waiting)}
        verb={youTexts.deleteThem}
        variant="dangerSolid"
        busy={signOutState.isBusy ? youTexts.signingOut : null}
        cancel={youTexts.stay}
        onConfirm={() => void signOut(true)}
        onCancel={() => setSignOutState({ kind: 'no' })}
      >
        {youTexts.onlyHere}
      </Confirm>
    );
  return (
    <Sheet title={texts.you} onClose={onClose}>
      <Box p="14px 20px 18px">
        {children}
        <Button
          variant="plain"
          width="100%"
          justifyContent="flex-start"
          gap="16px"
          height="52px"
          px="0"
          fontSize="16px"
          fontWeight="500"
          color="fg"
          busy={signOutState.kind === 'busy' ? youTexts.signingOut : null}
          onClick={() => void signOut(false)}
        >
          <Icon of={LogOut} size={22} />
          {youTexts.signOut}
        </Button>
      </Box>
    </Sheet>
  );
}
