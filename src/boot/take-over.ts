import { startTransition } from 'react';
import { markFirstRender } from '../engine/first-render.ts';
import { attributes, type BootPage, bootState, CONTROLS, type Field, isField, keyOf, soundOf } from './contract.ts';
import { stopEarlySound } from './early-sound.ts';

/** After this time the app's page is shown even if it is incomplete. */
const SHOW_TIMEOUT_MS = 5_000;

/** After this time the app renders with skeletons. */
const RENDER_TIMEOUT_MS = 3_000;

/**
 * Renders the app under the boot page, then replaces the boot page and replays its input.
 * @param ready settles when the app can render without skeletons
 */
export function takeOver(root: HTMLElement, render: () => void, ready: () => Promise<unknown>): void {
  const bootPageElement = document.getElementById('before');
  const { page } = bootState();
  const observer = new MutationObserver(check);
  observer.observe(root, { childList: true, subtree: true });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    check();
  }, SHOW_TIMEOUT_MS);
  if (!page) return render();
  root.setAttribute(attributes.covered, '');
  page.onChange = check;
  // A transition does not block input.
  const start = () => startTransition(render);
  void Promise.race([ready(), new Promise((resolve) => setTimeout(resolve, RENDER_TIMEOUT_MS))]).then(start, start);

  function check(): void {
    if (root.firstElementChild === null) return;
    markFirstRender();
    if (page && !mayShow(page)) return;
    observer.disconnect();
    clearTimeout(timer);
    if (page) show(root, page);
    bootPageElement?.remove();
  }

  function mayShow({ isPointerDown, pressed, tree }: BootPage): boolean {
    if (isPointerDown) return false;
    // A press that already started audio can wait for a complete page.
    const waiting = pressed.filter((control) => !isOfEarlySound(control));
    return (
      isLate || isComplete(root) || waiting.some((control) => counterpart(control, tree, root)?.matches(':enabled, a'))
    );
  }
}

function show(root: HTMLElement, page: BootPage): void {
  const { tree } = page;
  const pressed = page.pressed.map((control) => ({
    isOfEarlySound: isOfEarlySound(control),
    target: counterpart(control, tree, root),
  }));
  const sound = bootState().sound?.element;
  const isPaused = sound !== undefined && sound.paused && !sound.ended;
  const typed = [...page.typed].map((field) => ({ field, target: counterpart(field, tree, root) }));
  const focus = tree.activeElement && counterpart(tree.activeElement, tree, root);
  root.removeAttribute(attributes.covered);
  for (const { field, target } of typed) if (isField(target)) type(target, field.value);
  if (focus instanceof HTMLElement) focus.focus({ preventScroll: true });
  delete bootState().page;
  for (const { target, isOfEarlySound } of pressed) {
    if (target instanceof HTMLElement) target.click();
    else if (isOfEarlySound) stopEarlySound();
    // The person paused the early audio, so click again to pause.
    if (target instanceof HTMLElement && isOfEarlySound && isPaused) target.click();
  }
}

function isOfEarlySound(control: Element): boolean {
  const sound = soundOf(control);
  return sound !== null && sound === bootState().sound?.url;
}

function isComplete(root: HTMLElement): boolean {
  return root.querySelector('main') !== null && root.querySelector(`[${attributes.pending}]`) === null;
}

/** Finds the app's control with the same key, preferably at the same index among several; null without one. */
function counterpart(control: Element, bootTree: ParentNode, root: ParentNode): Element | null {
  const key = keyOf(control);
  const all = (within: ParentNode) =>
    [...within.querySelectorAll(CONTROLS)].filter((candidate) => keyOf(candidate) === key);
  const found = all(root);
  return found[all(bootTree).indexOf(control)] ?? found[0] ?? null;
}

/** Sets a field's value like typing does: React notices a new value only through the prototype's setter. */
function type(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));
}
