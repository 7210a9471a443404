import type { Page } from 'playwright';
import { slowDown } from '../client/browser.ts';
import type { Profile } from './profile.ts';

/** A start from the device without a network, in milliseconds from the navigation. */
export interface ColdStart {
  /** When the first cards were painted. */
  readonly cards: number;
  readonly lcp: number;
  /** Beyond the first 50 ms of each task, until two seconds after the sound. */
  readonly blocked: number;
  readonly cls: number;
  /** When a track sounded whose card was pressed as soon as it stood. */
  readonly sounds: number;
  /** When the app had taken the place of what stood before it. */
  readonly app: number;
}

/** What is counted after the sound began: the work that comes behind the first cards. */
const WATCHED_MS = 2_000;

/** Opens the app cold, as from a home screen, on a processor that is `rate` times slower. */
export async function startCold({ context }: Profile, origin: string, rate: number): Promise<ColdStart> {
  await context.setOffline(true);
  const page = await context.newPage();
  try {
    // What compiles this file names functions by a helper that the page does not have.
    await page.addInitScript('window.__name = (made) => made');
    await page.addInitScript(watch);
    await slowDown(page, rate);
    await page.goto(`${origin}/explore`, { waitUntil: 'commit' });
    const cards = await page.evaluate(() => window.coldStart.cards);
    await press(page);
    const [sounds, app] = await page.evaluate(() => Promise.all([window.coldStart.sound, window.coldStart.app]));
    await page.waitForTimeout(WATCHED_MS);
    return { cards, sounds, app, ...(await page.evaluate(() => window.coldStart.figures())) };
  } finally {
    await page.close();
    await context.setOffline(false);
  }
}

/** A finger on the first card whose sound is on the device. */
async function press(page: Page): Promise<void> {
  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^Play / })
    .tap({ noWaitAfter: true });
}

declare global {
  interface Window {
    coldStart: {
      cards: Promise<number>;
      sound: Promise<number>;
      app: Promise<number>;
      figures(): { lcp: number; blocked: number; cls: number };
    };
  }
}

/** In the page, before its first line. */
function watch(): void {
  let lcp = 0;
  let blocked = 0;
  let cls = 0;
  const see = (type: string, take: (entry: PerformanceEntry & { value?: number }) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  see('largest-contentful-paint', ({ startTime }) => (lcp = startTime));
  see('longtask', ({ duration }) => (blocked += duration - 50));
  see('layout-shift', ({ value = 0 }) => (cls += value));
  // What stands before the app is a tree of its own, shut to everybody; to this bench it is open.
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (options) {
    return attach.call(this, { ...options, mode: 'open' });
  };
  const firstCard = () =>
    document.querySelector('#before:not([hidden])')?.shadowRoot?.querySelector('article') ??
    document.querySelector('#root:not([data-covered]) article');
  const painted = (isThere: () => boolean) =>
    new Promise<number>((resolve) => {
      const look = () =>
        isThere()
          ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
          : requestAnimationFrame(look);
      look();
    });
  const play = HTMLMediaElement.prototype.play;
  const sound = new Promise<number>((resolve) => {
    HTMLMediaElement.prototype.play = function () {
      this.addEventListener('timeupdate', () => this.currentTime > 0 && resolve(performance.now()));
      return play.call(this);
    };
  });
  const cards = painted(() => firstCard() !== null);
  const app = painted(() => document.readyState !== 'loading' && document.querySelector('#before') === null);
  window.coldStart = { cards, sound, app, figures: () => ({ lcp, blocked, cls }) };
}
