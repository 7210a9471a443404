/** How Chromium, Firefox and WebKit say that a part of the code did not come. */
const NOT_FETCHED = /dynamically imported module|importing a module script failed|unable to preload/i;

/**
 * Whether an `import()` failed for want of a network. A part that came and threw as it began is a fault of ours, and no network that
 * is away: both are a TypeError, told apart by their words alone.
 */
export function isMissingCode(error: unknown): boolean {
  return error instanceof Error && NOT_FETCHED.test(error.message);
}
