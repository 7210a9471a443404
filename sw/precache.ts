import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/** Navigations that the server answers. `/auth`, `/auth/callback` and `/radio` are pages of the app. */
const serverPaths = [
  /^\/(rest|storage|realtime|functions)(\/|$)/,
  /^\/auth\/v1(\/|$)/,
  /^\/radio\/./,
  /^\/(mailbox|healthz)(\/|$)/,
  /^\/\.well-known\//,
];

/** True when the worker answers a navigation to this path with the app's shell. */
export function isAppPage(pathname: string): boolean {
  return !serverPaths.some((pattern) => pattern.test(pathname));
}

/** The app itself, whole, so that any page opens without a network (S-33). */
export function registerPrecache(manifest: { url: string; revision: string | null }[]): void {
  cleanupOutdatedCaches();
  precacheAndRoute(manifest);
  // In development there is no shell in the manifest.
  if (!manifest.some(({ url }) => url === 'index.html')) return;
  const shell = createHandlerBoundToURL('index.html');
  registerRoute(new NavigationRoute(shell, { denylist: serverPaths }));
}
