/** Letters that are written from the right, and what turns the direction of a text. */
const TURNING =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A name or a title inside a sentence: where it is written from the right it is isolated (FSI, PDI), so that it reorders nothing
 * around it. For text; an element isolates by `<bdi>` or `dir="auto"`.
 */
export function isolated(name: string): string {
  return TURNING.test(name) ? `\u2068${name}\u2069` : name;
}
