import { startTransition } from 'react';
import { CONTROLS, type FirstPaint } from './kept-page.ts';

/** What stood before the app gives way after so long (ms) whatever is missing in the app's page by then. */
const LIMIT_MS = 5_000;

/** What is not there yet, wherever it says so of itself: a skeleton, a part whose code is under way. */
const COMING = '[data-coming]';

/**
 * Draws the app behind what stands in the page before it, and shows it in its place once the app's page is as whole, or has what was
 * pressed. What was typed there is in its fields then, what was pressed is pressed.
 * @param draw gives the app to React
 */
export function takeOver(root: HTMLElement, draw: () => void): void {
  const before = document.getElementById('before');
  const paint = window.firstPaint;
  if (!before || !paint) {
    before?.remove();
    return draw();
  }
  root.dataset['covered'] = '';
  const observer = new MutationObserver(look);
  observer.observe(root, { childList: true, subtree: true });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    look();
  }, LIMIT_MS);
  paint.onChange = look;
  // In small pieces: nobody waits for it, and fingers are answered in between.
  startTransition(draw);

  function look(): void {
    if (!before || !paint || paint.isHeld || root.firstElementChild === null) return;
    const isPressed = paint.pressed.some((one) => counterpart(one, before, root) !== null);
    if (!isLate && !isPressed && !isWhole(root)) return;
    observer.disconnect();
    clearTimeout(timer);
    show(root, before, paint);
  }
}

function show(root: HTMLElement, before: HTMLElement, paint: FirstPaint): void {
  const pressed = paint.pressed.map((one) => counterpart(one, before, root));
  const typed = [...paint.typed].map((field) => ({ field, to: counterpart(field, before, root) }));
  const focused = before.contains(document.activeElement) ? document.activeElement : null;
  const focus = focused && counterpart(focused, before, root);
  delete root.dataset['covered'];
  for (const { field, to } of typed) if (isField(to)) type(to, field.value);
  if (focus instanceof HTMLElement) focus.focus({ preventScroll: true });
  before.remove();
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== paint.sheet);
  delete window.firstPaint;
  for (const one of pressed) if (one instanceof HTMLElement) one.click();
}

/** A page stands there, and nothing in it is still coming. */
function isWhole(root: HTMLElement): boolean {
  return root.querySelector('main') !== null && root.querySelector(COMING) === null;
}

/** The control of the app that another one stood for: of the same name, and among those as far down the page. */
function counterpart(control: Element, before: HTMLElement, root: HTMLElement): Element | null {
  const name = nameOf(control);
  const namesakes = (within: HTMLElement) =>
    [...within.querySelectorAll(CONTROLS)].filter((one) => nameOf(one) === name);
  const found = namesakes(root);
  return found[namesakes(before).indexOf(control)] ?? found[0] ?? null;
}

function nameOf(control: Element): string {
  const name = control.getAttribute('aria-label') ?? control.getAttribute('name') ?? control.textContent;
  return `${control.tagName} ${name.trim()} ${control.getAttribute('placeholder') ?? ''}`;
}

function isField(element: Element | null): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

/** Types into a field of React's, which hears of a value only by its own setter. */
function type(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
