import type { RefObject } from 'react';
import { useShortcutKeys } from '../../design/shortcut-keys.ts';

/** Moves the focus by j and k among the elements with `data-row-target` in `box`. */
export function useRowKeys(box: RefObject<HTMLElement | null>): void {
  const move = (by: 1 | -1) => {
    const targets = [...(box.current?.querySelectorAll<HTMLElement>('[data-row-target]') ?? [])];
    const at = targets.findIndex((target) => target.closest('li')?.contains(document.activeElement));
    (targets[Math.max(0, at + by)] ?? targets.at(-1) ?? box.current)?.focus();
  };
  useShortcutKeys(() => ({ j: () => move(1), k: () => move(-1) }));
}
