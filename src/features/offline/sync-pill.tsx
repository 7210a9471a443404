import { Box, chakra } from '@chakra-ui/react';
import { useMachine } from '@xstate/react';
import { Clock, CloudOff, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SyncStatus } from '../../../sync/client.ts';
import { useSync } from '../../lib/live.ts';
import { texts } from '../../lib/texts.ts';
import { Squiggle } from '../../ui/marks.tsx';
import { syncMachine } from './sync-machine.ts';

interface Mark {
  look: 'attention' | 'dashed' | 'solid';
  icon: ReactNode;
  words: string;
}

/** What the mark says; null while there is nothing to say. */
function useMark(): { mark: Mark | null; isSynced: boolean } {
  const sync = useSync();
  const [snapshot] = useMachine(syncMachine, { input: { live: sync.status } });
  const { status } = snapshot.context;
  const isSynced = snapshot.matches('synced');
  if (snapshot.matches('attention'))
    return { isSynced, mark: { look: 'attention', icon: <TriangleAlert {...icon} />, words: attentionWords(status) } };
  if (snapshot.matches('offline')) {
    const words =
      status.waiting > 0 ? `${texts.sync.offline}. ${texts.sync.waiting(status.waiting)}` : texts.sync.offline;
    return { isSynced, mark: { look: 'dashed', icon: <CloudOff {...icon} />, words } };
  }
  if (!snapshot.matches({ busy: 'shown' })) return { isSynced, mark: null };
  return status.waiting > 0
    ? { isSynced, mark: { look: 'dashed', icon: <Clock {...icon} />, words: texts.sync.waiting(status.waiting) } }
    : { isSynced, mark: { look: 'solid', icon: <Squiggle label={null} size={16} />, words: texts.sync.syncing } };
}

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const;

function attentionWords(status: SyncStatus): string {
  if (status.failed > 0) return texts.sync.failed(status.failed);
  if (status.updateRequired) return texts.sync.updateRequired;
  return status.storage === 'full' ? texts.sync.full : texts.sync.noStorage;
}

/** Hides the words below 400 px, for the eye alone. */
const roomForWords = {
  '@media (max-width: 24.99rem)': {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
  },
};

/** The sync mark: silent when synced, which only a screen reader is told; opens the page that lists what waits. */
export function SyncPill({ onOpen }: { onOpen: () => void }) {
  const { mark, isSynced } = useMark();
  return (
    <Box role="status" aria-live="polite" flex="0 1 auto" minWidth="0">
      {isSynced && <chakra.span srOnly>{texts.sync.synced}</chakra.span>}
      {mark && (
        <chakra.button
          type="button"
          onClick={onOpen}
          display="inline-flex"
          alignItems="center"
          gap="6px"
          height="28px"
          maxWidth="100%"
          px="8px"
          borderRadius="full"
          fontSize="12px"
          fontWeight="500"
          whiteSpace="nowrap"
          cursor="pointer"
          position="relative"
          border={`1px ${mark.look === 'dashed' ? 'dashed' : 'solid'}`}
          borderColor={mark.look === 'attention' ? 'orange.fg' : 'border.emphasized'}
          color={mark.look === 'attention' ? 'orange.fg' : 'fg.muted'}
          _after={{ content: '""', position: 'absolute', inset: '-8px' }}
        >
          {mark.icon}
          <Box as="span" truncate css={roomForWords}>
            {mark.words}
          </Box>
        </chakra.button>
      )}
    </Box>
  );
}
