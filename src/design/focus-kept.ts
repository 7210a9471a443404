import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const STOPS = 'a, button';

/** A focused element. Grid cells are recycled for other items, so within a grid it is found again by its item. */
export interface FocusPlace {
  readonly element: HTMLElement;
  /** The grid, the item, and the index among the focusable elements of its cell; null outside a grid. */
  readonly within: { readonly grid: Element; readonly item: string; readonly at: number } | null;
}

export function focusPlaceOf(element: HTMLElement): FocusPlace {
  const cell = element.closest<HTMLElement>('[data-item]');
  const grid = cell?.closest('[role=list]');
  const item = cell?.dataset['item'];
  if (!cell || !grid || item === undefined) return { element, within: null };
  return { element, within: { grid, item, at: [...cell.querySelectorAll(STOPS)].indexOf(element) } };
}

/** The element for this place now; null if it is gone. */
export function elementAtPlace({ element, within }: FocusPlace): HTMLElement | null {
  const isItsOwn = within === null || element.closest<HTMLElement>('[data-item]')?.dataset['item'] === within.item;
  if (element.isConnected && isItsOwn) return element;
  const own = within?.grid.querySelector(`[data-item="${CSS.escape(within.item)}"]`);
  return own?.querySelectorAll<HTMLElement>(STOPS)[within?.at ?? -1] ?? null;
}

/**
 * Keeps the focus on its item when the grid recycles its DOM nodes, and blurs it when the item is removed. Each cell names its item in
 * `data-item`.
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
    const now = elementAtPlace(place);
    if (now === place.element) return;
    held.current = null;
    place.element.blur();
    now?.focus({ preventScroll: true });
  });
}
