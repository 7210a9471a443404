import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { isComposing } from '../platform/keys.ts';
import { useScrollLock } from '../platform/scroll-lock.ts';
import { useLayer } from './layers.ts';
import { type FocusPlace, focusPlaceOf, forgetFocus, isStop, returnFocus, STOPS } from './removed-focus.ts';

interface Modal {
  readonly element: HTMLElement;
  readonly close: () => void;
}

let openModals: readonly Modal[] = [];
let hiddenElements: readonly Element[] = [];

let lastFocused: HTMLElement | null = null;

/** For each modal: where to restore the focus after it closes, in order of preference. */
const openers = new WeakMap<Element, readonly FocusPlace[]>();

/**
 * Makes an element modal while it is mounted: it keeps the focus, and Escape and Back close it. While it contains an element with
 * `data-own-escape`, that element handles Escape.
 *
 * Render the element in a child of the body, with `tabIndex` -1 in case it has no focusable element. Elements after it in the document,
 * such as its own menu, count as above it. The page gets `aria-hidden` and not `inert`: each of its elements would inherit `inert`, and the
 * browser would recalculate the style of each.
 */
export function useModal<Element extends HTMLElement>(onClose: () => void): RefObject<Element | null> {
  const box = useRef<Element>(null);
  const [opener] = useState(focusPlaces);
  const close = useEffectEvent(onClose);
  useLayer(onClose);
  useScrollLock();
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    openers.set(element, opener);
    const modal: Modal = { element, close: () => close() };
    setOpenModals([...openModals, modal]);
    // Take the focus after the whole tree is in the document, because focus() forces a layout.
    queueMicrotask(() => takeFocus(element));
    return () => {
      setOpenModals(openModals.filter((other) => other !== modal));
      forgetFocus();
      queueMicrotask(() => restoreFocus(opener));
    };
  }, [opener]);
  return box;
}

/**
 * The focused element. If it is in a modal, the modal and the modal's own openers follow as fallbacks: the element may be gone when the
 * focus is restored, or one sheet may replace another.
 */
function focusPlaces(): readonly FocusPlace[] {
  const { activeElement: focused, body } = document;
  if (!(focused instanceof HTMLElement) || focused === body) return [];
  const around = openModals.findLast(({ element }) => element.contains(focused))?.element;
  const place = focusPlaceOf(focused);
  return around ? [place, focusPlaceOf(around), ...(openers.get(around) ?? [])] : [place];
}

function setOpenModals(next: readonly Modal[]): void {
  const [before, after] = [openModals.length, next.length];
  openModals = next;
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

/** Hides everything but the topmost modal and the live announcements from screen readers. */
function hideOthers(): void {
  for (const element of hiddenElements) element.removeAttribute('aria-hidden');
  const top = openModals.at(-1)?.element;
  hiddenElements = [...document.body.children].filter(
    (element) =>
      top && !element.contains(top) && !element.matches('[aria-hidden], [data-live-announcer], script, style'),
  );
  for (const element of hiddenElements) element.setAttribute('aria-hidden', 'true');
}

/** Listens in the capture phase, because other Escape listeners belong to elements below. */
function onKeyDown(event: KeyboardEvent): void {
  const top = openModals.at(-1);
  if (!top || isComposing(event) || isAbove(top.element, document.activeElement)) return;
  if (event.key === 'Escape') {
    if (top.element.querySelector('[data-own-escape]')) return;
    event.preventDefault();
    event.stopPropagation();
    top.close();
  } else if (event.key === 'Tab') {
    const stops = stopsIn(top.element);
    const [first, last] = event.shiftKey ? [stops.at(-1), stops[0]] : [stops[0], stops.at(-1)];
    const { activeElement } = document;
    const isInside = activeElement !== top.element && top.element.contains(activeElement);
    if (isInside && activeElement !== last) return;
    event.preventDefault();
    (first ?? top.element).focus();
  }
}

function onFocusIn({ target }: FocusEvent): void {
  const top = openModals.at(-1)?.element;
  if (!top || !(target instanceof HTMLElement) || isAbove(top, target)) return;
  if (top.contains(target)) lastFocused = target;
  else takeFocus(top);
}

/** Whether the element follows the modal in the document, and so counts as above it. */
function isAbove(modal: Element, element: Element | null): boolean {
  const position = element ? modal.compareDocumentPosition(element) : 0;
  const isInside = (position & Node.DOCUMENT_POSITION_CONTAINED_BY) !== 0;
  return !isInside && (position & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

function takeFocus(modal: HTMLElement): void {
  const { activeElement } = document;
  if (!modal.isConnected || modal.contains(activeElement) || isAbove(modal, activeElement)) return;
  if (lastFocused && modal.contains(lastFocused)) lastFocused.focus({ preventScroll: true });
  if (modal.contains(document.activeElement)) return;
  (stopsIn(modal)[0] ?? modal).focus({ preventScroll: true });
}

/** Leaves the focus alone if another element has it, or if the target is behind an open modal. */
function restoreFocus(opener: readonly FocusPlace[]): void {
  const { activeElement, body } = document;
  if (activeElement !== body && activeElement !== null) return;
  const top = openModals.at(-1)?.element;
  returnFocus(opener, (element) => !top || top.contains(element));
}

function stopsIn(modal: HTMLElement): readonly HTMLElement[] {
  return [...modal.querySelectorAll<HTMLElement>(STOPS)].filter((element) => isStop(element) && !isPassedOver(element));
}

/** Whether another button of the radio group is checked, which is then the group's only tab stop. */
function isPassedOver(element: HTMLElement): boolean {
  if (!(element instanceof HTMLInputElement) || element.type !== 'radio' || element.checked) return false;
  const group = (element.form ?? document).querySelectorAll<HTMLInputElement>('input[type=radio]:checked');
  return [...group].some(({ name }) => name === element.name);
}
