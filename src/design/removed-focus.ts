import { focusHeading } from './focus-heading.ts';

const ROWS = 'li, [role=listitem]';

/** What the Tab key may reach. */
export const STOPS = 'a[href], button, input, select, textarea, summary, [contenteditable], [tabindex]';

/** Identifies a control and its row after both were removed, or recycled for another item. */
export interface FocusPlace {
  readonly element: HTMLElement;
  /** First word of the control's name, because the others often name the item: Remove Ashes. */
  readonly word: string | undefined;
  /** The elements around it that can take the focus, nearest first. */
  readonly containers: readonly HTMLElement[];
  readonly isInToast: boolean;
  readonly row: Row | null;
}

interface Row {
  readonly element: HTMLElement;
  readonly list: Element | null;
  /** Name of the list, which may be another element after it was empty. */
  readonly label: string | null;
  readonly key: string | undefined;
  /** Place in the list, from 1. */
  readonly place: number;
}

let focused: FocusPlace | null = null;
/** The place that `heir` has got the focus from, if it was in a removed row. */
let lost: (FocusPlace & { readonly row: Row }) | null = null;
/** The element that has got the focus instead of a removed one. */
let heir: HTMLElement | null = null;

/**
 * Moves the focus when its control, row or toast is removed: to the same control of the row that takes the place, or of the last row. Gives
 * it back when the row returns, as after Undo. Rows of virtualized lists must have `data-item`, `aria-posinset` and `aria-setsize`.
 */
export function watchRemovedFocus(): void {
  const follow = (target: EventTarget | null) => {
    focused = target instanceof HTMLElement ? focusPlaceOf(target) : null;
  };
  follow(document.activeElement);
  document.addEventListener('focusin', ({ target }) => follow(target));
  // Holding Enter must not press the control that receives the focus, too.
  document.addEventListener('keydown', (event) => {
    if (event.repeat && event.key === 'Enter' && document.activeElement === heir) event.preventDefault();
  });
  new MutationObserver(onChange).observe(document, { childList: true, subtree: true, attributeFilter: ['data-item'] });
}

/** For a modal that closes, which returns the focus itself. */
export function forgetFocus(): void {
  focused = null;
}

export function focusPlaceOf(element: HTMLElement): FocusPlace {
  const containers: HTMLElement[] = [];
  for (let at = element.parentElement; at; at = at.parentElement)
    if (at.matches('[tabindex]:not(main)')) containers.push(at);
  const row = element.closest<HTMLElement>(ROWS);
  const list = row && listOf(row);
  return {
    element,
    word: wordOf(element),
    containers,
    isInToast: element.closest('[data-live-announcer]') !== null,
    row: row && { element: row, list, label: labelOf(list), key: row.dataset['item'], place: placeIn(list, row) },
  };
}

/** Moves the focus to the first of these places that is left, else to the page's heading. */
export function returnFocus(places: readonly FocusPlace[], isReachable: (element: Element) => boolean): void {
  for (const place of places) {
    const isLeft = isInPlace(place);
    const target = isLeft ? place.element : heirOf(place);
    if (!target) continue;
    if (isLeft && isReachable(target)) target.focus({ preventScroll: true });
    else if (isReachable(target)) moveFocus(place, target);
    return;
  }
  const [first] = places;
  if (first && isReachable(document.body)) moveFocus(first, null);
}

function onChange(): void {
  const { activeElement, body } = document;
  const back = lost && activeElement === heir ? rowOf(lost.row) : null;
  const control = lost && back && controlIn(back, lost.word);
  if (lost && control) return moveFocus(lost, control);
  if (!focused || (activeElement !== focused.element && (activeElement !== body || focused.element.isConnected)))
    return;
  const place = focused;
  if (isInPlace(place)) {
    focused = { ...focusPlaceOf(place.element), word: place.word };
    return;
  }
  const target = heirOf(place);
  if (target) moveFocus(place, target);
  else if (place.row?.list?.isConnected && place.row.list.querySelector('[aria-posinset]')) {
    // The row is only scrolled away.
    focused = null;
    place.element.blur();
  } else if (place.isInToast) moveFocus(place, lost && heir?.isConnected ? heir : null);
  else if (place.row) moveFocus(place, null);
}

/** @param target null for the page's heading */
function moveFocus(place: FocusPlace, target: HTMLElement | null): void {
  if (target) target.focus({ preventScroll: true });
  else focusHeading();
  const { activeElement, body } = document;
  // A page that is still loading has no heading.
  if (!(activeElement instanceof HTMLElement) || activeElement === body) return;
  heir = activeElement;
  // The control that the person used, not one that got its focus: a row may leave its list in several steps.
  focused = { ...focusPlaceOf(heir), word: place.word };
  const { row } = place;
  if (!place.isInToast) lost = row && !rowOf(row) ? { ...place, row } : null;
}

/** Null if no row and no container is left, or if the row is only scrolled away. */
function heirOf({ containers, word, row }: FocusPlace): HTMLElement | null {
  const same = row && rowOf(row);
  const outer = containers.find((element) => element.isConnected && (same || row?.element.contains(element) !== true));
  if (same) return (outer && same.contains(outer) ? outer : controlIn(same, word)) ?? outer ?? null;
  const rows = row?.list?.isConnected ? rowsIn(row.list) : [];
  // Negative if unknown.
  const size = Number(rows[0]?.getAttribute('aria-setsize') ?? rows.length);
  const place = size < 0 ? row?.place : Math.min(row?.place ?? 0, size);
  const next = rows.find((other) => placeIn(row?.list, other) === place);
  return (next && controlIn(next, word)) ?? outer ?? null;
}

/** The element that shows the row's item; null if there is none. */
function rowOf({ element, label, key }: Row): HTMLElement | null {
  if (element.isConnected && element.dataset['item'] === key) return element;
  if (key === undefined) return null;
  const rows = document.querySelectorAll<HTMLElement>(`[data-item="${CSS.escape(key)}"]`);
  return [...rows].find((row) => labelOf(listOf(row)) === label) ?? null;
}

function isInPlace({ element, row }: FocusPlace): boolean {
  return element.isConnected && (!row || rowOf(row)?.contains(element) === true);
}

function controlIn(row: HTMLElement, word: string | undefined): HTMLElement | null {
  const stops = [...row.querySelectorAll<HTMLElement>(STOPS)].filter(isStop);
  return stops.find((element) => wordOf(element) === word) ?? stops[0] ?? null;
}

const wordOf = (element: Element) => (element.ariaLabel ?? element.textContent).trim().split(' ')[0];
const labelOf = (list: Element | null) => list?.getAttribute('aria-label') ?? null;
const listOf = (row: Element) => row.closest('ul, ol, [role=list]');
const rowsIn = (list: Element) => [...list.querySelectorAll<HTMLElement>(ROWS)].filter((row) => listOf(row) === list);

function placeIn(list: Element | null | undefined, row: HTMLElement): number {
  return Number(row.getAttribute('aria-posinset')) || (list ? rowsIn(list).indexOf(row) + 1 : 0);
}

export function isStop(element: HTMLElement): boolean {
  return element.tabIndex >= 0 && !element.matches(':disabled') && element.getClientRects().length > 0;
}
