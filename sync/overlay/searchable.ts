import type { SearchMatch } from '../view-types.ts';
import type { SearchText } from './search-words.ts';

/** What can be searched for. */
export interface Searchable extends SearchText {
  /** The words of `text`, once a search has needed them. */
  words: readonly string[] | null;
}

export interface Found<E> {
  match: SearchMatch;
  /** Folded: a word that has one of them in it is what was found. */
  marks: readonly string[];
  entries: readonly E[];
}
