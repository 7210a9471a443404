import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { isComposing } from '../platform/keys.ts';
import { useScrollLock } from '../platform/scroll-lock.ts';
import { type FocusPlace, focusPlaceOf, standsAt } from './focus-kept.ts';
import { useLayer } from './layers.ts';

/** What stands over the page and is alone to be used. */
interface Modal {
  readonly element: HTMLElement;
  readonly close: () => void;
}

/** Those that are open, each above the one before it. */
let open: readonly Modal[] = [];
/** What they have hidden from screen readers. */
let hidden: readonly Element[] = [];

/** What had the focus last in one of them. */
let lastFocused: HTMLElement | null = null;

/** What had the focus when an element opened, the nearest first. */
const openers = new WeakMap<Element, readonly FocusPlace[]>();

/**
 * Makes what this is given to the only thing that can be used: it takes the focus and keeps it, Escape and Back close it, the page behind it
 * neither scrolls nor is read out, and at its end the focus returns. It stands in a child of the body, and takes the focus itself
 * (`tabIndex` -1) where nothing in it can. What comes after it in the document stands over it, such as a menu of its own.
 *
 * Nothing is written on the page itself but that a screen reader leaves it out: whatever its elements inherit would be worked out
 * anew for each.
 */
export function useModal<Element extends HTMLElement>(onClose: () => void): RefObject<Element | null> {
  const box = useRef<Element>(null);
  const [opener] = useState(focusedNow);
  const close = useEffectEvent(onClose);
  useLayer(onClose);
  useScrollLock();
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    openers.set(element, opener);
    const modal: Modal = { element, close: () => close() };
    change([...open, modal]);
    // What has the focus may leave, such as a button whose errand is done: the browser would leave the focus nowhere.
    const observer = new MutationObserver(() => {
      const isLost = lastFocused?.isConnected === false && document.activeElement === document.body;
      if (isLost && open.at(-1) === modal) element.focus({ preventScroll: true });
    });
    observer.observe(element, { childList: true, subtree: true });
    // Once all of it is in the document: the focus has the page laid out.
    queueMicrotask(() => takeFocus(element));
    return () => {
      observer.disconnect();
      change(open.filter((each) => each !== modal));
      queueMicrotask(() => giveBack(opener));
    };
  }, [opener]);
  return box;
}

/**
 * What has the focus, and behind it the sheet in which that is and what had it before that one opened: what was pressed may be gone by
 * the end, and one sheet may take another's place.
 */
function focusedNow(): readonly FocusPlace[] {
  const { activeElement: focused, body } = document;
  if (!(focused instanceof HTMLElement) || focused === body) return [];
  const around = open.findLast(({ element }) => element.contains(focused))?.element;
  const place = focusPlaceOf(focused);
  return around ? [place, focusPlaceOf(around), ...(openers.get(around) ?? [])] : [place];
}

function change(next: readonly Modal[]): void {
  const [before, after] = [open.length, next.length];
  open = next;
  if (before === 0 && after > 0) {
    window.addEventListener('keydown', onKeyDown, true);
    document.addEventListener('focusin', onFocusIn);
  }
  if (after === 0) {
    window.removeEventListener('keydown', onKeyDown, true);
    document.removeEventListener('focusin', onFocusIn);
    lastFocused = null;
  }
  hideOthers();
}

/** Leaves the uppermost to screen readers, and what is said at any time. */
function hideOthers(): void {
  for (const each of hidden) each.removeAttribute('aria-hidden');
  const top = open.at(-1)?.element;
  hidden = [...document.body.children].filter(
    (each) => top && !each.contains(top) && !each.matches('[aria-hidden], [data-live-announcer], script, style'),
  );
  for (const each of hidden) each.setAttribute('aria-hidden', 'true');
}

/** Heard before all others: whoever else closes at Escape stands below. */
function onKeyDown(event: KeyboardEvent): void {
  const top = open.at(-1);
  if (!top || isComposing(event) || isOver(top.element, document.activeElement)) return;
  if (event.key === 'Escape') {
    event.preventDefault();
    event.stopPropagation();
    top.close();
  } else if (event.key === 'Tab') {
    const stops = [...top.element.querySelectorAll<HTMLElement>(STOPS)].filter(isStop);
    const [first, last] = event.shiftKey ? [stops.at(-1), stops[0]] : [stops[0], stops.at(-1)];
    const { activeElement } = document;
    const isInside = activeElement !== top.element && top.element.contains(activeElement);
    if (isInside && activeElement !== last) return;
    event.preventDefault();
    (first ?? top.element).focus();
  }
}

/** A press beside it, or a page that gives somebody the focus. */
function onFocusIn({ target }: FocusEvent): void {
  const top = open.at(-1)?.element;
  if (!top || !(target instanceof HTMLElement) || isOver(top, target)) return;
  if (top.contains(target)) lastFocused = target;
  else takeFocus(top);
}

/** Whether it comes after a modal in the document. */
function isOver(modal: Element, element: Element | null): boolean {
  const position = element ? modal.compareDocumentPosition(element) : 0;
  const isInside = (position & Node.DOCUMENT_POSITION_CONTAINED_BY) !== 0;
  return !isInside && (position & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

function takeFocus(modal: HTMLElement): void {
  const { activeElement } = document;
  if (!modal.isConnected || modal.contains(activeElement) || isOver(modal, activeElement)) return;
  if (lastFocused && modal.contains(lastFocused)) lastFocused.focus({ preventScroll: true });
  if (modal.contains(document.activeElement)) return;
  const first = [...modal.querySelectorAll<HTMLElement>(STOPS)].find(isStop);
  (first ?? modal).focus({ preventScroll: true });
}

/** Unless something else has the focus by then, or it would go behind what is still open. */
function giveBack(opener: readonly FocusPlace[]): void {
  const { activeElement, body } = document;
  if (activeElement !== body && activeElement !== null) return;
  const to = opener.map(standsAt).find((each) => each !== null);
  const top = open.at(-1)?.element;
  if (to && (!top || top.contains(to))) to.focus({ preventScroll: true });
}

const STOPS = 'a[href], button, input, select, textarea, summary, [contenteditable], [tabindex]';

/** Whether Tab stops there. */
function isStop(element: HTMLElement): boolean {
  if (element.tabIndex < 0 || element.matches(':disabled')) return false;
  if (element instanceof HTMLInputElement && element.type === 'radio' && !element.checked && hasChoice(element))
    return false;
  return element.getClientRects().length > 0;
}

/** Of such radio buttons the chosen one is the stop. */
function hasChoice({ form, name }: HTMLInputElement): boolean {
  const group = (form ?? document).querySelectorAll<HTMLInputElement>('input[type=radio]:checked');
  return [...group].some((each) => each.name === name);
}
