import { isClose, isForgiven } from './close-word.ts';
import { has } from './search-words.ts';
import type { Found, Searchable } from './searchable.ts';

/** As many are taken apart into words at a time; a frame is drawn between. */
const SLICE = 500;

/** The words close to so many terms are kept. */
const MOST_TERMS = 100;

/** Looks for terms of which each may have one letter wrong. */
export interface CloseSearch<E> {
  /** Takes apart what a search will need, in slices, and tells when all is done. */
  prepare(entries: readonly E[]): void;
  /** Null while it is being prepared. */
  find(entries: readonly E[], terms: readonly string[]): Found<E> | null;
}

export function createCloseSearch<E extends Searchable>(onReady: () => void): CloseSearch<E> {
  const known = new Set<string>();
  /** The known words that are close to a term: each further letter asks for those of the words before it again. */
  const closeTo = new Map<string, ReadonlySet<string>>();
  let isReading = false;
  /** Those that were found to be ready last. */
  let ready: readonly E[] | null = null;

  const read = (entry: E) => {
    entry.words = entry.text.split(/[^\p{L}\p{N}\p{M}]/u).filter(Boolean);
    for (const word of entry.words) known.add(word);
    closeTo.clear();
  };

  const wordsCloseTo = (term: string): ReadonlySet<string> => {
    const before = closeTo.get(term);
    if (before) return before;
    const words = new Set(isForgiven(term) ? [...known].filter((word) => isClose(word, term)) : []);
    if (closeTo.size >= MOST_TERMS) closeTo.clear();
    closeTo.set(term, words);
    return words;
  };

  const close: CloseSearch<E> = {
    prepare(entries) {
      if (isReading || ready === entries) return;
      if (entries.every(({ words }) => words !== null)) {
        ready = entries;
        return;
      }
      isReading = true;
      const slice = (from: number) => {
        for (const entry of entries.slice(from, from + SLICE)) if (!entry.words) read(entry);
        if (from + SLICE < entries.length) return setTimeout(slice, 0, from + SLICE);
        isReading = false;
        onReady();
      };
      setTimeout(slice, 0, 0);
    },

    find(entries, terms) {
      const unread = entries.filter(({ words }) => words === null);
      if (unread.length > SLICE) {
        close.prepare(entries);
        return null;
      }
      for (const entry of unread) read(entry);
      const forgiven = terms.map(wordsCloseTo);
      const tests = terms.map(has);
      const found = entries.filter((entry) =>
        tests.every((test, i) => test(entry) || entry.words?.some((word) => forgiven[i]?.has(word))),
      );
      return { match: 'close', marks: [...terms, ...forgiven.flatMap((words) => [...words])], entries: found };
    },
  };
  return close;
}
