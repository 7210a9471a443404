/** Right-to-left letters and direction control characters. */
const RTL_OR_CONTROL =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Wraps a right-to-left name or title in isolates (FSI, PDI), so that it does not reorder the sentence around it. For
 * plain text; elements use `<bdi>` or `dir="auto"`.
 */
export function isolated(name: string): string {
  return RTL_OR_CONTROL.test(name) ? `\u2068${name}\u2069` : name;
}
