import type { LucideIcon } from 'lucide-react';

interface IconProps {
  of: LucideIcon;
  size?: 13 | 14 | 16 | 18 | 20 | 22 | 24 | 34;
  filled?: boolean;
  /** What it says by itself; without it the words beside it say enough. */
  label?: string;
}

/** A drawn sign in the line weight of the house. */
export function Icon({ of: Sign, size = 20, filled = false, label }: IconProps) {
  return (
    <Sign
      size={size}
      strokeWidth={1.75}
      {...(filled ? { fill: 'currentColor' } : {})}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      style={{ flex: 'none' }}
    />
  );
}
