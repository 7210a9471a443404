import { startTransition } from 'react';
import { stopEarlySound } from '../audio/early-sound.ts';
import { CONTROLS, type FirstPaint, isField } from './kept-page.ts';

/** What stood before the app gives way after so long (ms) whatever is missing in the app's page by then. */
const LIMIT_MS = 5_000;

/** The app is drawn after so long (ms), with skeletons for what it still misses. */
const READY_MS = 3_000;

/** What is not there yet, wherever it says so of itself: a skeleton, a part whose code is under way. */
const COMING = '[data-coming]';

/**
 * Draws the app behind what stands in the page before it, and shows it in its place once the app's page is as whole, or has what was
 * pressed. What was typed there is in its fields then, what was pressed is pressed.
 * @param draw gives the app to React
 * @param ready settles when the app can draw its page whole. Behind a page that stands already nobody waits for the app's own skeletons,
 * and each that is drawn holds fingers up.
 */
export function takeOver(root: HTMLElement, draw: () => void, ready: () => Promise<unknown>): void {
  const before = document.getElementById('before');
  const paint = window.firstPaint;
  const observer = new MutationObserver(look);
  observer.observe(root, { childList: true, subtree: true });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    look();
  }, LIMIT_MS);
  if (!paint) return draw();
  root.dataset['covered'] = '';
  paint.onChange = look;
  // In small pieces: nobody waits for it, and fingers are answered in between.
  const start = () => startTransition(draw);
  void Promise.race([ready(), new Promise((resolve) => setTimeout(resolve, READY_MS))]).then(start, start);

  function look(): void {
    if (root.firstElementChild === null || (paint && !mayShow(paint))) return;
    observer.disconnect();
    clearTimeout(timer);
    if (paint) show(root, paint);
    before?.remove();
  }

  function mayShow({ isHeld, pressed, tree }: FirstPaint): boolean {
    if (isHeld) return false;
    // What sounds already has done its press, and waits for a page that can show it.
    const waiting = pressed.filter((one) => !isHeard(one));
    return isLate || isWhole(root) || waiting.some((one) => counterpart(one, tree, root)?.matches(':enabled, a'));
  }
}

function show(root: HTMLElement, paint: FirstPaint): void {
  const { tree } = paint;
  const pressed = paint.pressed.map((one) => ({ isHeard: isHeard(one), to: counterpart(one, tree, root) }));
  const sound = window.earlySound?.element;
  const isPaused = sound !== undefined && sound.paused && !sound.ended;
  const typed = [...paint.typed].map((field) => ({ field, to: counterpart(field, tree, root) }));
  const focus = tree.activeElement && counterpart(tree.activeElement, tree, root);
  delete root.dataset['covered'];
  for (const { field, to } of typed) if (isField(to)) type(to, field.value);
  if (focus instanceof HTMLElement) focus.focus({ preventScroll: true });
  delete window.firstPaint;
  for (const one of pressed) {
    if (one.to instanceof HTMLElement) one.to.click();
    else if (one.isHeard) stopEarlySound();
    // It was paused again: the second press comes before a moment of it is heard.
    if (one.to instanceof HTMLElement && one.isHeard && isPaused) one.to.click();
  }
}

/** This press sounds, or has sounded and was paused. */
function isHeard(control: Element): boolean {
  const sound = soundOf(control);
  return sound !== undefined && sound === window.earlySound?.url;
}

/** The address of the track that it plays. */
function soundOf(control: Element): string | undefined {
  return control instanceof HTMLElement ? control.dataset['sound'] : undefined;
}

/** A page stands there, and nothing in it is still coming. */
function isWhole(root: HTMLElement): boolean {
  return root.querySelector('main') !== null && root.querySelector(COMING) === null;
}

/** The control of the app that another one stood for: of the same track or name, and among those as far down the page. */
function counterpart(control: Element, before: ParentNode, root: ParentNode): Element | null {
  // What plays a track says whether it sounds, which it may do in one and not in the other.
  const keyOf = soundOf(control) ? soundOf : nameOf;
  const namesakes = (within: ParentNode) =>
    [...within.querySelectorAll(CONTROLS)].filter((one) => keyOf(one) === keyOf(control));
  const found = namesakes(root);
  return found[namesakes(before).indexOf(control)] ?? found[0] ?? null;
}

function nameOf(control: Element): string {
  const name = control.getAttribute('aria-label') ?? control.getAttribute('name') ?? control.textContent;
  return `${control.tagName} ${name.trim()} ${control.getAttribute('placeholder') ?? ''}`;
}

/** Types into a field of React's, which hears of a value only by its own setter. */
function type(field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));
}
