import { isClose, allowsTypo } from './close-word.ts';
import { hasTerm } from '../model/search-words.ts';
import type { Found, Searchable } from './searchable.ts';

/** Entries split into words per task. The browser can draw a frame between two tasks. */
const SLICE = 500;

/** Maximum number of terms whose close words are cached. */
const MAX_TERMS = 100;

/** A search that accepts one typo per word (`isClose`), except in short words and numbers (`allowsTypo`). */
export interface CloseSearch<E> {
  /** Splits the entries into words, in slices. */
  prepare(entries: readonly E[]): void;
  /** Null while many entries are still to be prepared. */
  find(entries: readonly E[], terms: readonly string[]): Found<E> | null;
}

/** @param onReady called when a preparation has ended */
export function createCloseSearch<E extends Searchable>(onReady: () => void): CloseSearch<E> {
  const knownWords = new Set<string>();
  /** Cached, because each typed letter searches for the earlier terms again. */
  const closeTo = new Map<string, ReadonlySet<string>>();
  let isReading = false;
  let ready: readonly E[] | null = null;

  const read = (entry: E) => {
    entry.words = entry.text.split(/[^\p{L}\p{N}\p{M}]/u).filter(Boolean);
    for (const word of entry.words) knownWords.add(word);
    closeTo.clear();
  };

  const wordsCloseTo = (term: string): ReadonlySet<string> => {
    const cached = closeTo.get(term);
    if (cached) return cached;
    const words = new Set(allowsTypo(term) ? [...knownWords].filter((word) => isClose(word, term)) : []);
    if (closeTo.size >= MAX_TERMS) closeTo.clear();
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
      const closeWords = terms.map(wordsCloseTo);
      const tests = terms.map(hasTerm);
      const found = entries.filter((entry) =>
        tests.every((test, i) => test(entry) || entry.words?.some((word) => closeWords[i]?.has(word))),
      );
      return { match: 'close', highlights: [...terms, ...closeWords.flatMap((words) => [...words])], entries: found };
    },
  };
  return close;
}
