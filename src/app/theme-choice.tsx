import { chakra, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { applyTheme, readTheme, type Theme } from './theme.ts';

const choices: [Theme, string][] = [
  ['dark', 'Dark'],
  ['light', 'Light'],
  ['system', 'System'],
];

/** Dark, light, or what the device prefers. */
export function ThemeChoice() {
  const [theme, setTheme] = useState(readTheme);
  return (
    <Flex role="radiogroup" aria-label="Appearance" bg="bg" borderRadius="full" p="4px">
      {choices.map(([value, label]) => (
        <chakra.label
          key={value}
          display="flex"
          alignItems="center"
          height="36px"
          px="12px"
          borderRadius="full"
          fontSize="14px"
          fontWeight={theme === value ? 600 : 500}
          color={theme === value ? 'fg' : 'fg.muted'}
          bg={theme === value ? 'bg.overlay' : 'transparent'}
          cursor="pointer"
          position="relative"
          _focusWithin={{ outline: '2px solid', outlineColor: 'fg' }}
        >
          <chakra.input
            type="radio"
            name="theme"
            checked={theme === value}
            onChange={() => {
              setTheme(value);
              applyTheme(value);
            }}
            position="absolute"
            inset="0"
            opacity="0"
            cursor="pointer"
          />
          {label}
        </chakra.label>
      ))}
    </Flex>
  );
}
