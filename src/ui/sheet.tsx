import { Box, chakra, Dialog, Flex, Portal } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import { overBottomBars } from '../lib/bottom-bars.ts';
import { useScrollLock } from '../lib/scroll-lock.ts';
import { useHeightOverKeyboard } from '../lib/viewport.ts';

interface SheetProps {
  open: boolean;
  onClose: () => void;
  /** Names the sheet for screen readers; a sheet that asks something shows it, any other one's content does. */
  title: string;
  /** It wants an answer: the title is shown and there is no grabber; `alert` interrupts a screen reader. */
  asks?: 'plain' | 'alert';
  /** Before the title of a sheet that asks: whom or what it is about. */
  picture?: ReactNode;
  /**
   * `bottom`: a sheet that rises on phones and stands centred on desktop; `side`: full on phones, a right panel on desktop;
   * `room`: on phones all that the player and the keyboard leave, from tablets on a large box. Its content scrolls by itself.
   */
  kind?: 'bottom' | 'side' | 'room';
  /** For a form: nearly the whole height on phones, and wider on desktop. */
  wide?: boolean;
  /** Colour token of its field, when it is not the page's own. */
  bg?: string;
  children: ReactNode;
}

const sideShape = {
  bg: 'bg',
  width: { base: '100%', lg: '480px' },
  height: '100dvh',
  overflowY: 'auto',
  pb: 'env(safe-area-inset-bottom)',
} as const;

const roomShape = {
  bg: { base: 'bg', md: 'bg.panel' },
  width: { base: '100%', md: 'min(960px, 100vw - 48px)' },
  height: { base: '100%', md: 'min(640px, 100dvh - 48px)' },
  borderRadius: { md: 'sheet' },
  overflow: 'hidden',
} as const;

const sheetShape = (wide: boolean, centred: 'md' | 'lg') => ({
  bg: 'bg.panel',
  width: { base: '100%', [centred]: wide ? '560px' : '440px' },
  maxHeight: { base: wide ? 'calc(100dvh - 12px)' : '92dvh', [centred]: '84dvh' },
  borderTopRadius: 'sheet',
  borderBottomRadius: { base: '0', [centred]: 'sheet' },
  overflowY: 'auto',
  pb: 'env(safe-area-inset-bottom)',
});

/** What had the focus when a sheet opened, the nearest first, by the sheet's element. */
const openers = new WeakMap<Element, readonly HTMLElement[]>();

/**
 * What has the focus, and behind it the sheet in which that is and what had it before that one opened: what was pressed may be gone by
 * the end, and one sheet may take another's place. Focus beside a sheet that is still open would close it.
 */
function focusedNow(): readonly HTMLElement[] {
  const { activeElement: focused, body } = document;
  if (!(focused instanceof HTMLElement) || focused === body) return [];
  const around = focused.closest<HTMLElement>('[data-sheet]');
  return around ? [focused, around, ...(openers.get(around) ?? [])] : [focused];
}

/** A sheet over the page: traps the focus, closes on Escape and on the scrim, gives the focus back. */
export function Sheet({
  open,
  onClose,
  title,
  asks,
  picture,
  kind = 'bottom',
  wide = false,
  bg,
  children,
}: SheetProps) {
  const side = kind === 'side';
  const room = kind === 'room';
  const foot = room ? document.querySelector('[data-foot]') : null;
  // A question, a form and a room stand centred on tablets already.
  const centred = asks || wide || room ? 'md' : 'lg';
  const overKeyboard = useHeightOverKeyboard();
  const [opener] = useState(focusedNow);
  useScrollLock(open);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(change) => !change.open && onClose()}
      lazyMount
      unmountOnExit
      unstyled
      aria-label={title}
      role={asks === 'alert' ? 'alertdialog' : 'dialog'}
      preventScroll={false}
      finalFocusEl={() => opener.find((each) => each.isConnected) ?? null}
      // What sounds can be paused beside it.
      {...(foot ? { persistentElements: [() => foot] } : {})}
    >
      <Portal>
        <Dialog.Backdrop
          position="fixed"
          inset="0"
          bg="scrim"
          zIndex="modal"
          {...(room ? { hideBelow: 'md' } : {})}
          _open={{ animation: 'fadeIn 220ms' }}
          _closed={{ animation: 'fadeOut 140ms' }}
        />
        <Dialog.Positioner
          {...(room ? overBottomBars : {})}
          position="fixed"
          insetX="0"
          top="0"
          bottom={room ? { base: 'var(--bottom-bars, 0px)', md: '0' } : '0'}
          zIndex="modal"
          display="flex"
          alignItems={side ? 'stretch' : { base: room ? 'flex-start' : 'flex-end', [centred]: 'center' }}
          justifyContent={side ? 'flex-end' : 'center'}
          pointerEvents="none"
        >
          <Dialog.Content
            ref={(element) => {
              if (element) openers.set(element, opener);
            }}
            data-sheet={kind}
            pointerEvents="auto"
            position="relative"
            display="flex"
            flexDirection="column"
            {...(room ? roomShape : side ? sideShape : sheetShape(wide, centred))}
            {...(bg === undefined ? {} : { bg })}
            {...(room && overKeyboard !== null ? { style: { height: overKeyboard } } : {})}
            overscrollBehavior="contain"
            outline="none"
            _open={{
              animation: {
                base: 'sheetIn 360ms cubic-bezier(.2,.8,.2,1)',
                [centred]: side ? 'panelIn 360ms cubic-bezier(.2,.8,.2,1)' : 'fadeIn 220ms',
              },
            }}
            _closed={{
              animation: {
                base: 'sheetOut 220ms cubic-bezier(.6,0,.2,1)',
                [centred]: side ? 'panelOut 220ms' : 'fadeOut 140ms',
              },
            }}
          >
            {asks ? (
              <Flex align="center" gap="14px" p={{ base: '24px 20px 16px', lg: '28px 28px 16px' }}>
                {picture}
                <Dialog.Title asChild>
                  <chakra.h2 textStyle="h1" overflowWrap="anywhere" overflowX="clip" minWidth="0">
                    {title}
                  </chakra.h2>
                </Dialog.Title>
              </Flex>
            ) : (
              <Dialog.Title asChild>
                <chakra.h2 srOnly>{title}</chakra.h2>
              </Dialog.Title>
            )}
            {kind === 'bottom' && !asks && (
              <Box
                aria-hidden
                width="40px"
                height="4px"
                borderRadius="2px"
                bg="border.emphasized"
                mx="auto"
                mt="8px"
                mb="6px"
                flex="none"
                hideFrom="lg"
              />
            )}
            {children}
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
