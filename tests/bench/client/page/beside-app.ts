// Runs in the built app before the app's own scripts. Watches frames, and repeats the engine's work by hand.
import { Dexie, type Table } from 'dexie';
import type { Scope } from '../../../../sync/client.ts';
import type { PullResponse } from '../../../../sync/model/wire.ts';
import { whenPainted, watchFrames, type Frames } from './frames.ts';

const watch = watchFrames();

function openHandQueue(): { actions: Table<object, number> } {
  const database = new Dexie('kept-by-hand', { chromeTransactionDurability: 'strict' });
  database.version(1).stores({ actions: '++seq' });
  return { actions: database.table('actions') };
}
let handQueue: ReturnType<typeof openHandQueue> | null = null;

function openedScope(): Scope | undefined {
  const name: string = 'undercurrent';
  const scope: Scope | undefined = Reflect.get(window, name);
  return scope;
}
function requireScope(): Scope {
  const scope = openedScope();
  if (!scope) throw new Error('The engine is not open');
  return scope;
}

const isPresent = (selector: string, text: string) =>
  [...document.querySelectorAll(selector)].some((found) => found.textContent.includes(text));

const cardOf = (title: string) => document.querySelector(`article[aria-label^="${title} by "]`);

function textLine(): HTMLElement {
  const found = document.getElementById('by-hand');
  if (found) return found;
  const element = document.createElement('p');
  element.id = 'by-hand';
  element.style.cssText = 'position:fixed;top:0;left:0;z-index:9;margin:0';
  document.body.append(element);
  return element;
}

async function write(text: string): Promise<number> {
  const element = textLine();
  element.textContent = text;
  return whenPainted(() => element.textContent === text);
}

export interface Settled {
  /** In ms, from the press until the paint of the last visible change; 0 without a change. */
  readonly time: number;
  readonly longestTask: number;
}

const elementOf = (node: Node) => (node instanceof Element ? node : node.parentElement);

function isInViewport(node: Node): boolean {
  const element = elementOf(node);
  const { top, bottom } = element?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
  return bottom > 0 && top < innerHeight;
}

/** Changes within this time after a press are attributed to the press. */
const QUIET_MS = 1000;

/** A page is idle after this time without a change of its DOM. */
const IDLE_MS = 500;

export interface Arrival {
  /** In ms since the navigation, when the first cards are painted. */
  readonly first: number;
  /** In ms since the navigation, when everything that pulls bring is on the device: the whole catalogue, up to the shelf's size. */
  readonly complete: number;
  /** Until the first cards. */
  readonly starting: Frames;
  /** From the first cards until `complete`. */
  readonly arriving: Frames;
}

const arrival = new Promise<Arrival>((resolve) => {
  let first: number | null = null;
  void whenPainted(() => document.querySelector('article') !== null).then((at) => (first = at));
  const check = () => {
    const now = performance.now();
    const isComplete = openedScope()?.explore({ search: '', genre: null }).get().state === 'complete';
    if (first === null || !isComplete) return void requestAnimationFrame(check);
    const from = first;
    // Wait for the observer's last entries, and for the frame that paints the last rows.
    setTimeout(() => {
      const [starting, arriving] = [watch.between(0, from), watch.between(from, now + 100)];
      resolve({ first: from, complete: now, starting, arriving });
    }, 300);
  };
  requestAnimationFrame(check);
});

