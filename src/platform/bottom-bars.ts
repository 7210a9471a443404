import { type RefObject, useLayoutEffect } from 'react';

/** Props for an element placed above the bottom bars: `--bottom-bars` is set on it, and not inherited by its children. */
export const overBottomBars = { 'data-over-bars': '' } as const;

/**
 * Publishes the height of the bottom bars as `--bottom-bars`, so that toasts and prompts are placed above them. Set
 * only on elements with `overBottomBars`: on the root, every change would recalculate the style of every element.
 */
export function useBottomBars(bars: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = bars.current;
    if (!element) return;
    const sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    const observer = new ResizeObserver(() => {
      // Only bars of full page width cover the bottom; narrower bars do not. Compares with
      // `clientWidth`, because the window's width includes classic scrollbars (Firefox, WebKitGTK, Windows).
      const isFullWidth = element.getBoundingClientRect().width >= document.documentElement.clientWidth - 1;
      sheet.replaceSync(`[data-over-bars]{--bottom-bars:${isFullWidth ? element.offsetHeight : 0}px}`);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [bars]);
}
