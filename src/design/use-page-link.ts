import { type NavigateOptions, useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';

/**
 * Props of an `<a>` that navigates by the router, for pages with many links: each `Link` of the router subscribes to the location.
 * @param onFollow called first at each click, for example to close the sheet over the page
 */
export function usePageLink(to: NavigateOptions, onFollow?: () => void) {
  const router = useRouter();
  const preload = () => void router.preloadRoute(to);
  return {
    onMouseEnter: preload,
    onTouchStart: preload,
    onFocus: preload,
    onClick: (event: MouseEvent) => {
      onFollow?.();
      // Leave new tabs and windows to the browser.
      if (event.metaKey || event.altKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      void router.navigate(to);
    },
  };
}
