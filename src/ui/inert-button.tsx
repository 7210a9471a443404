import type { ComponentProps, ReactNode } from 'react';
import { toast } from './toast.ts';
import { Button } from './button.tsx';

/** `locked`: an edge alone; `off`: dimmed; `informs`: it is done, and its words are to be read. */
type InertLook = 'locked' | 'off' | 'informs';

const looks = {
  locked: { bg: 'transparent', color: 'fg.subtle', boxShadow: 'inset 0 0 0 1px {colors.border}' },
  off: {},
  informs: { bg: 'bg.muted', color: 'fg.muted' },
} as const;

interface InertButtonProps extends Pick<ComponentProps<typeof Button>, 'width' | 'size' | 'px'> {
  look: InertLook;
  /** Said in a tooltip, to screen readers, and to whoever presses it all the same. */
  why: string;
  children: ReactNode;
}

/** A pill that cannot be pressed now: it stays in reach of the keyboard, and says why. */
export function InertButton({ look, why, children, ...rest }: InertButtonProps) {
  return (
    <Button
      look="plain"
      aria-disabled
      aria-description={why}
      title={why}
      onClick={() => toast({ id: 'inert', kind: 'info', title: why })}
      _disabled={looks[look]}
      {...rest}
    >
      {children}
    </Button>
  );
}
