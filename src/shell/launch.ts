/** The browser's LaunchQueue (Launch Handler API), which lib.dom lacks. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly targetURL?: string }) => void): void;
}

declare global {
  interface Window {
    readonly launchQueue?: LaunchQueue;
  }
}

/** The manifest's `start_url`, with which the app's icon launches. */
const START_PATH = '/explore';

/**
 * Handles launches into the open window (`launch_handler` of the manifest): a launch navigates to its page, unless that is
 * the `start_url`. It has the URL of the app's icon, so the shortcut 'Explore' and a link to /explore do not navigate either.
 * @param loadedAt the address of the navigation that loaded this document, because the queue reports that launch too;
 * null after a reload
 * @param navigate navigates to a path of this app
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

/** The address of the navigation that loaded this document; null after a reload or Back, which are not launches. */
export function navigatedTo(): string | null {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type === 'navigate' ? entry.name : null;
}
