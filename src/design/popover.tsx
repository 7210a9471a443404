import { Popover as Chakra, Portal } from '@chakra-ui/react';
import { type ReactNode, useRef } from 'react';
import { useModal } from './modal.ts';
import { Box } from './styled.tsx';
import { SystemProvider } from './system-provider.tsx';

interface PopoverProps {
  label: string;
  anchor: HTMLElement;
  /** The anchor's edge with which the popover is aligned. */
  edge?: 'start' | 'end';
  width?: '320px' | '360px';
  onClose: () => void;
  children: ReactNode;
}

export function Popover({ label, anchor, edge = 'start', width = '320px', onClose, children }: PopoverProps) {
  const box = useModal<HTMLDivElement>(onClose);
  const lastPlace = useRef<DOMRect | null>(null);
  return (
    <SystemProvider>
      <Chakra.Root
        unstyled
        open
        // Chakra only positions the popover; `useModal` does the rest.
        portalled={false}
        autoFocus={false}
        closeOnEscape={false}
        closeOnInteractOutside={false}
        positioning={{
          placement: `bottom-${edge}`,
          gutter: 12,
          // The anchor may unmount while the popover is open, such as a card that moves in its list.
          getAnchorRect() {
            if (anchor.isConnected) lastPlace.current = anchor.getBoundingClientRect();
            return lastPlace.current;
          },
        }}
      >
        <Portal>
          {/* Catches the closing press, so that it activates nothing below. */}
          <Box aria-hidden position="fixed" inset="0" zIndex="modal" onClick={onClose} />
          <Chakra.Positioner>
            <Chakra.Content
              ref={box}
              aria-label={label}
              aria-modal
              width={width}
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
