import { Check } from 'lucide';
import { Icon } from './icon.tsx';
import { Box, Flex, styled } from './styled.tsx';

interface CheckboxProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function Checkbox({ label, checked, onChange }: CheckboxProps) {
  return (
    <styled.label
      display="flex"
      alignItems="center"
      gap="12px"
      minHeight="48px"
      cursor="pointer"
      position="relative"
      _focusWithin={{ '& [data-box]': { outline: '2px solid', outlineColor: 'fg', outlineOffset: '3px' } }}
    >
      <styled.input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
        position="absolute"
        inset="0"
        opacity="0"
        width="100%"
        height="100%"
        cursor="pointer"
      />
      <Flex
        data-box
        width="24px"
        height="24px"
        borderRadius="6px"
        align="center"
        justify="center"
        flex="none"
        bg={checked ? 'bg.inverted' : 'bg.panel'}
        color="fg.inverted"
        boxShadow={checked ? 'none' : 'inset 0 0 0 1.5px {colors.border.emphasized}'}
      >
        {checked && <Icon of={Check} size={17} weight={2.5} />}
      </Flex>
      <Box flex="1" minWidth="0" overflowWrap="anywhere">
        {label}
      </Box>
    </styled.label>
  );
}
