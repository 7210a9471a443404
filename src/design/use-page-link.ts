import { type NavigateOptions, useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';

/**
 * What a link within the app does, for links that a page has many of: the router's own `Link` would follow the address in each of them,
 * to say whether it leads to where one is.
 * @param onFollow closes what lies over the page
 */
export function usePageLink(to: NavigateOptions, onFollow?: () => void) {
  const router = useRouter();
  const prepare = () => void router.preloadRoute(to);
  return {
    onMouseEnter: prepare,
    onTouchStart: prepare,
    onFocus: prepare,
    onClick: (event: MouseEvent) => {
      onFollow?.();
      // Another tab or window is the browser's to open.
      if (event.metaKey || event.altKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      void router.navigate(to);
    },
  };
}
