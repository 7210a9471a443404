import { startTransition } from 'react';
import { attributes, type BootPage, bootState, CONTROLS, type Field, isField, keyOf, soundOf } from './contract.ts';
import { stopEarlySound } from './early-sound.ts';

/** The boot page gives way after so long (ms), whatever is still missing in the app's page by then. */
const LIMIT_MS = 5_000;

/** The app is drawn after so long (ms), with skeletons for what it still misses. */
const READY_MS = 3_000;

/**
 * Draws the app behind the boot page, and shows it in its place once the app's page is as complete, or has the control that was pressed.
 * Then fields get what was typed in the boot page, and controls are pressed.
 * @param draw gives the app to React
 * @param ready settles when the app can draw its page without skeletons: nobody sees those behind the boot page, and to draw them delays
 * the answer to a finger
 */
export function takeOver(root: HTMLElement, draw: () => void, ready: () => Promise<unknown>): void {
  const before = document.getElementById('before');
  const { page } = bootState();
  const observer = new MutationObserver(look);
  observer.observe(root, { childList: true, subtree: true });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    look();
  }, LIMIT_MS);
  if (!page) return draw();
  root.setAttribute(attributes.covered, '');
  page.onChange = look;
  // In small pieces: nobody waits for it, and fingers are answered in between.
  const start = () => startTransition(draw);
  void Promise.race([ready(), new Promise((resolve) => setTimeout(resolve, READY_MS))]).then(start, start);

  function look(): void {
    if (root.firstElementChild === null || (page && !mayShow(page))) return;
    observer.disconnect();
    clearTimeout(timer);
    if (page) show(root, page);
    before?.remove();
  }

  function mayShow({ isHeld, pressed, tree }: BootPage): boolean {
    if (isHeld) return false;
    // What sounds already has done its press, and waits for a page that can show it.
    const waiting = pressed.filter((one) => !isHeard(one));
    return isLate || isWhole(root) || waiting.some((one) => counterpart(one, tree, root)?.matches(':enabled, a'));
  }
}

function show(root: HTMLElement, page: BootPage): void {
  const { tree } = page;
  const pressed = page.pressed.map((one) => ({ isHeard: isHeard(one), to: counterpart(one, tree, root) }));
  const sound = bootState().sound?.element;
  const isPaused = sound !== undefined && sound.paused && !sound.ended;
  const typed = [...page.typed].map((field) => ({ field, to: counterpart(field, tree, root) }));
  const focus = tree.activeElement && counterpart(tree.activeElement, tree, root);
  root.removeAttribute(attributes.covered);
  for (const { field, to } of typed) if (isField(to)) type(to, field.value);
  if (focus instanceof HTMLElement) focus.focus({ preventScroll: true });
  delete bootState().page;
  for (const one of pressed) {
    if (one.to instanceof HTMLElement) one.to.click();
    else if (one.isHeard) stopEarlySound();
    // The person paused it; press again to pause, before a moment of it is heard.
    if (one.to instanceof HTMLElement && one.isHeard && isPaused) one.to.click();
  }
}

/** This press plays the early sound, or has paused it again. */
function isHeard(control: Element): boolean {
  const sound = soundOf(control);
  return sound !== null && sound === bootState().sound?.url;
}

/** The app has drawn a page, and nothing in it is still loading. */
function isWhole(root: HTMLElement): boolean {
  return root.querySelector('main') !== null && root.querySelector(`[${attributes.pending}]`) === null;
}

/** The app's control for one of the boot page: of the same key, and where several have it, at the same place among them. */
function counterpart(control: Element, before: ParentNode, root: ParentNode): Element | null {
  const key = keyOf(control);
  const all = (within: ParentNode) => [...within.querySelectorAll(CONTROLS)].filter((one) => keyOf(one) === key);
  const found = all(root);
  return found[all(before).indexOf(control)] ?? found[0] ?? null;
}

/** Types into a field of React's, which hears of a value only by its own setter. */
function type(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));
}
