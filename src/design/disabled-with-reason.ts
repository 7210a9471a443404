import { toast } from '../engine/toast.ts';

/** Props of an unavailable control, which stays focusable and says why: in a tooltip, to screen readers, and by a toast when pressed. */
export function disabledWithReason(why: string) {
  return {
    'aria-disabled': true,
    'aria-description': why,
    title: why,
    onClick: () => void toast({ id: 'unavailable', kind: 'info', title: why }),
  } as const;
}
