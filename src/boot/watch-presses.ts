import { bootState, type BootPage, CONTROLS, FIELDS, isField, soundOf } from './contract.ts';
import { playEarly } from './play-early.ts';

/**
 * Notes what people do to the page shown while the app boots: the app does it (src/boot/take-over.ts). What plays a track plays it at once.
 * @param owner whose page it is, as in the names of their texts
 * @param hasFailed the app will not come: links work as links from then on, and nothing is noted
 */
export function watchPresses(tree: ShadowRoot, owner: string, hasFailed: () => boolean): void {
  const page: BootPage = { tree, pressed: [], typed: new Set(), isHeld: false, onChange: () => undefined };
  bootState().page = page;
  /** Of several tracks that were pressed, the app plays the last one alone. */
  const forgetSounds = () => {
    const others = page.pressed.filter((one) => soundOf(one) === null);
    page.pressed.splice(0, Infinity, ...others);
  };
  const on = (type: string, listener: (event: Event) => void) => tree.addEventListener(type, listener, true);
  on('pointerdown', () => {
    page.isHeld = true;
    const lifted = new AbortController();
    const onLifted = () => {
      lifted.abort();
      // The click comes after it.
      setTimeout(() => {
        page.isHeld = false;
        page.onChange();
      });
    };
    // A finger or a mouse may be lifted anywhere.
    for (const type of ['pointerup', 'pointercancel'])
      window.addEventListener(type, onLifted, { capture: true, signal: lifted.signal });
  });
  on('click', (event) => {
    const control = event.target instanceof Element ? event.target.closest(CONTROLS) : null;
    // A modified click opens a link elsewhere; a field takes the focus by itself.
    if (!control || control.matches(FIELDS) || (event instanceof MouseEvent && isElsewhere(event))) return;
    if (hasFailed() && control.matches('a')) return;
    event.preventDefault();
    if (control instanceof HTMLElement && soundOf(control) !== null) {
      forgetSounds();
      playEarly(control, owner, tree, forgetSounds);
    }
    if (hasFailed()) return;
    // Nothing shows that a press was heard, so people press again: it stays one press, or the second would undo the first.
    if (!page.pressed.includes(control)) page.pressed.push(control);
    page.onChange();
  });
  on('submit', (event) => event.preventDefault());
  on('input', ({ target }) => {
    if (isField(target)) page.typed.add(target);
  });
}

function isElsewhere({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey;
}
