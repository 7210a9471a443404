import { disabledWithReason } from './disabled-with-reason.ts';

const disabledStyles = {
  locked: { bg: 'transparent', color: 'fg.subtle', boxShadow: 'inset 0 0 0 1px {colors.border}' },
  off: {},
  done: { bg: 'bg.muted', color: 'fg.muted' },
} as const;

/**
 * Props of a `Button` that is unavailable. They are not a component, because a focused button that becomes unavailable must stay the same
 * element to keep the focus.
 */
export function disabledButton(variant: keyof typeof disabledStyles, why: string) {
  return { variant: 'plain', ...disabledWithReason(why), _disabled: disabledStyles[variant] } as const;
}
