import { tabTexts } from '../platform/page-storage.ts';
import type { AnyRouter, ParsedLocation } from '@tanstack/react-router';

const KEY = 'scroll_positions';

/** Records the scroll position of each history entry, in px. The positions survive reloads. */
export function watchScroll(router: AnyRouter): { of(location: ParsedLocation): number } {
  // The browser would restore the position before the page has its height.
  window.history.scrollRestoration = 'manual';
  const positions = new Map(Object.entries(read()));
  router.subscribe('onBeforeLoad', ({ fromLocation }) => {
    if (fromLocation) positions.set(keyOf(fromLocation), window.scrollY);
  });
  // The prerendered page may already be scrolled.
  let lastTop = window.scrollY;
  window.addEventListener('scroll', () => (lastTop = window.scrollY), { passive: true });
  window.addEventListener('pagehide', () => {
    // Not `window.scrollY`, which may be wrong now: leaving aborts requests, and the page may have rerendered as offline.
    positions.set(keyOf(router.state.location), lastTop);
    write(Object.fromEntries(positions));
  });
  return { of: (location) => positions.get(keyOf(location)) ?? 0 };
}

function keyOf({ state, href }: ParsedLocation): string {
  return state.__TSR_key ?? href;
}

function read(): Record<string, number> {
  try {
    const stored: unknown = JSON.parse(tabTexts.get(KEY) ?? '{}');
    const entries = Object.entries(typeof stored === 'object' && stored !== null ? stored : {});
    return Object.fromEntries(entries.filter(([, top]) => typeof top === 'number'));
  } catch {
    return {};
  }
}

function write(positions: Record<string, number>): void {
  tabTexts.set(KEY, JSON.stringify(positions));
}
