import { Popover, Portal } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useMe } from '../../lib/live.ts';
import { ZapFigures } from './zap-figures.tsx';
import { Balance } from './zap-status.tsx';
import { zapTexts } from './zap-texts.ts';

/** Under the chip on desktop: the balance and all that belongs to it. Closes on Escape and outside, and gives the focus back. */
export function ZapDropdown({ rewards, onClose }: { rewards: ReactNode; onClose: () => void }) {
  const me = useMe();
  if (!me) return null;
  return (
    <Popover.Root
      open
      unstyled
      // The chip, which the badges rise to as well.
      ids={{ trigger: 'profile-area' }}
      onOpenChange={(change) => !change.open && onClose()}
      positioning={{ placement: 'bottom-end', gutter: 8 }}
    >
      <Portal>
        <Popover.Positioner>
          <Popover.Content
            aria-label={zapTexts.status}
            width="320px"
            maxHeight="calc(100dvh - 76px - var(--bottom-bars, 0px))"
            overflowY="auto"
            overscrollBehavior="contain"
            p="20px"
            bg="bg.panel"
            borderRadius="panel"
            border="1px solid"
            borderColor="border"
            zIndex="modal"
            outline="none"
            boxShadow={{ base: '0 12px 40px rgba(0,0,0,.55)', _light: '0 12px 40px rgba(40,30,20,.18)' }}
            _open={{ animation: 'fadeIn 140ms' }}
          >
            <Balance zaps={me.zaps} fontSize="56px" />
            <ZapFigures me={me} rewards={rewards} />
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  );
}
