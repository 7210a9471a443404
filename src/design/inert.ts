import { toast } from '../engine/toast.ts';

/**
 * The attributes of a control that cannot be used now. It stays in reach of the keyboard and says why: in a tooltip, to screen
 * readers, and to whoever presses it all the same.
 */
export function inert(why: string) {
  return {
    'aria-disabled': true,
    'aria-description': why,
    title: why,
    onClick: () => void toast({ id: 'inert', kind: 'info', title: why }),
  } as const;
}
