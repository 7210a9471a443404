import { Box, chakra, Dialog, Portal } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface SheetProps {
  open: boolean;
  onClose: () => void;
  /** Names the sheet for screen readers; a sheet that asks something shows it, any other one's content does. */
  title: string;
  /** It wants an answer: the title is shown and there is no grabber; `alert` interrupts a screen reader. */
  asks?: 'plain' | 'alert';
  /** `bottom`: a sheet that rises on phones and stands centred on desktop; `side`: full on phones, a right panel on desktop. */
  kind?: 'bottom' | 'side';
  /** For a form: nearly the whole height on phones, and wider on desktop. */
  wide?: boolean;
  /** Colour token of its field, when it is not the page's own. */
  bg?: string;
  children: ReactNode;
}

/** A sheet over the page: traps the focus, closes on Escape and on the scrim, gives the focus back. */
export function Sheet({ open, onClose, title, asks, kind = 'bottom', wide = false, bg, children }: SheetProps) {
  const side = kind === 'side';
  // A question and a form stand centred on tablets already.
  const centred = asks || wide ? 'md' : 'lg';
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(change) => !change.open && onClose()}
      lazyMount
      unmountOnExit
      unstyled
      aria-label={title}
      role={asks === 'alert' ? 'alertdialog' : 'dialog'}
      preventScroll
    >
      <Portal>
        <Dialog.Backdrop
          position="fixed"
          inset="0"
          bg="scrim"
          zIndex="modal"
          _open={{ animation: 'fadeIn 220ms' }}
          _closed={{ animation: 'fadeOut 140ms' }}
        />
        <Dialog.Positioner
          position="fixed"
          inset="0"
          zIndex="modal"
          display="flex"
          alignItems={side ? 'stretch' : { base: 'flex-end', [centred]: 'center' }}
          justifyContent={side ? 'flex-end' : 'center'}
          pointerEvents="none"
        >
          <Dialog.Content
            data-sheet={kind}
            pointerEvents="auto"
            position="relative"
            display="flex"
            flexDirection="column"
            bg={bg ?? (side ? 'bg' : 'bg.panel')}
            width={side ? { base: '100%', lg: '480px' } : { base: '100%', [centred]: wide ? '560px' : '440px' }}
            maxHeight={side ? '100dvh' : { base: wide ? 'calc(100dvh - 12px)' : '92dvh', [centred]: '84dvh' }}
            height={side ? '100dvh' : 'auto'}
            borderTopRadius={side ? '0' : 'sheet'}
            borderBottomRadius={side ? '0' : { base: '0', [centred]: 'sheet' }}
            overflowY="auto"
            overscrollBehavior="contain"
            pb="env(safe-area-inset-bottom)"
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
            <Dialog.Title asChild>
              {asks ? (
                <chakra.h2 textStyle="h1" overflowWrap="anywhere" p={{ base: '24px 20px 16px', lg: '28px 28px 16px' }}>
                  {title}
                </chakra.h2>
              ) : (
                <chakra.h2 srOnly>{title}</chakra.h2>
              )}
            </Dialog.Title>
            {!side && !asks && (
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
