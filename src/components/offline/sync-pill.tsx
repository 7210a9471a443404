import { classes } from '../../design/classes.ts';
import { Flex, styled } from '../../design/styled.tsx';
import type { SyncPillContent } from './use-sync-pill.tsx';
import { syncTexts } from './sync-texts.ts';

const HEIGHT = '28px';

const style = classes({
  edge: {
    display: 'flex',
    flex: 'none',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '6px',
    height: HEIGHT,
    borderRadius: 'full',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
  },
  dashed: { borderStyle: 'dashed' },
  solid: { borderStyle: 'solid' },
  attention: { borderStyle: 'solid', borderColor: 'orange.fg' },
  iconOnly: { position: 'absolute', right: '0', top: '0', width: '36px' },
  text: { position: 'relative', px: '8px', bg: 'bg' },
});

/** Shows the icon alone if the text does not fit. 'Synced' is announced to screen readers only. */
export function SyncPill({
  pill,
  isSynced,
  onOpen,
}: {
  pill: SyncPillContent | null;
  isSynced: boolean;
  onOpen: () => void;
}) {
  return (
    // The app's name beside the pill has priority: the pill gets the remaining width.
    <Flex role="status" aria-live="polite" flex={pill ? '1000 0 36px' : 'none'} minWidth="0" justify="flex-end">
      {isSynced && <styled.span srOnly>{syncTexts.synced}</styled.span>}
      {pill && (
        <styled.button
          type="button"
          onClick={onOpen}
          minWidth="36px"
          // The main links need the room.
          maxWidth={{ lg: '36px', xl: 'none' }}
          fontSize="12px"
          fontWeight="500"
          whiteSpace="nowrap"
          cursor="pointer"
          position="relative"
          borderRadius="full"
          color={pill.variant === 'attention' ? 'orange.fg' : 'fg.muted'}
          _after={{ content: '""', position: 'absolute', inset: '-8px' }}
        >
          {/* If the text does not fit beside the empty ::before, it wraps to a second line, which overflow hides. */}
          <Flex
            as="span"
            wrap="wrap"
            justify="flex-end"
            height={HEIGHT}
            rowGap="1em"
            overflow="hidden"
            position="relative"
            _before={{ content: '""', height: HEIGHT }}
          >
            <span aria-hidden className={style('edge', pill.variant, 'iconOnly')}>
              {pill.icon}
            </span>
            <span className={style('edge', pill.variant, 'text')}>
              {pill.icon}
              {pill.text}
            </span>
          </Flex>
        </styled.button>
      )}
    </Flex>
  );
}
