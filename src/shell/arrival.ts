import type { AnyRouter } from '@tanstack/react-router';
import { comesAt } from '../platform/page-scroll.ts';
import { titlePage } from '../platform/window-title.ts';
import { closeLeftLayers } from '../design/layers.ts';
import { watchScroll } from './scroll-positions.ts';
import { appTexts } from './app-texts.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's name in the window's title. */
    title?: string;
  }
}

/** A position is held for this long (ms) at most: the rows that give a page its height come from the disk. */
const HOLD_PLACE_MS = 10_000;

/** At each page that is arrived at: its title, its top or after Back its old position, and the focus on its heading. */
export function watchArrivals(router: AnyRouter): void {
  const positions = watchScroll(router);
  let stopWaiting = () => {};
  // The router would take each page to its top, the first one too, which may have been scrolled before the app came.
  router.update({ ...router.options, scrollRestoration: () => false });
  router.subscribe('onBeforeLoad', ({ fromLocation, toLocation, pathChanged }) => {
    comesAt(fromLocation && pathChanged ? positions.of(toLocation) : null);
  });
  router.subscribe('onBeforeRouteMount', ({ pathChanged }) => {
    closeLeftLayers();
    const { activeElement } = document;
    // What leaves the document with the focus on it has all of the leaving page laid out once more.
    if (pathChanged && activeElement instanceof HTMLElement && activeElement.closest('main')) activeElement.blur();
  });
  router.subscribe('onResolved', () => {
    // Nothing was mounted where the address alone is another one.
    closeLeftLayers();
    const titles = router.state.matches.flatMap(({ staticData }) => staticData.title ?? []);
    titlePage(titles.at(-1) ?? appTexts.notFound.name);
  });
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    // A filter in the address is no other page.
    if (fromLocation && !pathChanged) return;
    // The server's word for the first page; left there, a browser would share that address from every other one.
    if (fromLocation) document.querySelector('link[rel="canonical"]')?.remove();
    stopWaiting();
    const top = positions.of(toLocation);
    const stops = fromLocation || top > 0 ? [goToPosition(top)] : [];
    comesAt(null);
    // The first page leaves the focus where the browser puts it.
    if (fromLocation) stops.push(focusHeading());
    stopWaiting = untilTouched(() => stops.forEach((stop) => stop()));
  });
}

/** Scrolls there and holds the position while the page gets its height, which may shrink again on the way. @returns lets go */
function goToPosition(top: number): () => void {
  const root = document.documentElement;
  const go = () => {
    if (window.scrollY !== top && root.scrollHeight - window.innerHeight >= top) window.scrollTo(0, top);
  };
  window.scrollTo(0, top);
  if (top === 0) return () => {};
  const observer = new ResizeObserver(go);
  observer.observe(document.body);
  const letGo = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  const timer = setTimeout(letGo, HOLD_PLACE_MS);
  return letGo;
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
