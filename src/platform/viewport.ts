import { useSyncExternalStore } from 'react';

/** If the window's visible part is shorter than the window by more than this, the on-screen keyboard is open. */
const KEYBOARD_PX = 150;

const desktop = watchWidth('64rem');
const tablet = watchWidth('48rem');

/** From 1024 px. */
export function useIsDesktop(): boolean {
  return useSyncExternalStore(desktop.subscribe, desktop.get, desktop.get);
}

/** Below 1024 px. A prerendered page fits every width, so both this and `useIsDesktop` are false there. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(desktop.subscribe, desktop.isNarrower, desktop.isNarrower);
}

/** From 768 px. */
export function useHasTwoPanes(): boolean {
  return useSyncExternalStore(tablet.subscribe, tablet.get);
}

function watchWidth(minWidth: string) {
  const query = typeof window === 'undefined' ? null : window.matchMedia(`(min-width: ${minWidth})`);
  return {
    get: () => query?.matches ?? false,
    isNarrower: () => query?.matches === false,
    subscribe(listener: () => void) {
      query?.addEventListener('change', listener);
      return () => query?.removeEventListener('change', listener);
    },
  };
}

export function useKeyboardOpen(): boolean {
  return useHeightAboveKeyboard() !== null;
}

/** Remaining height in px; null while the keyboard is closed. */
export function useHeightAboveKeyboard(): number | null {
  return useSyncExternalStore(keyboard.subscribe, keyboard.get);
}

/** Cached between resize events, because measuring forces a layout. */
const keyboard = watchKeyboard();

function watchKeyboard() {
  const viewport = typeof window === 'undefined' ? null : window.visualViewport;
  let remainingHeight: number | null = null;
  viewport?.addEventListener('resize', () => {
    // Pinch zoom also shrinks the visual viewport.
    const isOpen = viewport.scale === 1 && window.innerHeight - viewport.height > KEYBOARD_PX;
    remainingHeight = isOpen ? Math.round(viewport.height) : null;
  });
  return {
    get: () => remainingHeight,
    subscribe(listener: () => void) {
      viewport?.addEventListener('resize', listener);
      return () => viewport?.removeEventListener('resize', listener);
    },
  };
}
