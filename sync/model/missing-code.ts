/** Messages of Chromium, Firefox and WebKit for a failed import. */
const NOT_FETCHED = /dynamically imported module|importing a module script failed|unable to preload/i;

/** A module that throws while it loads may be a TypeError too, so only the message tells them apart. */
export function isMissingCode(error: unknown): boolean {
  return error instanceof Error && NOT_FETCHED.test(error.message);
}
