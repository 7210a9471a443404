/** Messages of Chromium, Firefox and WebKit for a failed import. */
const NOT_FETCHED = /dynamically imported module|importing a module script failed|unable to preload/i;

/** Whether an import failed because its file was not fetched. A module may also throw while it loads; only the message tells which. */
export function isMissingCode(error: unknown): boolean {
  return error instanceof Error && NOT_FETCHED.test(error.message);
}
