import { Box } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Input } from './field.tsx';
import { Icon } from './icon.tsx';

interface SelectProps extends Pick<ComponentProps<typeof Input>, 'id' | 'aria-describedby' | 'aria-invalid'> {
  /** Its name, where no label stands over it. */
  label?: string;
  /** What stands for no choice; without it one is always chosen. */
  none?: string;
  value: string | null;
  options: readonly string[];
  onChange: (value: string | null) => void;
  width?: ComponentProps<typeof Box>['width'];
}

/** One of several, by the device's own list. */
export function Select({ label, none, value, options, onChange, width = '100%', ...rest }: SelectProps) {
  return (
    <Box position="relative" width={width} flex="none">
      <Input
        as="select"
        {...(label ? { 'aria-label': label } : {})}
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value || null)}
        fontSize="16px"
        pl="12px"
        pr="34px"
        appearance="none"
        cursor="pointer"
        textOverflow="ellipsis"
        {...rest}
      >
        {none !== undefined && <option value="">{none}</option>}
        {options.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Input>
      <Box position="absolute" right="10px" top="15px" pointerEvents="none">
        <Icon of={ChevronDown} size={18} />
      </Box>
    </Box>
  );
}
