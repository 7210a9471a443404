import type { SearchMatch } from '../view-types.ts';
import type { SearchText } from '../model/search-words.ts';

export interface Searchable extends SearchText {
  /** Words of `text`, computed by the first search that needs them. */
  words: readonly string[] | null;
}

export interface Found<E> {
  match: SearchMatch;
  /** Folded search terms. A displayed word with one of them is highlighted. */
  highlights: readonly string[];
  entries: readonly E[];
}