const besideApp = {
  arrival: () => arrival,

  async framesFor(ms: number): Promise<Frames> {
    const from = performance.now();
    await new Promise((resolve) => setTimeout(resolve, ms));
    // Wait for the observer's last entries.
    await new Promise((resolve) => setTimeout(resolve, 300));
    return watch.between(from, from + ms);
  },

  /** Resolves `QUIET_MS` after the next press. @param ignored selector of elements whose changes are ignored */
  untilSettled(press: 'keydown' | 'pointerdown', ignored = ':not(*)'): Promise<Settled> {
    return new Promise((resolve) => {
      const begin = ({ timeStamp }: Event) => {
        const from = timeStamp;
        let last = from;
        const observer = new MutationObserver((changes) => {
          const isCounted = ({ target }: MutationRecord) =>
            !elementOf(target)?.closest(ignored) && isInViewport(target);
          void whenPainted(() => true).then((at) => {
            if (changes.some(isCounted)) last = Math.max(last, at);
          });
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        setTimeout(() => {
          observer.disconnect();
          resolve({ time: last - from, longestTask: watch.between(from, performance.now()).longestTask });
        }, QUIET_MS);
      };
      addEventListener(press, begin, { once: true, capture: true });
    });
  },

  untilIdle(): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        observer.disconnect();
        resolve();
      };
      let timer = setTimeout(end, IDLE_MS);
      const observer = new MutationObserver(() => {
        clearTimeout(timer);
        timer = setTimeout(end, IDLE_MS);
      });
      observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    });
  },

  /** @returns ms from the next pointer press until an element that matches `selector` shows the text */
  untilPainted(selector: string, text: string): Promise<number> {
    return new Promise((resolve) => {
      const begin = ({ timeStamp }: Event) => {
        void whenPainted(() => isPresent(selector, text)).then((at) => resolve(at - timeStamp));
      };
      addEventListener('pointerdown', begin, { once: true, capture: true });
    });
  },

  /** Scrolls to Explore's end. @returns ms until the first card of the next page is painted; null if no page follows */
  async nextPageUntilPainted(): Promise<number | null> {
    const { tracks, beyond } = requireScope().explore({ search: '', genre: null }).get();
    if (beyond.state === 'none') return null;
    const started = performance.now();
    scrollTo(0, document.documentElement.scrollHeight);
    const card = `[role=listitem][aria-posinset="${tracks.length + 1}"] article`;
    return (await whenPainted(() => document.querySelector(card) !== null)) - started;
  },

  /** Scrolls to the top of a list. @returns ms until an element that matches `selector` shows the text */
  async scrollUpUntilPainted(list: string, selector: string, text: string): Promise<number> {
    const started = performance.now();
    document.querySelector(list)?.scrollTo({ top: 0 });
    return (await whenPainted(() => isPresent(selector, text))) - started;
  },

  /** Syncs a change of a title that is already on the server. @returns ms until the title is painted */
  async syncUntilPainted(title: string): Promise<number> {
    const started = performance.now();
    requireScope().syncNow();
    return (await whenPainted(() => cardOf(title) !== null)) - started;
  },

  async fetchUntilPainted(
    request: { url: string; headers: Record<string, string>; body: string },
    trackId: string,
    title: string,
  ): Promise<number> {
    textLine().textContent = '';
    const started = performance.now();
    const { url, headers, body } = request;
    const page: PullResponse = await (await fetch(url, { method: 'POST', headers, body })).json();
    const found = page.rows.find(({ t, row }) => t === 'tracks' && row.id === trackId);
    const text = String(found?.row['title']);
    if (text !== title) throw new Error(`The response has ${text}, not ${title}`);
    return (await write(text)) - started;
  },

  async enqueueUntilPainted(trackId: string, title: string): Promise<number> {
    const started = performance.now();
    const queued = requireScope().enqueue('track.update', { track_id: trackId, title });
    const time = (await whenPainted(() => cardOf(title) !== null)) - started;
    await queued;
    return time;
  },

  async addUntilPainted(trackId: string, title: string): Promise<number> {
    handQueue ??= openHandQueue();
    const started = performance.now();
    await handQueue.actions.add({
      kind: 'track.update',
      payload: { track_id: trackId, title },
      created_at: Date.now(),
    });
    return (await write(title)) - started;
  },

  /** Resolves when the queue is empty and the engine is idle. */
  async settled(): Promise<void> {
    const { pending, status } = requireScope();
    const isQuiet = () => pending.get().length === 0 && status.get().work.kind !== 'working';
    while (!isQuiet()) await new Promise((resolve) => setTimeout(resolve, 20));
  },
};

declare global {
  interface Window {
    besideApp: typeof besideApp;
  }
}
window.besideApp = besideApp;
