import { setTimeout as pause } from 'node:timers/promises';
import type { EngineBrowser } from './engine-browser.ts';

const TIMEOUT_MS = 15_000;
const POLL_EVERY_MS = 100;

const tools = `
// Behind the boot page the app has a layout, but is invisible.
const shown = (e) => e.checkVisibility({ visibilityProperty: true });
// The boot page's content.
const before = () => document.querySelector('#before')?.shadowRoot;
const top = () => [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].filter(shown).at(-1) ?? document;
const visibleText = (e) => {
  const copy = e.cloneNode(true);
  for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove();
  return copy.textContent;
};
const nameOf = (e) => (e.getAttribute('aria-label') ?? visibleText(e.labels?.[0] ?? e)).trim();
const by = (selector, name) => [...top().querySelectorAll(selector)].find((e) => shown(e) && (name instanceof RegExp ? name.test(nameOf(e)) : nameOf(e) === name));
const dialogs = () => [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')].filter(shown)
  .map((e) => document.getElementById(e.getAttribute('aria-labelledby'))?.textContent ?? nameOf(e));
const text = () => document.body.innerText;
const player = () => document.querySelector('[aria-label=Player]');
const seek = () => [...top().querySelectorAll('input[aria-label=Seek]')].filter(shown).at(-1);
const box = (e) => { const { x, y, width, height } = e.getBoundingClientRect(); return { x, y, width, height }; };
const isStill = () => document.getAnimations().every(({ playState, effect }) => playState !== 'running' || effect.getTiming().iterations === Infinity);
// The element's box, once it and all animations are still.
const still = async (e) => {
  if (!isStill()) return null;
  const before = box(e);
  await new Promise((resolve) => setTimeout(resolve, 60));
  const now = box(e);
  return before.x === now.x && before.y === now.y ? now : null;
};
const describeElement = (e) => e ? '<' + e.tagName.toLowerCase() + '> ' + nameOf(e).slice(0, 60) : 'nothing';
// The point to click, or the reason why the element cannot be clicked.
const middle = async (e) => {
  if (!e) return 'It is missing';
  if (e.disabled) return describeElement(e) + ' is disabled';
  const center = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });
  const covers = ({ x, y }) => { const hit = e.getRootNode().elementFromPoint(x, y); return hit && (e.contains(hit) || [...(e.labels ?? [])].some((l) => l.contains(hit))) ? null : hit ?? document.documentElement; };
  let settledBox = await still(e);
  // Scroll only to a still element: an element that is sliding in is outside the viewport, and must not be scrolled to.
  if (settledBox && covers(center(settledBox))) {
    e.scrollIntoView({ block: 'center', behavior: 'instant' });
    settledBox = await still(e);
  }
  if (!settledBox) return describeElement(e) + ' moves';
  const point = center(settledBox);
  const cover = covers(point);
  return cover ? describeElement(e) + ' is covered by ' + describeElement(cover) : point;
};
`;

export const by = (selector: string, name: string | RegExp): string =>
  `by(${JSON.stringify(selector)}, ${name instanceof RegExp ? String(name) : JSON.stringify(name)})`;

export interface Visit {
  readonly browser: EngineBrowser;
  goto(path: string): Promise<void>;
  /** Evaluates an expression in the page, which may use the functions of `tools`. */
  evaluate<T>(expression: string): Promise<T>;
  /** Repeats an expression, and returns its first truthy value. @throws Error with the last value */
  until<T>(label: string, expression: string, timeoutMs?: number): Promise<T>;
  /** Clicks an element, given as an expression, once it is enabled, still and uncovered. */
  press(element: string): Promise<void>;
  fill(field: string, text: string): Promise<void>;
}

export function openVisit(browser: EngineBrowser, address: string): Visit {
  const evaluate = <T>(expression: string) =>
    browser.evaluate<T>(`(async () => { ${tools} return (${expression}); })()`);
  const until = async <T>(label: string, expression: string, timeoutMs = TIMEOUT_MS): Promise<T> => {
    const end = Date.now() + timeoutMs;
    let last: unknown = null;
    while (Date.now() < end) {
      try {
        const value = await evaluate<T>(expression);
        if (value) return value;
        last = value;
      } catch (error) {
        // A page that is unloading cannot answer.
        last = error;
      }
      await pause(POLL_EVERY_MS);
    }
    throw new Error(`${label}: not within ${timeoutMs / 1000} s, last ${String(last)}`);
  };
  const press = async (element: string) => {
    const end = Date.now() + TIMEOUT_MS;
    for (;;) {
      const point = await evaluate<{ x: number; y: number } | string>(`middle(${element})`).catch(String);
      const problem =
        typeof point === 'string'
          ? point
          : await browser.clickAt(point).then(
              () => null,
              // The element just moved out of the viewport, so no click happened.
              (error: unknown) => (String(error).includes('out of bounds') ? 'It moves' : Promise.reject(error)),
            );
      if (problem === null) return;
      if (Date.now() > end) throw new Error(`Cannot press ${element}: ${problem}`);
      await pause(POLL_EVERY_MS);
    }
  };
  return {
    browser,
    goto: (path) => browser.goto(path.startsWith('http') ? path : address + path),
    evaluate,
    until,
    press,
    async fill(field, text) {
      await press(field);
      await browser.type(text);
    },
  };
}
