import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const STOPS = 'a, button';

/** What had the focus. In a cell of a grid, whose elements may be another item's by now, it is found again by its item. */
export interface FocusPlace {
  readonly element: HTMLElement;
  /** In which grid, for which item, and which of the things in its cell that can have the focus; null anywhere else. */
  readonly within: { readonly grid: Element; readonly item: string; readonly at: number } | null;
}

export function focusPlaceOf(element: HTMLElement): FocusPlace {
  const cell = element.closest<HTMLElement>('[data-item]');
  const grid = cell?.closest('[role=list]');
  const item = cell?.dataset['item'];
  if (!cell || !grid || item === undefined) return { element, within: null };
  return { element, within: { grid, item, at: [...cell.querySelectorAll(STOPS)].indexOf(element) } };
}

/** What stands in this place now; null where nothing does. */
export function standsAt({ element, within }: FocusPlace): HTMLElement | null {
  const isItsOwn = within === null || element.closest<HTMLElement>('[data-item]')?.dataset['item'] === within.item;
  if (element.isConnected && isItsOwn) return element;
  const own = within?.grid.querySelector(`[data-item="${CSS.escape(within.item)}"]`);
  return own?.querySelectorAll<HTMLElement>(STOPS)[within?.at ?? -1] ?? null;
}

/**
 * Keeps the focus with its item where others take the elements of those that have gone; with its item it is let go. Each cell of the grid
 * names its item in `data-item`.
 */
export function useFocusKept(grid: RefObject<HTMLElement | null>): void {
  const held = useRef<FocusPlace | null>(null);
  useEffect(() => {
    const element = grid.current;
    const hold = ({ target }: FocusEvent) => {
      held.current = target instanceof HTMLElement ? focusPlaceOf(target) : null;
    };
    element?.addEventListener('focusin', hold);
    return () => element?.removeEventListener('focusin', hold);
  }, [grid]);
  useLayoutEffect(() => {
    const place = held.current;
    const { activeElement, body } = document;
    const isLost = activeElement === place?.element || (activeElement === body && !place?.element.isConnected);
    if (!place || !isLost) return;
    const now = standsAt(place);
    if (now === place.element) return;
    held.current = null;
    place.element.blur();
    now?.focus({ preventScroll: true });
  });
}
