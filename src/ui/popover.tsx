import { Box, Popover as Chakra, Portal } from '@chakra-ui/react';
import { type ReactNode, useRef } from 'react';

interface PopoverProps {
  /** Names it for screen readers. */
  label: string;
  /** What it hangs on; it flips where there is no room below. */
  anchor: HTMLElement;
  /** Which edge it shares with it. */
  edge?: 'start' | 'end';
  onClose: () => void;
  children: ReactNode;
}

/** A small panel that hangs on what was pressed, for wide windows: traps the focus, closes on Escape and on a press beside it. */
export function Popover({ label, anchor, edge = 'start', onClose, children }: PopoverProps) {
  const lastPlace = useRef<DOMRect | null>(null);
  return (
    <Chakra.Root
      unstyled
      open
      modal
      lazyMount
      onOpenChange={(change) => !change.open && onClose()}
      positioning={{
        placement: `bottom-${edge}`,
        gutter: 12,
        // What was pressed may leave the page while this stands, as a card that moves in its list does.
        getAnchorRect() {
          if (anchor.isConnected) lastPlace.current = anchor.getBoundingClientRect();
          return lastPlace.current;
        },
      }}
    >
      <Portal>
        {/* What is beside it is not pressed with the press that closes it. */}
        <Box position="fixed" inset="0" zIndex="modal" />
        <Chakra.Positioner>
          <Chakra.Content
            aria-label={label}
            width="320px"
            maxHeight="var(--available-height)"
            overflowY="auto"
            overscrollBehavior="contain"
            p="16px"
            bg="bg.panel"
            borderRadius="panel"
            zIndex="modal"
            outline="none"
            boxShadow={{
              base: '0 0 0 1px {colors.border}, 0 12px 40px rgba(0,0,0,.55)',
              _light: '0 0 0 1px {colors.border}, 0 12px 40px rgba(40,30,20,.18)',
            }}
            _open={{ animation: 'fadeIn 140ms' }}
          >
            {children}
          </Chakra.Content>
        </Chakra.Positioner>
      </Portal>
    </Chakra.Root>
  );
}
