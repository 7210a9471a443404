import type { AnyRouter } from '@tanstack/react-router';
import { setPendingScrollTop } from '../platform/page-scroll.ts';
import { titlePage } from '../platform/window-title.ts';
import { closeLayersOfLeftPage } from '../design/layers.ts';
import { watchScroll } from './scroll-positions.ts';
import { appTexts } from './app-texts.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's name in the window title. */
    title?: string;
  }
}

/** Longest time to hold a scroll position (ms), while rows from the disk give the page its height. */
const HOLD_POSITION_MS = 10_000;

/**
 * Sets the title at each navigation. At a navigation to another page, also sets the scroll position (the top, or after Back the
 * former one) and focuses the heading. The first page gets its scroll position back after a reload, and no focus.
 */
export function watchArrivals(router: AnyRouter): void {
  const positions = watchScroll(router);
  let stopWaiting = () => {};
  // The router would scroll every page to its top, also the first, which may have been scrolled before the app booted.
  router.update({ ...router.options, scrollRestoration: () => false });
  router.subscribe('onBeforeLoad', ({ fromLocation, toLocation, pathChanged }) => {
    setPendingScrollTop(fromLocation && pathChanged ? positions.of(toLocation) : null);
  });
  router.subscribe('onBeforeRouteMount', ({ pathChanged }) => {
    closeLayersOfLeftPage();
    const { activeElement } = document;
    // Removing a focused element would force a layout of the whole leaving page.
    if (pathChanged && activeElement instanceof HTMLElement && activeElement.closest('main')) activeElement.blur();
  });
  router.subscribe('onResolved', () => {
    // If only the search or hash changed, no route was mounted, so that `onBeforeRouteMount` did not close the layers.
    closeLayersOfLeftPage();
    const titles = router.state.matches.flatMap(({ staticData }) => staticData.title ?? []);
    titlePage(titles.at(-1) ?? appTexts.notFound.name);
  });
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    // A changed filter in the address is not a navigation to another page.
    if (fromLocation && !pathChanged) return;
    // The server's canonical link names the first page. If it stayed, the browser would share that address from every page.
    if (fromLocation) document.querySelector('link[rel="canonical"]')?.remove();
    stopWaiting();
    const top = positions.of(toLocation);
    const stops = fromLocation || top > 0 ? [goToPosition(top)] : [];
    setPendingScrollTop(null);
    // On the first page the browser places the focus.
    if (fromLocation) stops.push(focusHeading());
    stopWaiting = stopOnInput(() => stops.forEach((stop) => stop()));
  });
}

/** Scrolls to `top` and holds the position while the page's height changes. @returns a function that stops holding it */
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

/** Focuses the page's heading, so that a screen reader announces the page. Waits for the heading if the page's code is still loading. */
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

/** Runs `stop` at the person's first input, or when the returned function is called. */
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
