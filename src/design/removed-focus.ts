import { focusHeading } from './focus-heading.ts';

const ROWS = 'li, [role=listitem]';

/** What the Tab key can reach. */
const STOPS = 'a[href], button, input, select, textarea, summary, [contenteditable], [tabindex]';

/** Identifies a control and its row after both were removed, or recycled for another item. */
export interface FocusPlace {
  readonly element: HTMLElement;
  /** Nearest first. */
  readonly ancestors: readonly Element[];
  readonly control: Control;
  readonly row: Row | null;
}

interface Control {
  readonly tag: string;
  /** First word of the name, because the others often name the item: Remove Ashes. */
  readonly word: string | undefined;
  /** Index among the controls of the row. */
  readonly at: number;
}

interface Row {
  readonly element: HTMLElement;
  readonly list: Element | null;
  /** Name of the list: it may be another element after the list was empty. */
  readonly label: string | null;
  readonly key: string | undefined;
  /** Place in the list, from 1. */
  readonly place: number;
}

let focused: FocusPlace | null = null;
/** The last removed row that had the focus, and the element that got the focus instead. */
let lost: { readonly place: FocusPlace & { readonly row: Row }; readonly heir: Element } | null = null;
let heir: Element | null = null;

/**
 * Moves the focus when its control, row or toast is removed: to the same control of the row that takes the place, or of the last row. Gives
 * it back when the row returns, as after Undo. Rows of virtualized lists must have `data-item`, `aria-posinset` and `aria-setsize`.
 */
export function watchRemovedFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    focused = target instanceof HTMLElement ? focusPlaceOf(target) : null;
  });
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
  const ancestors: Element[] = [];
  for (let at = element.parentElement; at; at = at.parentElement) ancestors.push(at);
  const row = element.closest<HTMLElement>(ROWS);
  const list = row && listOf(row);
  const at = row ? [...row.querySelectorAll(STOPS)].indexOf(element) : -1;
  return {
    element,
    ancestors,
    control: { tag: element.localName, word: wordOf(element), at },
    row: row && {
      element: row,
      list,
      label: labelOf(list),
      key: row.dataset['item'],
      place: placeIn(list, row),
    },
  };
}

/** Moves the focus to the first of these places that is left, else to the page's heading. */
export function returnFocus(places: readonly FocusPlace[], isReachable: (element: Element) => boolean): void {
  for (const place of places) {
    const target = isInPlace(place) ? place.element : heirOf(place);
    if (!(target instanceof HTMLElement)) continue;
    if (isReachable(target)) moveFocus(place, target);
    return;
  }
  const [first] = places;
  if (first && isReachable(document.body)) moveFocus(first, null);
}

function onChange(): void {
  const { activeElement, body } = document;
  if (lost && activeElement === lost.heir) {
    const { place } = lost;
    const row = currentRow(place.row);
    const control = row && controlIn(row, place.control);
    if (control) {
      lost = null;
      return moveFocus(place, control);
    }
  }
  if (!focused) return;
  const isLost = activeElement === body && !focused.element.isConnected;
  if (!isLost && activeElement !== focused.element) return;
  if (isInPlace(focused)) {
    focused = { ...focusPlaceOf(focused.element), control: focused.control };
    return;
  }
  const place = focused;
  const target = heirOf(place);
  if (target === 'scrolled away') {
    focused = null;
    place.element.blur();
  } else if (target) moveFocus(place, target);
  else if (place.row) moveFocus(place, null);
  else if (place.ancestors.some((element) => element.matches('[data-live-announcer]')))
    moveFocus(place, lost?.heir.isConnected && lost.heir instanceof HTMLElement ? lost.heir : null);
}

/** @param target null for the page's heading */
function moveFocus(place: FocusPlace, target: HTMLElement | null): void {
  if (target) target.focus({ preventScroll: true });
  else focusHeading();
  heir = document.activeElement;
  // A page that is still loading has no heading.
  if (!(heir instanceof HTMLElement) || heir === document.body) return;
  // The control that the person used, not one that got its focus: a row may leave its list in several steps.
  focused = { ...focusPlaceOf(heir), control: place.control };
  const { row } = place;
  if (row && !currentRow(row)) lost = { place: { ...place, row }, heir };
}

/** Null if no row and no container is left. */
function heirOf({ ancestors, control, row }: FocusPlace): HTMLElement | 'scrolled away' | null {
  const same = row && currentRow(row);
  const outside = same ? null : (row?.element ?? null);
  const left = ancestors.find((element) => element.isConnected && outside?.contains(element) !== true);
  const container = left?.closest<HTMLElement>('[tabindex]:not(main)') ?? null;
  if (!row) return container;
  if (same) return (same.contains(container) ? container : null) ?? controlIn(same, control) ?? container;
  const rows = row.list?.isConnected ? rowsOf(row.list) : [];
  const last = rows.at(-1);
  const size = Number(last?.getAttribute('aria-setsize') ?? rows.length);
  const place = size < 0 ? row.place : Math.min(row.place, size);
  const next = rows.find((other) => placeIn(row.list, other) === place);
  return (next && controlIn(next, control)) ?? container ?? (last && !next ? 'scrolled away' : null);
}

/** The element of the row's item; null if the list does not show it. */
function currentRow({ element, key, label }: Row): HTMLElement | null {
  if (element.isConnected && element.dataset['item'] === key) return element;
  if (key === undefined) return null;
  const rows = document.querySelectorAll<HTMLElement>(`[data-item="${CSS.escape(key)}"]`);
  return [...rows].find((other) => labelOf(listOf(other)) === label) ?? null;
}

function isInPlace({ element, row }: FocusPlace): boolean {
  return element.isConnected && (!row || currentRow(row)?.contains(element) === true);
}

function controlIn(row: HTMLElement, { tag, word, at }: Control): HTMLElement | null {
  const all = [...row.querySelectorAll<HTMLElement>(STOPS)];
  const stops = all.filter(isStop);
  const same = stops.find((element) => element.localName === tag && wordOf(element) === word);
  return same ?? stops.find((element) => element === all[at] && element.localName === tag) ?? stops[0] ?? null;
}

const wordOf = (element: Element) => (element.ariaLabel ?? element.textContent).trim().split(' ')[0];
const labelOf = (list: Element | null) => list?.getAttribute('aria-label') ?? null;
const listOf = (row: Element) => row.closest('ul, ol, [role=list]');
const rowsOf = (list: Element) => [...list.querySelectorAll<HTMLElement>(ROWS)].filter((row) => listOf(row) === list);

function placeIn(list: Element | null, row: HTMLElement): number {
  return Number(row.getAttribute('aria-posinset')) || (list ? rowsOf(list).indexOf(row) + 1 : 0);
}

/** The elements that the Tab key reaches. */
export function stopsIn(element: Element): readonly HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>(STOPS)].filter(isStop);
}

function isStop(element: HTMLElement): boolean {
  if (element.tabIndex < 0 || element.matches(':disabled')) return false;
  if (element instanceof HTMLInputElement && element.type === 'radio' && !element.checked && hasChoice(element))
    return false;
  return element.getClientRects().length > 0;
}

/** Whether the button's radio group has a checked button, which is then the group's only tab stop. */
function hasChoice({ form, name }: HTMLInputElement): boolean {
  const group = (form ?? document).querySelectorAll<HTMLInputElement>('input[type=radio]:checked');
  return [...group].some((radio) => radio.name === name);
}
