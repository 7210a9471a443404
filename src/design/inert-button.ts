import { inert } from './inert.ts';

const disabledStyles = {
  locked: { bg: 'transparent', color: 'fg.subtle', boxShadow: 'inset 0 0 0 1px {colors.border}' },
  off: {},
  done: { bg: 'bg.muted', color: 'fg.muted' },
} as const;

/**
 * Props rather than a component: a focused button that becomes unavailable stays the same element, and so keeps the
 * focus.
 * @param variant `locked`: outlined; `off`: dimmed; `done`: shows a finished state
 */
export function inertButton(variant: keyof typeof disabledStyles, why: string) {
  return { variant: 'plain', ...inert(why), _disabled: disabledStyles[variant] } as const;
}
