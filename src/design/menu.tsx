import { Menu as Chakra, Portal } from '@chakra-ui/react';
import type { IconNode } from 'lucide';
import { cloneElement, type KeyboardEvent, type ReactElement, type RefObject, useId, useRef, useState } from 'react';
import { Icon } from './icon.tsx';
import { Layer } from './layers.ts';
import { SystemProvider } from './system-provider.tsx';

/** One thing to choose from a menu. */
export interface MenuItem {
  label: string;
  icon?: IconNode;
  /** Takes something away; written in red. */
  isDangerous?: boolean;
  isDisabled?: boolean;
  onSelect: () => void;
}

/** What the menu needs of its button. */
interface TriggerProps {
  ref?: RefObject<HTMLButtonElement | null>;
  onPointerDown?: () => void;
  onClick?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  'aria-controls'?: string;
}

/**
 * A button, `trigger`, that opens a list of things to do. The list is made when it is asked for: a page may have a button in each of
 * its rows.
 */
export function Menu({ trigger, items }: { trigger: ReactElement<TriggerProps>; items: readonly MenuItem[] }) {
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const [shown, setShown] = useState<'nothing' | 'list' | 'leaving'>('nothing');
  // A press on the button closes the list before it is a click.
  const isClosing = useRef(false);
  const open = () => setShown('list');
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': shown === 'list',
        ...(shown === 'nothing' ? {} : { 'aria-controls': listId }),
        onPointerDown: () => {
          isClosing.current = shown === 'list';
        },
        onClick: () => {
          if (!isClosing.current) open();
          isClosing.current = false;
        },
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          open();
        },
      })}
      {shown !== 'nothing' && (
        <List
          id={listId}
          button={button}
          isOpen={shown === 'list'}
          items={items}
          onClose={() => setShown('leaving')}
          onGone={() => setShown('nothing')}
        />
      )}
    </>
  );
}

interface ListProps {
  id: string;
  button: RefObject<HTMLButtonElement | null>;
  /** False while it fades. */
  isOpen: boolean;
  items: readonly MenuItem[];
  onClose: () => void;
  onGone: () => void;
}

/** How many sheets stand over the page. */
const sheets = () => document.querySelectorAll('[data-sheet]').length;

function List({ id, button, isOpen, items, onClose, onGone }: ListProps) {
  const [sheetsBefore] = useState(sheets);
  const giveBack = (from: Element | null) => {
    if (from?.closest('[role=menu]')) button.current?.focus();
  };
  return (
    <SystemProvider>
      <Chakra.Root
        unstyled
        ids={{ content: id }}
        // It closes within the choice: closed later, it would take along what was opened over it.
        defaultOpen
        onOpenChange={(change) => {
          if (change.open) return;
          // Before what was chosen takes the focus.
          giveBack(document.activeElement);
          onClose();
        }}
        positioning={{
          placement: 'bottom-end',
          gutter: 8,
          getAnchorRect: () => button.current?.getBoundingClientRect() ?? null,
        }}
        // The arrow keys put the focus on the list a frame later, which may be after the choice: it would leave with the list. A
        // question that was chosen takes it by itself.
        onExitComplete={() => {
          const { activeElement, body } = document;
          if (sheets() <= sheetsBefore) {
            if (activeElement === body) button.current?.focus();
            giveBack(activeElement);
          }
          onGone();
        }}
      >
        {isOpen && <Chakra.Context>{(menu) => <Layer onBack={() => menu.setOpen(false)} />}</Chakra.Context>}
        <Portal>
          <Chakra.Positioner>
            <Chakra.Content
              aria-label={button.current?.getAttribute('aria-label') ?? button.current?.textContent}
              minWidth="220px"
              p="6px"
              bg="bg.overlay"
              borderRadius="panel"
              zIndex="modal"
              outline="none"
              boxShadow={{ base: '0 12px 40px rgba(0,0,0,.55)', _light: '0 12px 40px rgba(40,30,20,.18)' }}
              _open={{ animation: 'fadeIn 140ms' }}
            >
              {items.map((item) => (
                <Chakra.Item
                  key={item.label}
                  value={item.label}
                  disabled={item.isDisabled ?? false}
                  onSelect={item.onSelect}
                  display="flex"
                  alignItems="center"
                  gap="12px"
                  minHeight="44px"
                  px="12px"
                  borderRadius="10px"
                  fontWeight="500"
                  cursor="pointer"
                  outline="none"
                  {...(item.isDangerous ? { color: 'red.fg' } : {})}
                  _highlighted={{ bg: 'bg.emphasized' }}
                  _disabled={{ color: 'fg.disabled', cursor: 'default' }}
                >
                  {item.icon && <Icon of={item.icon} />}
                  {item.label}
                </Chakra.Item>
              ))}
            </Chakra.Content>
          </Chakra.Positioner>
        </Portal>
      </Chakra.Root>
    </SystemProvider>
  );
}
