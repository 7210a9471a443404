/** Splits into graphemes: a letter with its accents, a flag or a joined emoji is one. */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The graphemes (user-perceived characters) of a text. */
export function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Number of code points, like the server's `char_length`. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** Truncates a text to at most `most` code points without splitting a grapheme, and trims it. */
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
