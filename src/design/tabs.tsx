import { Tabs as Chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Dip } from './drawn-lines.tsx';
import { Box } from './styled.tsx';
import { SystemProvider } from './system-provider.tsx';

interface TabsProps<T extends string> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  tabs: readonly { value: T; label: string; content: ReactNode }[];
}

export function Tabs<T extends string>({ label, value, onChange, tabs }: TabsProps<T>) {
  return (
    <SystemProvider>
      <Chakra.Root
        unstyled
        value={value}
        onValueChange={(change) => {
          const next = tabs.find((tab) => tab.value === change.value);
          if (next) onChange(next.value);
        }}
      >
        <Chakra.List
          aria-label={label}
          display="flex"
          gap="4px"
          overflowX="auto"
          overscrollBehaviorX="contain"
          scrollbarWidth="none"
        >
          {tabs.map((tab) => (
            <Chakra.Trigger
              key={tab.value}
              value={tab.value}
              position="relative"
              flex="none"
              height="44px"
              px="14px"
              fontWeight="500"
              color="fg.muted"
              cursor="pointer"
              _hover={{ color: 'fg' }}
              _selected={{ fontWeight: 600, color: 'fg' }}
              _focusVisible={{ outlineOffset: '-3px' }}
            >
              {tab.label}
              {tab.value === value && (
                <Box position="absolute" left="50%" bottom="2px" ml="-14px">
                  <Dip width={28} />
                </Box>
              )}
            </Chakra.Trigger>
          ))}
        </Chakra.List>
        {tabs.map((tab) => (
          <Chakra.Content key={tab.value} value={tab.value} pt="12px">
            {tab.value === value && tab.content}
          </Chakra.Content>
        ))}
      </Chakra.Root>
    </SystemProvider>
  );
}
