import { type RefObject, useEffect, useRef } from 'react';
import { useShortcutKeys } from '../../design/shortcut-keys.ts';

/**
 * Moves the focus by j and k among the elements with `data-row-target` in `box`. If the row in use leaves the list, the row that takes its
 * place gets the focus.
 * @returns a function that marks the row with this key as in use
 */
export function useRowFocus(box: RefObject<HTMLElement | null>, keys: readonly string[]): (key: string) => void {
  const inUse = useRef<{ key: string; index: number } | null>(null);
  const move = (by: 1 | -1) => {
    const at = targetsIn(box.current).findIndex((target) => target.closest('li')?.contains(document.activeElement));
    focusRow(box.current, Math.max(0, at + by));
  };
  useShortcutKeys(() => ({ j: () => move(1), k: () => move(-1) }));
  useEffect(() => {
    const used = inUse.current;
    if (used === null) return;
    const index = keys.indexOf(used.key);
    if (index >= 0) {
      used.index = index;
      return;
    }
    inUse.current = null;
    // Do nothing if the operator has moved the focus meanwhile.
    if (document.activeElement === document.body) focusRow(box.current, used.index);
  }, [box, keys]);
  return (key) => {
    inUse.current = { key, index: keys.indexOf(key) };
  };
}

function targetsIn(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('[data-row-target]') ?? [])];
}

/** Focuses the row at this index, or the last row if there are fewer; `box` itself if there is no row. */
function focusRow(box: HTMLElement | null, index: number): void {
  const targets = targetsIn(box);
  (targets[Math.min(index, targets.length - 1)] ?? box)?.focus();
}
