/** Missing in lib.dom (Launch Handler API). */
interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly targetURL?: string }) => void): void;
}

declare global {
  interface Window {
    readonly launchQueue?: LaunchQueue;
  }
}

const START_PATH = '/explore';

/**
 * Navigates the open window to the page of each launched shortcut or link. A launch of the app itself (`/explore`) keeps the page.
 * @param loadedAt the address from which this document was loaded, which the queue reports too; null after a reload
 */
export function followLaunches(
  queue: LaunchQueue | undefined,
  origin: string,
  loadedAt: string | null,
  navigate: (path: string) => void,
): void {
  let pendingLoad = loadedAt;
  queue?.setConsumer(({ targetURL }) => {
    const reportedLoad = pendingLoad;
    pendingLoad = null;
    if (targetURL === undefined || targetURL === reportedLoad) return;
    const url = new URL(targetURL);
    const path = url.pathname + url.search + url.hash;
    if (url.origin === origin && path !== START_PATH) navigate(path);
  });
}

/** The address with which this document was opened; null after a reload or Back, which are not launches. */
export function navigatedTo(): string | null {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type === 'navigate' ? entry.name : null;
}
