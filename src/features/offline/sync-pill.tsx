import { Box, chakra } from '@chakra-ui/react';
import { Clock, CloudOff, TriangleAlert } from 'lucide-react';
import type { SyncStatus } from '../../../sync/client.ts';
import { useLastsLonger, useSyncStatus } from '../../lib/live.ts';
import { texts } from '../../lib/texts.ts';
import { Squiggle } from '../../ui/marks.tsx';

/** 'Syncing' shows only when it lasts, in ms. */
const SYNCING_AFTER_MS = 2000;

type Mark = { kind: 'failed' | 'offline' | 'waiting' | 'syncing'; words: string } | null;

function markOf(status: SyncStatus, isSlow: boolean): Mark {
  if (status.failed > 0) return { kind: 'failed', words: texts.sync.failed(status.failed) };
  if (status.network === 'offline')
    return {
      kind: 'offline',
      words: status.waiting > 0 ? `${texts.sync.offline}. ${texts.sync.waiting(status.waiting)}` : texts.sync.offline,
    };
  if (status.waiting > 0 && isSlow) return { kind: 'waiting', words: texts.sync.waiting(status.waiting) };
  if (isSlow) return { kind: 'syncing', words: texts.sync.syncing };
  return null;
}

const icons = { failed: TriangleAlert, offline: CloudOff, waiting: Clock };

/** Silent when synced. Offline, waiting, syncing for long, or something that could not be sent; opens where that is told. */
export function SyncPill({ onOpen }: { onOpen: () => void }) {
  const status = useSyncStatus();
  const isSlow = useLastsLonger(status.busySince, SYNCING_AFTER_MS);
  const mark = markOf(status, isSlow);
  const Icon = mark && mark.kind !== 'syncing' ? icons[mark.kind] : null;
  return (
    <Box role="status" aria-live="polite" flex="0 1 auto" minWidth="0">
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
          border={`1px ${mark.kind === 'offline' || mark.kind === 'waiting' ? 'dashed' : 'solid'}`}
          borderColor={mark.kind === 'failed' ? 'orange.fg' : 'border.emphasized'}
          color={mark.kind === 'failed' ? 'orange.fg' : 'fg.muted'}
          _after={{ content: '""', position: 'absolute', inset: '-8px' }}
        >
          {Icon ? <Icon size={14} strokeWidth={1.75} aria-hidden /> : <Squiggle label={null} size={16} />}
          <Box
            as="span"
            truncate
            css={{
              '@media (max-width: 24.99rem)': {
                position: 'absolute',
                width: '1px',
                height: '1px',
                overflow: 'hidden',
                clipPath: 'inset(50%)',
              },
            }}
          >
            {mark.words}
          </Box>
        </chakra.button>
      )}
    </Box>
  );
}
