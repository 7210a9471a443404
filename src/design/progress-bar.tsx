import type { ComponentProps } from 'react';
import { Flex } from './styled.tsx';

interface ProgressBarProps extends Omit<ComponentProps<typeof Flex>, 'role'> {
  label: string;
  /** From 0 to `max`; null while it is unknown. */
  value: number | null;
  max?: number;
}

/** Tells assistive technology how far something is. The children show it. */
export function ProgressBar({ label, value, max = 100, ...box }: ProgressBarProps) {
  return (
    <Flex
      role="progressbar"
      align="center"
      aria-label={label}
      {...(value === null ? {} : { 'aria-valuemin': 0, 'aria-valuemax': max, 'aria-valuenow': value })}
      {...box}
    />
  );
}
