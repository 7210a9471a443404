import { bootState, type BootPage, CONTROLS, FIELDS, isField, soundOf } from './contract.ts';
import { playEarly } from './play-early.ts';

/** Records input in the boot page for the app to replay (src/boot/take-over.ts). A track's play button works at once. */
export function watchPresses(tree: ShadowRoot, owner: string, hasFailed: () => boolean): void {
  const page: BootPage = { tree, pressed: [], typed: new Set(), isPointerDown: false, onChange: () => undefined };
  bootState().page = page;
  /** Drops earlier presses of play buttons: the app plays only the last pressed track. */
  const dropSoundPresses = () => {
    const others = page.pressed.filter((control) => soundOf(control) === null);
    page.pressed.splice(0, Infinity, ...others);
  };
  const on = (type: string, listener: (event: Event) => void) => tree.addEventListener(type, listener, true);
  on('pointerdown', () => {
    page.isPointerDown = true;
    const released = new AbortController();
    const onReleased = () => {
      released.abort();
      // The click event follows the release.
      setTimeout(() => {
        page.isPointerDown = false;
        page.onChange();
      });
    };
    for (const type of ['pointerup', 'pointercancel'])
      window.addEventListener(type, onReleased, { capture: true, signal: released.signal });
  });
  on('click', (event) => {
    const control = event.target instanceof Element ? event.target.closest(CONTROLS) : null;
    // The browser handles modified clicks and clicks on fields.
    if (!control || control.matches(FIELDS) || (event instanceof MouseEvent && hasModifier(event))) return;
    if (hasFailed() && control.matches('a')) return;
    event.preventDefault();
    if (control instanceof HTMLElement && soundOf(control) !== null) {
      dropSoundPresses();
      playEarly(control, owner, tree, dropSoundPresses);
    }
    if (hasFailed()) return;
    // A second press would undo the first.
    if (!page.pressed.includes(control)) page.pressed.push(control);
    page.onChange();
  });
  on('submit', (event) => event.preventDefault());
  on('input', ({ target }) => {
    if (isField(target)) page.typed.add(target);
  });
}

function hasModifier({ altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return altKey || ctrlKey || metaKey || shiftKey;
}
