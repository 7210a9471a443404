import { setTimeout as pause } from 'node:timers/promises';
import type { EngineBrowser } from './engine-browser.ts';

/** How long the page may take for what it is asked, in ms. */
const PATIENCE_MS = 15_000;
const LOOK_EVERY_MS = 100;

/** What every expression may use. Elements are sought in the topmost sheet, else in the page. */
const tools = `
// The app is laid out, and not seen, behind what stands before it.
const shown = (e) => e.checkVisibility({ visibilityProperty: true });
const before = () => document.querySelector('#before')?.shadowRoot;
const top = () => [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].filter(shown).at(-1) ?? document;
const words = (e) => {
  const copy = e.cloneNode(true);
  for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove();
  return copy.textContent;
};
const nameOf = (e) => (e.getAttribute('aria-label') ?? words(e.labels?.[0] ?? e)).trim();
const by = (selector, name) => [...top().querySelectorAll(selector)].find((e) => shown(e) && (name instanceof RegExp ? name.test(nameOf(e)) : nameOf(e) === name));
const dialogs = () => [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')].filter(shown)
  .map((e) => document.getElementById(e.getAttribute('aria-labelledby'))?.textContent ?? nameOf(e));
const text = () => document.body.innerText;
const player = () => document.querySelector('[aria-label=Player]');
const seek = () => [...top().querySelectorAll('input[aria-label=Seek]')].filter(shown).at(-1);
const box = (e) => { const { x, y, width, height } = e.getBoundingClientRect(); return { x, y, width, height }; };
const isStill = () => document.getAnimations().every(({ playState, effect }) => playState !== 'running' || effect.getTiming().iterations === Infinity);
// Where it is, once it and what may come over it stand still.
const still = async (e) => {
  if (!isStill()) return null;
  const before = box(e);
  await new Promise((resolve) => setTimeout(resolve, 60));
  const now = box(e);
  return before.x === now.x && before.y === now.y ? now : null;
};
const tell = (e) => e ? '<' + e.tagName.toLowerCase() + '> ' + nameOf(e).slice(0, 60) : 'nothing';
const middle = async (e) => {
  if (!e) return 'It is not there';
  if (e.disabled) return tell(e) + ' is disabled';
  const center = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });
  const covers = ({ x, y }) => { const hit = e.getRootNode().elementFromPoint(x, y); return hit && (e.contains(hit) || [...(e.labels ?? [])].some((l) => l.contains(hit))) ? null : hit ?? document.documentElement; };
  let place = await still(e);
  // What is still coming in lies beside the window, and would be scrolled within for nothing.
  if (place && covers(center(place))) {
    e.scrollIntoView({ block: 'center', behavior: 'instant' });
    place = await still(e);
  }
  if (!place) return tell(e) + ' moves';
  const spot = center(place);
  const cover = covers(spot);
  return cover ? tell(e) + ' is covered by ' + tell(cover) : spot;
};
`;

/** An expression that finds an element by its accessible name. */
export const by = (selector: string, name: string | RegExp): string =>
  `by(${JSON.stringify(selector)}, ${name instanceof RegExp ? String(name) : JSON.stringify(name)})`;

/** What a person does at the page, in any engine. */
export interface Visit {
  readonly browser: EngineBrowser;
  goto(path: string): Promise<void>;
  /** Value of an expression that may use the tools. */
  ask<T>(expression: string): Promise<T>;
  /** Waits until an expression is true, and gives what it came to. @throws Error that says what it was last */
  until<T>(what: string, expression: string, patienceMs?: number): Promise<T>;
  /** Presses the middle of an element with the mouse; it must be there, still, enabled and not covered. */
  press(element: string): Promise<void>;
  /** Presses a field and types. */
  fill(field: string, words: string): Promise<void>;
}

export function openVisit(browser: EngineBrowser, address: string): Visit {
  const ask = <T>(expression: string) => browser.evaluate<T>(`(async () => { ${tools} return (${expression}); })()`);
  const until = async <T>(what: string, expression: string, patienceMs = PATIENCE_MS): Promise<T> => {
    const end = Date.now() + patienceMs;
    let last: unknown = null;
    while (Date.now() < end) {
      try {
        const value = await ask<T>(expression);
        if (value) return value;
        last = value;
      } catch (error) {
        // A page that is just being left cannot answer.
        last = error;
      }
      await pause(LOOK_EVERY_MS);
    }
    throw new Error(`${what}: not within ${patienceMs / 1000} s, last ${String(last)}`);
  };
  const press = async (element: string) => {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const spot = await ask<{ x: number; y: number } | string>(`middle(${element})`).catch(String);
      const problem =
        typeof spot === 'string'
          ? spot
          : await browser.clickAt(spot).then(
              () => null,
              // It moved out of the window just then; the mouse was not pressed.
              (error: unknown) => (String(error).includes('out of bounds') ? 'It moves' : Promise.reject(error)),
            );
      if (problem === null) return;
      if (Date.now() > end) throw new Error(`Cannot press ${element}: ${problem}`);
      await pause(LOOK_EVERY_MS);
    }
  };
  return {
    browser,
    goto: (path) => browser.goto(path.startsWith('http') ? path : address + path),
    ask,
    until,
    press,
    async fill(field, words) {
      await press(field);
      await browser.type(words);
    },
  };
}
