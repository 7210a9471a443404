import { type RefObject, useLayoutEffect } from 'react';

/** Says how much of the bottom an element takes, in `--bottom-bars`, so that toasts and offers stand above it. */
export function useBottomBars(bars: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = bars.current;
    if (!element) return;
    const root = document.documentElement.style;
    const observer = new ResizeObserver(() => {
      // Only what reaches the bottom edge of the window is in the way.
      const reaches = element.getBoundingClientRect().width >= window.innerWidth - 1;
      root.setProperty('--bottom-bars', reaches ? `${element.offsetHeight}px` : '0px');
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      root.removeProperty('--bottom-bars');
    };
  }, [bars]);
}
