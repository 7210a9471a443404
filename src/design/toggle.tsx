import { Check } from 'lucide';
import { Icon } from './icon.tsx';
import { Box, Flex, styled } from './styled.tsx';

interface ToggleProps {
  label: string;
  checked: boolean;
  isSwitch?: boolean;
  onChange: (checked: boolean) => void;
}

/** A checkbox, or the same as a switch at the end of its row. */
export function Toggle({ label, checked, isSwitch = false, onChange }: ToggleProps) {
  return (
    <styled.label
      display="flex"
      alignItems="center"
      gap="12px"
      minHeight="48px"
      cursor="pointer"
      position="relative"
      flexDirection={isSwitch ? 'row-reverse' : 'row'}
      _focusWithin={{ '& [data-box]': { outline: '2px solid', outlineColor: 'fg', outlineOffset: '3px' } }}
    >
      <styled.input
        type="checkbox"
        {...(isSwitch ? { role: 'switch' } : {})}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
        position="absolute"
        inset="0"
        opacity="0"
        width="100%"
        height="100%"
        cursor="pointer"
      />
      {isSwitch ? (
        <Box
          data-box
          width="48px"
          height="28px"
          borderRadius="14px"
          p="3px"
          bg={checked ? 'bg.inverted' : 'bg.emphasized'}
          boxShadow={checked ? 'none' : 'inset 0 0 0 1px {colors.border.emphasized}'}
          transition="background-color 140ms"
        >
          <Box
            width="22px"
            height="22px"
            borderRadius="full"
            bg={checked ? 'fg.inverted' : 'fg.muted'}
            data-drawn="sign"
            transition="transform 140ms"
            {...(checked ? { transform: 'translateX(20px)' } : {})}
          />
        </Box>
      ) : (
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
      )}
      <Box flex="1" minWidth="0" overflowWrap="anywhere">
        {label}
      </Box>
    </styled.label>
  );
}
