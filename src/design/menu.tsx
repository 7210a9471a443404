import { Menu as Chakra, Portal } from '@chakra-ui/react';
import type { IconNode } from 'lucide';
import { cloneElement, type KeyboardEvent, type ReactElement, type RefObject, useId, useRef, useState } from 'react';
import { Icon } from './icon.tsx';
import { Layer } from './layers.ts';
import { SystemProvider } from './system-provider.tsx';

export interface MenuItem {
  label: string;
  icon?: IconNode;
  isDangerous?: boolean;
  isDisabled?: boolean;
  onSelect: () => void;
}

interface TriggerProps {
  ref?: RefObject<HTMLButtonElement | null>;
  onPointerDown?: () => void;
  onClick?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  'aria-controls'?: string;
}

/** Adds a menu to its trigger, a button. The list renders only while it is open, because a page may have a menu in each row. */
export function Menu({ trigger, items }: { trigger: ReactElement<TriggerProps>; items: readonly MenuItem[] }) {
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  // A press on the button closes the list at pointerdown; the click that follows must not reopen it.
  const isClosing = useRef(false);
  const open = () => setOpen(true);
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        ...(isOpen ? { 'aria-controls': listId } : {}),
        onPointerDown: () => {
          isClosing.current = isOpen;
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
      {isOpen && <List id={listId} button={button} items={items} onClose={() => setOpen(false)} />}
    </>
  );
}

interface ListProps {
  id: string;
  button: RefObject<HTMLButtonElement | null>;
  items: readonly MenuItem[];
  onClose: () => void;
}

function List({ id, button, items, onClose }: ListProps) {
  return (
    <SystemProvider>
      <Chakra.Root
        unstyled
        ids={{ content: id }}
        // Uncontrolled: closing the menu after the selection would also close a layer that the selection opened.
        defaultOpen
        onOpenChange={(change) => {
          if (change.open) return;
          // Restore the focus first: a confirmation that the item opened takes the focus afterwards.
          if (document.activeElement?.closest('[role=menu]')) button.current?.focus();
          onClose();
        }}
        positioning={{
          placement: 'bottom-end',
          gutter: 8,
          getAnchorRect: () => button.current?.getBoundingClientRect() ?? null,
        }}
      >
        <Chakra.Context>{(menu) => <Layer onBack={() => menu.setOpen(false)} />}</Chakra.Context>
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
