/** `/auth`, `/auth/callback` and `/radio` are pages of the app. */
const serverPaths = [
  /^\/(rest|storage|realtime|functions)(\/|$)/,
  /^\/auth\/v1(\/|$)/,
  /^\/radio\/./,
  /^\/(mailbox|healthz)(\/|$)/,
  /^\/\.well-known\//,
];

/** The worker answers these navigations with the app's shell. */
export function isAppPage(pathname: string): boolean {
  return !serverPaths.some((pattern) => pattern.test(pathname));
}
