import { graphemes } from '../../../platform/characters.ts';

const FIRST_LETTER = /\p{L}/u;
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** A name enclosed by `isolated`, which may lack its end where the text is truncated. */
const ISOLATE = /\u2068[^\u2069]*\u2069?/g;

/** Whether the text is written from right to left, by its first letter outside of isolates, like `dir="auto"`. */
export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(FIRST_LETTER.exec(text.replace(ISOLATE, ''))?.[0] ?? '');
}

/** The text, or as much of it as fits with an ellipsis. Splits no grapheme. */
export function fitted(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text;
  const parts = graphemes(text);
  const beginning = (count: number) => `${parts.slice(0, count).join('').trimEnd()}…`;
  let [fits, exceeds] = [0, parts.length];
  while (exceeds - fits > 1) {
    const middle = (fits + exceeds) >> 1;
    if (measure(beginning(middle)) <= width) fits = middle;
    else exceeds = middle;
  }
  return beginning(fits);
}
