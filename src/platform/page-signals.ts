/** What the browser says of this page, behind an interface so that a test can say it. */
export interface PageSignals {
  isVisible(): boolean;
  onVisibility(listener: () => void): () => void;
  /** The page is being closed or put to sleep: the last moment to write something down. */
  onLeave(listener: () => void): () => void;
  /** False when the browser is sure that there is no network; true is a guess. */
  isOnline(): boolean;
  /** The browser says that the network is back: a reason to try, no promise. */
  onOnline(listener: () => void): () => void;
}

/** The signals of the page that this code runs in. */
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
