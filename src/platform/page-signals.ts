export interface PageSignals {
  isVisible(): boolean;
  onVisibility(listener: () => void): () => void;
  /** The page is being closed or frozen: the last chance to save. */
  onLeave(listener: () => void): () => void;
  /** Whether the device has a network: false is certain, true is only a guess. */
  isOnline(): boolean;
  /** The browser says that the network is back: a reason to retry, not a guarantee. */
  onOnline(listener: () => void): () => void;
}

export const pageSignals: PageSignals = {
  isVisible: () => document.visibilityState === 'visible',
  onVisibility: (listener) => listen(document, 'visibilitychange', listener),
  onLeave: (listener) => listen(window, 'pagehide', listener),
  isOnline: () => navigator.onLine,
  onOnline: (listener) => listen(window, 'online', listener),
};

function listen(target: EventTarget, type: string, listener: () => void): () => void {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}
