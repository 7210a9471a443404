import { toast } from '../engine/toast.ts';

/**
 * Attributes of a control that is not available now. It stays focusable and says why: in a tooltip, to screen readers, and by a toast
 * when pressed.
 */
export function inert(why: string) {
  return {
    'aria-disabled': true,
    'aria-description': why,
    title: why,
    onClick: () => void toast({ id: 'inert', kind: 'info', title: why }),
  } as const;
}
