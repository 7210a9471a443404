/** What a browser tells of each launch of the installed app. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly targetURL?: string }) => void): void;
}

declare global {
  interface Window {
    readonly launchQueue?: LaunchQueue;
  }
}

/** The manifest's `start_url`: it asks for the app and for no page of it. */
const START = '/explore';

/**
 * Follows launches to the window that is there (`launch_handler` of the manifest): a shortcut or a link leads it to its page, the
 * app's own icon leaves it where it is.
 * @param loadedAt the address that this document was loaded for by a navigation, whose launch is told too; null after a reload
 * @param go leads to a path of this app
 */
export function followLaunches(
  queue: LaunchQueue | undefined,
  origin: string,
  loadedAt: string | null,
  go: (path: string) => void,
): void {
  let first = loadedAt;
  queue?.setConsumer(({ targetURL }) => {
    const own = first;
    first = null;
    if (targetURL === undefined || targetURL === own) return;
    const url = new URL(targetURL);
    const path = url.pathname + url.search + url.hash;
    if (url.origin === origin && path !== START) go(path);
  });
}

/** The address that this document was navigated to; null after a reload or Back, which are no launch. */
export function navigatedTo(): string | null {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type === 'navigate' ? entry.name : null;
}
