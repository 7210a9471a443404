import { focusHeading } from './focus-heading.ts';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const STOPS = 'a, button';

/** Identifies a focused element. Grid cells are recycled for other items, so within a grid the element is found again by its item. */
export interface FocusPosition {
  readonly element: HTMLElement;
  /** `at`: index among the focusable elements of the item's cell. Null outside a grid. */
  readonly within: { readonly grid: Element; readonly item: string; readonly at: number } | null;
}

export function focusPositionOf(element: HTMLElement): FocusPosition {
  const cell = element.closest<HTMLElement>('[data-item]');
  const grid = cell?.closest('[role=list]');
  const item = cell?.dataset['item'];
  if (!cell || !grid || item === undefined) return { element, within: null };
  return { element, within: { grid, item, at: [...cell.querySelectorAll(STOPS)].indexOf(element) } };
}

/** Null if the element or its item was removed. */
export function findFocusTarget({ element, within }: FocusPosition): HTMLElement | null {
  const hasSameItem = within === null || element.closest<HTMLElement>('[data-item]')?.dataset['item'] === within.item;
  if (element.isConnected && hasSameItem) return element;
  const cell = within?.grid.querySelector(`[data-item="${CSS.escape(within.item)}"]`);
  return cell?.querySelectorAll<HTMLElement>(STOPS)[within?.at ?? -1] ?? null;
}

/**
 * When the grid's cells are recycled, moves the focus to the cell that now shows the focused item. If no cell shows it, removes the focus; if
 * it was removed from the list, focuses the page's heading. Each cell must name its item in `data-item`.
 */
export function usePreservedFocus(grid: RefObject<HTMLElement | null>, isListed: (item: string) => boolean): void {
  const lastFocused = useRef<FocusPosition | null>(null);
  useEffect(() => {
    const element = grid.current;
    const onFocusIn = ({ target }: FocusEvent) => {
      lastFocused.current = target instanceof HTMLElement ? focusPositionOf(target) : null;
    };
    element?.addEventListener('focusin', onFocusIn);
    return () => element?.removeEventListener('focusin', onFocusIn);
  }, [grid]);
  useLayoutEffect(() => {
    const position = lastFocused.current;
    const { activeElement, body } = document;
    const isLost = activeElement === position?.element || (activeElement === body && !position?.element.isConnected);
    if (!position || !isLost) return;
    const target = findFocusTarget(position);
    if (target === position.element) return;
    lastFocused.current = null;
    position.element.blur();
    if (position.within && !isListed(position.within.item)) focusHeading();
    target?.focus({ preventScroll: true });
  });
}
