/** Paths that the server answers. `/auth`, `/auth/callback` and `/radio` are not among them: they are pages of the app. */
const serverPaths = [
  /^\/(rest|storage|realtime|functions)(\/|$)/,
  /^\/auth\/v1(\/|$)/,
  /^\/radio\/./,
  /^\/(mailbox|healthz|metrics|errors)(\/|$)/,
  /^\/\.well-known\//,
];

export function isAppPage(pathname: string): boolean {
  return !serverPaths.some((pattern) => pattern.test(pathname));
}
