import type { SearchMatch } from '../view-types.ts';
import type { SearchText } from './search-words.ts';

/** An entry that can be searched. */
export interface Searchable extends SearchText {
  /** The words of `text`, computed by the first search that needs them. */
  words: readonly string[] | null;
}

export interface Found<E> {
  match: SearchMatch;
  /** Search terms, case and accents folded. A displayed word that contains one is highlighted. */
  highlights: readonly string[];
  entries: readonly E[];
}
