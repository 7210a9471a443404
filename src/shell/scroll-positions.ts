import { tabTexts } from '../platform/page-storage.ts';
import type { AnyRouter, ParsedLocation } from '@tanstack/react-router';

const KEY = 'scroll_positions';

/** How far down each entry of the tab's history was left, in px, over reloads too. */
export function watchScroll(router: AnyRouter): { of(location: ParsedLocation): number } {
  // The browser would scroll before the page has its height.
  window.history.scrollRestoration = 'manual';
  const positions = new Map(Object.entries(read()));
  router.subscribe('onBeforeLoad', ({ fromLocation }) => {
    if (fromLocation) positions.set(keyOf(fromLocation), window.scrollY);
  });
  // What stood before the app may have been scrolled.
  let seenAt = window.scrollY;
  window.addEventListener('scroll', () => (seenAt = window.scrollY), { passive: true });
  window.addEventListener('pagehide', () => {
    // Not where the window is now: what is under way has just failed, and the page may be drawn anew as one without a network.
    positions.set(keyOf(router.state.location), seenAt);
    write(Object.fromEntries(positions));
  });
  return { of: (location) => positions.get(keyOf(location)) ?? 0 };
}

function keyOf({ state, href }: ParsedLocation): string {
  return state.__TSR_key ?? href;
}

function read(): Record<string, number> {
  try {
    const kept: unknown = JSON.parse(tabTexts.get(KEY) ?? '{}');
    const entries = Object.entries(typeof kept === 'object' && kept !== null ? kept : {});
    return Object.fromEntries(entries.filter(([, top]) => typeof top === 'number'));
  } catch {
    // Another version wrote it; a reload then begins at the top.
    return {};
  }
}

function write(positions: Record<string, number>): void {
  tabTexts.set(KEY, JSON.stringify(positions));
}
