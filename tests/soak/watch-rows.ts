import type { BrowserContext } from '@playwright/test';

declare global {
  interface Window {
    reportRows(fault: string): void;
  }
}

/** Collects, from all pages, rows that flicker and rows that a list has twice. */
export async function watchRows(context: BrowserContext): Promise<string[]> {
  const faults: string[] = [];
  await context.exposeFunction('reportRows', (fault: string) => void faults.push(fault));
  await context.addInitScript(watch);
  return faults;
}

/**
 * Reports a row in the window that vanishes and comes back while the person neither scrolls, types nor navigates, and a row that a list
 * shows twice. Runs in the page.
 */
function watch(): void {
  let place = '';
  let shown = new Set<string>();
  /** When a row vanished, in ms. */
  const vanished = new Map<string, number>();
  let isDue = false;

  const placeNow = () =>
    JSON.stringify([
      location.href,
      scrollY,
      innerWidth,
      innerHeight,
      document.querySelectorAll('[role=dialog]').length,
      [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value),
    ]);

  const look = () => {
    isDue = false;
    const now = new Set<string>();
    for (const list of document.querySelectorAll('[role=list][aria-label]')) {
      const label = list.getAttribute('aria-label');
      const shownHere = new Set<string>();
      for (const item of list.querySelectorAll('[role=listitem]')) {
        const href = item.querySelector('a[href*="/track/"]')?.getAttribute('href');
        if (!href || item.closest('[role=list]') !== list) continue;
        const { top, bottom } = item.getBoundingClientRect();
        // Rows beyond the window may still show the previous list.
        if (bottom <= 0 || top >= innerHeight) continue;
        const row = `${label}: ${href}`;
        if (shownHere.has(row)) window.reportRows(`${row} is listed twice`);
        shownHere.add(row);
        now.add(row);
      }
    }
    const found = placeNow();
    if (found === place) {
      for (const row of shown) if (!now.has(row)) vanished.set(row, performance.now());
      for (const row of now) {
        const at = vanished.get(row);
        if (at === undefined) continue;
        vanished.delete(row);
        window.reportRows(`${row} was gone for ${Math.round(performance.now() - at)} ms on ${location.pathname}`);
      }
    } else {
      place = found;
      vanished.clear();
    }
    shown = now;
  };

  new MutationObserver(() => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(look);
  }).observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
}
