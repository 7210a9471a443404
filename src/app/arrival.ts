import type { AnyRouter } from '@tanstack/react-router';
import { PRODUCT_NAME } from '../lib/product.ts';
import { watchPlaces } from './scroll-places.ts';
import { appTexts } from './app-texts.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's name in the window's title. */
    title?: string;
  }
}

/** A place that a page is not tall enough for is waited for this long (ms): rows come from the disk. */
const WAIT_FOR_PLACE_MS = 10_000;

/** At each page that is arrived at: its title, its top or after Back its old place, and the focus on its heading. */
export function watchArrivals(router: AnyRouter): void {
  const places = watchPlaces(router);
  let stopWaiting = () => {};
  router.subscribe('onResolved', () => {
    const titles = router.state.matches.flatMap(({ staticData }) => staticData.title ?? []);
    document.title = `${titles.at(-1) ?? appTexts.notFound.name} · ${PRODUCT_NAME}`;
  });
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    // A filter in the address is no other page.
    if (fromLocation && !pathChanged) return;
    stopWaiting();
    const stops = [goToPlace(places.of(toLocation))];
    // The first page leaves the focus where the browser puts it.
    if (fromLocation) stops.push(focusHeading());
    stopWaiting = untilTouched(() => stops.forEach((stop) => stop()));
  });
}

/** Scrolls there, at the latest when the page is tall enough. @returns stops waiting for that */
function goToPlace(top: number): () => void {
  const root = document.documentElement;
  window.scrollTo(0, top);
  if (root.scrollHeight - window.innerHeight >= top) return () => {};
  const observer = new ResizeObserver(() => {
    if (root.scrollHeight - window.innerHeight < top) return;
    stop();
    window.scrollTo(0, top);
  });
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  const timer = setTimeout(stop, WAIT_FOR_PLACE_MS);
  observer.observe(document.body);
  return stop;
}

/** Moves the focus to the page's heading, so that a screen reader says where one is; its code may still be coming. */
function focusHeading(): () => void {
  const focus = () => {
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading) return false;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    return true;
  };
  if (focus()) return () => {};
  const observer = new MutationObserver(() => focus() && observer.disconnect());
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Stops when the person takes over, or when the returned function is called. */
function untilTouched(stop: () => void): () => void {
  const touched = new AbortController();
  const end = () => {
    touched.abort();
    stop();
  };
  for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    window.addEventListener(type, end, { signal: touched.signal, capture: true, passive: true });
  return end;
}
