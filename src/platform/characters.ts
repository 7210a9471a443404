/** Letters and emoji as people see them: an accent, a flag or a joined emoji is one with what it belongs to. */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** What people see as one character each. */
export function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Characters as the server counts them (`char_length`): a letter outside of the first plane is one. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** The beginning of a text, trimmed: at most so many characters as the server counts them, and no part of one that people see. */
export function within(text: string, most: number): string {
  if (text.length <= most) return text.trim();
  let kept = '';
  let length = 0;
  for (const grapheme of graphemes(text)) {
    length += lengthOf(grapheme);
    if (length > most) break;
    kept += grapheme;
  }
  return kept.trim();
}
