import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { isAppPage } from './app-pages.ts';

/** Precaches the app's files, and answers navigations with the shell, so that every page opens without a network (S-33). */
export function registerPrecache(manifest: { url: string; revision: string | null }[]): void {
  cleanupOutdatedCaches();
  precacheAndRoute(manifest);
  // The development manifest has no shell.
  if (!manifest.some(({ url }) => url === 'index.html')) return;
  const shell = createHandlerBoundToURL('index.html');
  registerRoute(
    ({ request, sameOrigin, url }) => sameOrigin && request.mode === 'navigate' && isAppPage(url.pathname),
    shell,
  );
}
