import { type RefObject, useLayoutEffect } from 'react';

/** For an element that stands above the bars, or ends there: `--bottom-bars` is known in it, and not in what it holds. */
export const overBottomBars = { 'data-over-bars': '' } as const;

/**
 * Says how much of the bottom an element takes, in `--bottom-bars`, so that toasts and offers stand above it. It is said to whoever
 * asks alone: handed down from the page's root, the look of every element would be worked out anew whenever a bar comes or goes.
 */
export function useBottomBars(bars: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = bars.current;
    if (!element) return;
    const sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    const observer = new ResizeObserver(() => {
      // Only what spans the page is in the way: in a column of its own it leaves the bottom free. The page ends where a
      // classic scrollbar (Firefox, WebKitGTK, Windows) begins, which the window's own width counts in.
      const reaches = element.getBoundingClientRect().width >= document.documentElement.clientWidth - 1;
      sheet.replaceSync(`[data-over-bars]{--bottom-bars:${reaches ? element.offsetHeight : 0}px}`);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [bars]);
}
