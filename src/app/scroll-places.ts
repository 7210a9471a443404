import { tabTexts } from '../lib/page-storage.ts';
import type { AnyRouter, ParsedLocation } from '@tanstack/react-router';

const KEY = 'scroll_places';

/** How far down each entry of the tab's history was left, in px, over reloads too. */
export function watchPlaces(router: AnyRouter): { of(location: ParsedLocation): number } {
  // The browser would scroll before the page has its height.
  window.history.scrollRestoration = 'manual';
  const places = new Map(Object.entries(read()));
  router.subscribe('onBeforeLoad', ({ fromLocation }) => {
    if (fromLocation) places.set(keyOf(fromLocation), window.scrollY);
  });
  window.addEventListener('pagehide', () => {
    places.set(keyOf(router.state.location), window.scrollY);
    write(Object.fromEntries(places));
  });
  return { of: (location) => places.get(keyOf(location)) ?? 0 };
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
    // Storage may be shut; a reload then begins at the top.
    return {};
  }
}

function write(places: Record<string, number>): void {
  try {
    tabTexts.set(KEY, JSON.stringify(places));
  } catch {
    // Shut or full: see above.
  }
}
