import { Box, styled } from '../../ui/styled.tsx';
import type { SyncPillLook } from './use-sync-pill.tsx';
import { syncTexts } from './sync-texts.ts';

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

/** The sync pill: silent when synced, which only a screen reader is told; opens the page that lists what waits. */
export function SyncPill({
  pill,
  isSynced,
  onOpen,
}: {
  pill: SyncPillLook | null;
  isSynced: boolean;
  onOpen: () => void;
}) {
  return (
    <Box role="status" aria-live="polite" flex="0 1000 auto" minWidth={pill ? '36px' : '0'}>
      {isSynced && <styled.span srOnly>{syncTexts.synced}</styled.span>}
      {pill && (
        <styled.button
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
          border={`1px ${pill.look === 'dashed' ? 'dashed' : 'solid'}`}
          borderColor={pill.look === 'attention' ? 'orange.fg' : 'border.emphasized'}
          color={pill.look === 'attention' ? 'orange.fg' : 'fg.muted'}
          _after={{ content: '""', position: 'absolute', inset: '-8px' }}
        >
          {pill.icon}
          <Box as="span" truncate css={roomForWords}>
            {pill.words}
          </Box>
        </styled.button>
      )}
    </Box>
  );
}
