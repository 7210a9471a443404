import type { CloseSearch } from './close-search.ts';
import { hasAll } from './search-words.ts';
import type { Found, Searchable } from './searchable.ts';

/** Looks for terms in any order; where nothing has all of them, a letter in each may be wrong. */
export interface Search<E> {
  find(entries: readonly E[], terms: readonly string[]): Found<E>;
}

/** @param onReady a search that answered `looking` has its answer now */
export function createSearch<E extends Searchable>(onReady: () => void): Search<E> {
  /** Its code comes with the first search. */
  let close: CloseSearch<E> | 'unasked' | 'asked' | 'missing' = 'unasked';

  /** What was looked through last, and what was found in it: each with what is asked for more, or for longer, in the one before. */
  let through: readonly E[] = [];
  let steps: { terms: readonly string[]; found: readonly E[] }[] = [];

  /** Those that have all of the terms. A letter more is looked for in what was found without it. */
  const findExact = (entries: readonly E[], terms: readonly string[]): readonly E[] => {
    if (through !== entries) [through, steps] = [entries, []];
    const isNarrower = (than: readonly string[]) => than.every((known) => terms.some((term) => term.startsWith(known)));
    steps = steps.slice(0, steps.findLastIndex((step) => isNarrower(step.terms)) + 1);
    const found = (steps.at(-1)?.found ?? entries).filter(hasAll(terms));
    steps.push({ terms, found });
    return found;
  };

  const load = async () => {
    close = 'asked';
    try {
      close = (await import('./close-search.ts')).createCloseSearch<E>(onReady);
    } catch {
      close = 'missing';
    }
    onReady();
  };

  return {
    find(entries, terms) {
      if (terms.length === 0) return { match: 'exact', marks: [], entries };
      const exact = findExact(entries, terms);
      if (close === 'unasked') void load();
      // The next letter may be a wrong one.
      else if (typeof close === 'object') close.prepare(entries);
      if (exact.length > 0) return { match: 'exact', marks: terms, entries: exact };
      const found = typeof close === 'object' ? close.find(entries, terms) : null;
      if (found) return found;
      if (close !== 'missing') return { match: 'looking', marks: [], entries: [] };
      // Asked for again with the next search.
      close = 'unasked';
      return { match: 'exact', marks: terms, entries: [] };
    },
  };
}
