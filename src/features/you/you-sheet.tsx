import { Box, Flex } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import { LogOut } from 'lucide-react';
import { useEngine } from '../../lib/live.ts';
import { texts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';

interface YouSheetProps {
  onClose: () => void;
  onSignedOut: () => void;
  /** Identity and ZAPs, the sync card, links, prompts: composed by the app. */
  children: ReactNode;
}

/** The menu of the person: who they are, what waits, where to go, and the way out. */
export function YouSheet({ onClose, onSignedOut, children }: YouSheetProps) {
  const { auth } = useEngine();
  const [leaving, setLeaving] = useState<'no' | 'busy' | { waiting: number }>('no');

  async function signOut(discard: boolean) {
    setLeaving('busy');
    const outcome = await auth.signOut({ discard });
    if (outcome.kind === 'waiting') setLeaving({ waiting: outcome.actions + outcome.uploads });
    else onSignedOut();
  }

  return (
    <Sheet open title="You" onClose={onClose}>
      <Box p="14px 20px 18px">
        {typeof leaving === 'object' ? (
          <Flex direction="column" gap="14px" role="alertdialog" aria-label="Sign out">
            <Box textStyle="h1">{texts.sync.waiting(leaving.waiting)}</Box>
            <Box color="fg.muted">They are saved on this device only. Signing out now deletes them.</Box>
            <Button look="outline" onClick={() => setLeaving('no')}>
              Stay signed in
            </Button>
            <Button look="danger" onClick={() => void signOut(true)}>
              Sign out and delete them
            </Button>
          </Flex>
        ) : (
          <>
            {children}
            <Button
              look="plain"
              width="100%"
              justifyContent="flex-start"
              gap="16px"
              height="52px"
              px="0"
              fontSize="16px"
              fontWeight="500"
              color="fg"
              busy={leaving === 'busy' ? 'Signing out' : null}
              onClick={() => void signOut(false)}
            >
              <LogOut size={21} strokeWidth={1.75} aria-hidden />
              Sign Out
            </Button>
          </>
        )}
      </Box>
    </Sheet>
  );
}
