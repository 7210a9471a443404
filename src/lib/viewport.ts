import { useSyncExternalStore } from 'react';

/** The viewport shrinks by more than this, in px, when the on-screen keyboard opens. */
const KEYBOARD_PX = 150;

const desktop = typeof window === 'undefined' ? null : window.matchMedia('(min-width: 64rem)');

/** From 1024 px: top bar with links, full player, no tabs. */
export function useIsDesktop(): boolean {
  return useSyncExternalStore(
    (listener) => {
      desktop?.addEventListener('change', listener);
      return () => desktop?.removeEventListener('change', listener);
    },
    () => desktop?.matches ?? false,
  );
}

/** Whether the on-screen keyboard is open. */
export function useKeyboardOpen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      window.visualViewport?.addEventListener('resize', listener);
      return () => window.visualViewport?.removeEventListener('resize', listener);
    },
    () => {
      const viewport = window.visualViewport;
      // Zooming in shrinks the visual viewport too, and is no keyboard.
      return viewport !== null && viewport.scale === 1 && window.innerHeight - viewport.height > KEYBOARD_PX;
    },
  );
}
