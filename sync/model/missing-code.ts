/** Messages of Chromium, Firefox and WebKit for a failed import. */
const NOT_FETCHED = /dynamically imported module|importing a module script failed|unable to preload/i;

/** A module may also throw a TypeError while it loads, so only the message distinguishes a failed import. */
export function isMissingCode(error: unknown): boolean {
  return error instanceof Error && NOT_FETCHED.test(error.message);
}
