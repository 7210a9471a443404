import { Popover as Chakra, Portal } from '@chakra-ui/react';
import { type ReactNode, useRef } from 'react';
import { useModal } from './modal.ts';
import { Box } from './styled.tsx';
import { SystemProvider } from './system-provider.tsx';

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

/** A small panel that hangs on what was pressed, for wide windows: keeps the focus, closes on Escape and on a press beside it. */
export function Popover({ label, anchor, edge = 'start', onClose, children }: PopoverProps) {
  const box = useModal<HTMLDivElement>(onClose);
  const lastPlace = useRef<DOMRect | null>(null);
  return (
    <SystemProvider>
      <Chakra.Root
        unstyled
        open
        // What it does beside finding its place is done by `useModal`.
        portalled={false}
        autoFocus={false}
        closeOnEscape={false}
        closeOnInteractOutside={false}
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
          <Box aria-hidden position="fixed" inset="0" zIndex="modal" onClick={onClose} />
          <Chakra.Positioner>
            <Chakra.Content
              ref={box}
              aria-label={label}
              aria-modal
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
    </SystemProvider>
  );
}
