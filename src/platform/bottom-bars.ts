import { type RefObject, useLayoutEffect } from 'react';

/** Attribute of elements that read `--bottom-bars`, such as those placed above the bars. Their children do not inherit the property. */
export const overBottomBars = { 'data-over-bars': '' } as const;

/** Sets `--bottom-bars` on the elements that need it: on the root, each change would recalculate the style of every element. */
export function useBottomBars(bars: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = bars.current;
    if (!element) return;
    const sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    const observer = new ResizeObserver(() => {
      // Only full-width bars cover the bottom. The window's width would include classic scrollbars.
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
