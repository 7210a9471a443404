/** Shorter words are too like each other for one letter to be forgiven. */
const SHORTEST = 4;
const DIGITS = /^\d+$/;

/** Whether a letter may be wrong in this word of a search; another number is another thing. */
export function isForgiven(term: string): boolean {
  return term.length >= SHORTEST && !DIGITS.test(term);
}

/**
 * Whether the word begins as the term does but for one letter: another one, one too few, one too many, or two that changed
 * places. It begins so, since a search is looked for while it is typed.
 */
export function isClose(word: string, term: string): boolean {
  let at = 0;
  while (term[at] !== undefined && word[at] === term[at]) at += 1;
  const follows = (rest: number, from: number) => word.startsWith(term.slice(rest), from);
  if (follows(at + 1, at + 1) || follows(at, at + 1) || follows(at + 1, at)) return true;
  return word[at] === term[at + 1] && word[at + 1] === term[at] && follows(at + 2, at + 2);
}
