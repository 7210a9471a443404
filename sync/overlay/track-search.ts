import type { CloseSearch } from './close-search.ts';
import { hasAll } from '../model/search-words.ts';
import type { Found, Searchable } from './searchable.ts';

/** Finds entries with all terms. If there are none, each term may have a typo (`allowsTypo`). */
export interface Search<E> {
  find(entries: readonly E[], terms: readonly string[]): Found<E>;
}

/** @param onReady called when a search that returned `looking` should run again */
export function createSearch<E extends Searchable>(onReady: () => void): Search<E> {
  let close: CloseSearch<E> | 'not loaded' | 'loading' | 'failed' = 'not loaded';

  let searched: readonly E[] = [];
  /** Earlier searches in `searched`, the shortest first. A longer search need only look through the results of a shorter one. */
  let steps: { terms: readonly string[]; found: readonly E[] }[] = [];

  const findExact = (entries: readonly E[], terms: readonly string[]): readonly E[] => {
    if (searched !== entries) [searched, steps] = [entries, []];
    const isNarrower = (than: readonly string[]) =>
      than.every((earlier) => terms.some((term) => term.startsWith(earlier)));
    steps = steps.slice(0, steps.findLastIndex((step) => isNarrower(step.terms)) + 1);
    const found = (steps.at(-1)?.found ?? entries).filter(hasAll(terms));
    steps.push({ terms, found });
    return found;
  };

  const load = async () => {
    close = 'loading';
    try {
      close = (await import('./close-search.ts')).createCloseSearch<E>(onReady);
    } catch {
      close = 'failed';
    }
    onReady();
  };

  return {
    find(entries, terms) {
      if (terms.length === 0) return { match: 'exact', highlights: [], entries };
      const exact = findExact(entries, terms);
      if (close === 'not loaded') void load();
      // The next letters may contain a typo, so prepare the close search already.
      else if (typeof close === 'object') close.prepare(entries);
      if (exact.length > 0) return { match: 'exact', highlights: terms, entries: exact };
      const found = typeof close === 'object' ? close.find(entries, terms) : null;
      if (found) return found;
      if (close !== 'failed') return { match: 'looking', highlights: [], entries: [] };
      // The next search loads the code again.
      close = 'not loaded';
      return { match: 'exact', highlights: terms, entries: [] };
    },
  };
}
