import type { Page } from 'playwright';
import { slowDown } from '../client/browser.ts';
import type { Profile } from './profile.ts';

/** Times are in ms since the navigation. */
export interface ColdStart {
  /** The first cards, which may be in the snapshot. */
  readonly cards: number;
  readonly lcp: number;
  /** In ms, the sum of the parts of long tasks beyond 50 ms. */
  readonly blocked: number;
  readonly cls: number;
  /** The first sound; null without a press. */
  readonly sounds: number | null;
  /** When the app has replaced the snapshot. */
  readonly app: number;
}

/** How long the measurement goes on after the app has replaced the snapshot, to include its work after the first cards. */
const MEASURED_MS = 2_000;

/**
 * Opens Explore offline, as from a home screen.
 *
 * @param hasPress whether to press Play at the first card, so that the start of the audio competes with that of the app
 */
export async function startCold(
  { context }: Profile,
  origin: string,
  rate: number,
  hasPress: boolean,
): Promise<ColdStart> {
  await context.setOffline(true);
  const page = await context.newPage();
  try {
    // tsx wraps functions with a `__name` helper that the page lacks.
    await page.addInitScript('window.__name = (made) => made');
    await page.addInitScript(watch);
    await slowDown(page, rate);
    await page.goto(`${origin}/explore`, { waitUntil: 'commit' });
    const cards = await page.evaluate(() => window.coldStart.cards);
    if (hasPress) await press(page);
    const sounds = hasPress ? await page.evaluate(() => window.coldStart.sound) : null;
    const app = await page.evaluate(() => window.coldStart.app);
    await page.waitForTimeout(MEASURED_MS);
    return { cards, sounds, app, ...(await page.evaluate(() => window.coldStart.figures())) };
  } finally {
    await page.close();
    await context.setOffline(false);
  }
}

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

function watch(): void {
  let lcp = 0;
  let blocked = 0;
  let cls = 0;
  const observe = (type: string, onEntry: (entry: PerformanceEntry & { value?: number }) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime }) => (lcp = startTime));
  observe('longtask', ({ duration }) => (blocked += duration - 50));
  observe('layout-shift', ({ value = 0 }) => (cls += value));
  // Opens the snapshot's closed shadow root.
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (options) {
    return attach.call(this, { ...options, mode: 'open' });
  };
  const firstCard = () =>
    document.querySelector('#before:not([hidden])')?.shadowRoot?.querySelector('article') ??
    document.querySelector('#root:not([data-covered]) article');
  const painted = (condition: () => boolean) =>
    new Promise<number>((resolve) => {
      const check = () =>
        condition()
          ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
          : requestAnimationFrame(check);
      check();
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
