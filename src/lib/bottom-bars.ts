import { type RefObject, useLayoutEffect } from 'react';

/** Says how much of the bottom an element takes, in `--bottom-bars`, so that toasts and offers stand above it. */
export function useBottomBars(bars: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = bars.current;
    if (!element) return;
    const root = document.documentElement.style;
    const observer = new ResizeObserver(() => {
      // Only what spans the page is in the way: in a column of its own it leaves the bottom free. The page ends where a
      // classic scrollbar (Firefox, WebKitGTK, Windows) begins, which the window's own width counts in.
      const reaches = element.getBoundingClientRect().width >= document.documentElement.clientWidth - 1;
      root.setProperty('--bottom-bars', reaches ? `${element.offsetHeight}px` : '0px');
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      root.removeProperty('--bottom-bars');
    };
  }, [bars]);
}
