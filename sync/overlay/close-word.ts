/** Shortest term that may have a typo; shorter words are too similar. */
const SHORTEST = 4;
const DIGITS = /^\d+$/;

export function allowsTypo(term: string): boolean {
  return term.length >= SHORTEST && !DIGITS.test(term);
}

/**
 * Whether the word begins with the term, except for one wrong, missing or extra letter, or two swapped ones. The beginning is enough, because
 * people search while they type.
 */
export function isClose(word: string, term: string): boolean {
  let at = 0;
  while (term[at] !== undefined && word[at] === term[at]) at += 1;
  const follows = (rest: number, from: number) => word.startsWith(term.slice(rest), from);
  if (follows(at + 1, at + 1) || follows(at, at + 1) || follows(at + 1, at)) return true;
  return word[at] === term[at + 1] && word[at + 1] === term[at] && follows(at + 2, at + 2);
}
