import { Menu as Chakra, Portal } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import { type ReactElement, useRef } from 'react';
import { Icon } from './icon.tsx';

/** One thing to choose from a menu. */
export interface MenuItem {
  label: string;
  icon?: LucideIcon;
  /** Takes something away; written in red. */
  isDangerous?: boolean;
  isDisabled?: boolean;
  onSelect: () => void;
}

/** A button, `trigger`, that opens a list of things to do. */
export function Menu({ trigger, items }: { trigger: ReactElement; items: readonly MenuItem[] }) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Chakra.Root
      unstyled
      lazyMount
      unmountOnExit
      positioning={{ placement: 'bottom-end', gutter: 8 }}
      // The arrow keys put the focus on the list a frame later, which may be after the choice: it would leave with the list.
      onExitComplete={() => {
        const { activeElement } = document;
        if (activeElement === document.body || activeElement?.closest('[role=menu]')) button.current?.focus();
      }}
    >
      <Chakra.Trigger ref={button} asChild>
        {trigger}
      </Chakra.Trigger>
      <Portal>
        <Chakra.Positioner>
          <Chakra.Content
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
  );
}
