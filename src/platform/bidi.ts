const RTL_OR_CONTROL =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Encloses a name that has right-to-left letters or direction marks in isolates (FSI, PDI), so that it does not reorder the sentence around
 * it. Elements use `<bdi>` instead.
 */
export function isolated(name: string): string {
  return RTL_OR_CONTROL.test(name) ? `\u2068${name}\u2069` : name;
}
