import type { SearchMatch } from '../view-types.ts';
import { isClose, isForgiven } from './close-word.ts';
import { fold } from '../model/fold.ts';

/** What can be searched for. */
export interface Searchable {
  /** Everything of it that a search looks at, folded. */
  readonly text: string;
  /** The words of `text`, once a search has needed them. */
  words: readonly string[] | null;
}

export interface Found<E> {
  match: SearchMatch;
  /** Folded: a word that has one of them in it is what was found. */
  marks: readonly string[];
  entries: readonly E[];
}

/** As many are taken apart into words at a time; a frame is drawn between. */
const SLICE = 500;

/** The folded text of these fields. */
export function searchText(fields: readonly string[]): string {
  return [...new Set(fields)].map(fold).join('\n');
}

/** The terms of a search, folded. */
export function termsOf(search: string): string[] {
  return fold(search).split(/\s+/).filter(Boolean);
}

/** Looks for terms in any order; where nothing has all of them, a letter in each may be wrong. */
export interface Search<E> {
  find(entries: readonly E[], terms: readonly string[]): Found<E>;
}

/** @param onReady a search that answered `looking` has its answer now */
export function createSearch<E extends Searchable>(onReady: () => void): Search<E> {
  const known = new Set<string>();
  let isReading = false;

  const read = (entry: E) => {
    entry.words = entry.text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
    for (const word of entry.words) known.add(word);
    return entry.words;
  };
  const readLater = (entries: readonly E[]) => {
    if (isReading) return;
    isReading = true;
    const slice = (from: number) => {
      for (const entry of entries.slice(from, from + SLICE)) if (!entry.words) read(entry);
      if (from + SLICE < entries.length) return setTimeout(slice, 0, from + SLICE);
      isReading = false;
      onReady();
    };
    setTimeout(slice, 0, 0);
  };

  /** Null while the words are being read. */
  const findClose = (entries: readonly E[], terms: readonly string[]): Found<E> | null => {
    const unread = entries.filter(({ words }) => words === null);
    if (unread.length > SLICE) return null;
    for (const entry of unread) read(entry);
    const close = terms.map((term) => new Set([...known].filter((word) => isForgiven(term) && isClose(word, term))));
    const found = entries.filter((entry) =>
      terms.every((term, i) => entry.text.includes(term) || entry.words?.some((word) => close[i]?.has(word))),
    );
    return { match: 'close', marks: [...terms, ...close.flatMap((words) => [...words])], entries: found };
  };

  return {
    find(entries, terms) {
      if (terms.length === 0) return { match: 'exact', marks: [], entries };
      const exact = entries.filter(({ text }) => terms.every((term) => text.includes(term)));
      if (exact.length > 0 || !terms.some(isForgiven)) {
        // The next letter may be a wrong one.
        if (entries.some(({ words }) => words === null)) readLater(entries);
        return { match: 'exact', marks: terms, entries: exact };
      }
      const found = findClose(entries, terms);
      if (found) return found;
      readLater(entries);
      return { match: 'looking', marks: [], entries: [] };
    },
  };
}
