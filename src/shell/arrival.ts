import type { AnyRouter } from '@tanstack/react-router';
import { setPendingScrollTop } from '../platform/page-scroll.ts';
import { setPageTitle } from '../platform/window-title.ts';
import { focusHeading } from '../design/focus-heading.ts';
import { closeLayersOfLeftPage } from '../design/layers.ts';
import { watchScroll } from './scroll-positions.ts';
import { appTexts } from './app-texts.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string;
  }
}

/** How long the scroll position is held: rows from the disk give the page its height only after a while. */
const HOLD_POSITION_MS = 10_000;

/** Sets title, scroll position and focus at each arrival on a page, and closes the layers of the page that was left. */
export function watchArrivals(router: AnyRouter): void {
  const positions = watchScroll(router);
  let stopWaiting = () => {};
  // The router would scroll every page to its top, even the first page, which may already be scrolled.
  router.update({ ...router.options, scrollRestoration: () => false });
  router.subscribe('onBeforeLoad', ({ fromLocation, toLocation, pathChanged }) => {
    setPendingScrollTop(fromLocation && pathChanged ? positions.of(toLocation) : null);
  });
  router.subscribe('onBeforeRouteMount', ({ pathChanged }) => {
    closeLayersOfLeftPage();
    const { activeElement } = document;
    // Removing a focused element would force a layout of the whole page.
    if (pathChanged && activeElement instanceof HTMLElement && activeElement.closest('main')) activeElement.blur();
  });
  router.subscribe('onResolved', () => {
    // A change of only the search or hash mounts no route, so the layers over the previous address are still open.
    closeLayersOfLeftPage();
    const titles = router.state.matches.flatMap(({ staticData }) => staticData.title ?? []);
    setPageTitle(titles.at(-1) ?? appTexts.notFound);
  });
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    // A changed filter in the address is not another page.
    if (fromLocation && !pathChanged) return;
    // The server's canonical link names the first page, and browsers would share that address.
    if (fromLocation) document.querySelector('link[rel="canonical"]')?.remove();
    stopWaiting();
    const top = positions.of(toLocation);
    const stops = fromLocation || top > 0 ? [goToPosition(top)] : [];
    setPendingScrollTop(null);
    // On the first page the browser places the focus.
    if (fromLocation) stops.push(focusHeadingSoon());
    stopWaiting = stopOnInput(() => stops.forEach((stop) => stop()));
  });
}

function goToPosition(top: number): () => void {
  const root = document.documentElement;
  const go = () => {
    if (window.scrollY !== top && root.scrollHeight - window.innerHeight >= top) window.scrollTo(0, top);
  };
  window.scrollTo(0, top);
  if (top === 0) return () => {};
  const observer = new ResizeObserver(go);
  observer.observe(document.body);
  const stopHolding = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  const timer = setTimeout(stopHolding, HOLD_POSITION_MS);
  return stopHolding;
}

/** Focuses the page's heading once it exists, so that a screen reader announces the page. */
function focusHeadingSoon(): () => void {
  if (focusHeading()) return () => {};
  const observer = new MutationObserver(() => focusHeading() && observer.disconnect());
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function stopOnInput(stop: () => void): () => void {
  const stopped = new AbortController();
  const end = () => {
    stopped.abort();
    stop();
  };
  for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    window.addEventListener(type, end, { signal: stopped.signal, capture: true, passive: true });
  return end;
}
