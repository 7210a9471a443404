/** The browser's signals about this page, as an interface so that tests can simulate them. */
export interface PageSignals {
  isVisible(): boolean;
  onVisibility(listener: () => void): () => void;
  /** The page is being closed or frozen: the last chance to save. */
  onLeave(listener: () => void): () => void;
  /** False if the browser is sure that there is no network; true is only a guess. */
  isOnline(): boolean;
  /** The browser reports that the network is back: a reason to retry, not a guarantee. */
  onOnline(listener: () => void): () => void;
}

/** The signals of this page. */
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
