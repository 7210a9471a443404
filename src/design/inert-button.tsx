import type { ComponentProps, ReactNode } from 'react';
import { inert } from './inert.ts';
import { Button } from './button.tsx';

/** `locked`: outlined; `off`: dimmed; `informs`: shows a finished state. */
type InertVariant = 'locked' | 'off' | 'informs';

const disabledStyles = {
  locked: { bg: 'transparent', color: 'fg.subtle', boxShadow: 'inset 0 0 0 1px {colors.border}' },
  off: {},
  informs: { bg: 'bg.muted', color: 'fg.muted' },
} as const;

interface InertButtonProps extends Pick<ComponentProps<typeof Button>, 'width' | 'size' | 'px'> {
  variant: InertVariant;
  why: string;
  children: ReactNode;
}

/** A button that is not available now, and says why. */
export function InertButton({ variant, why, children, ...rest }: InertButtonProps) {
  return (
    <Button variant="plain" {...inert(why)} _disabled={disabledStyles[variant]} {...rest}>
      {children}
    </Button>
  );
}
