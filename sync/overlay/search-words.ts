import { fold } from '../model/fold.ts';

/** Spellings of one thing, as words without what is between them. */
const SAME: readonly (readonly string[])[] = [
  ['randb', 'rnb', 'rhythmandblues'],
  ['drumandbass', 'drumnbass', 'dandb', 'dnb'],
];
const SPELLINGS = new Map(SAME.flatMap((spellings) => spellings.map((one) => [one, spellings] as const)));
/** Two words that are one to those who search, however they are typed. */
const ONE_WORD = new Set(['lofi', 'hiphop', 'triphop', 'dubstep', 'afrobeat', 'afrobeats', 'synthpop']);
const CONNECTORS = new Set(['and', 'n', '+']);
/** Three words or more without a space: 'Tik-Tok-Toe'. */
const LONG_CHUNK = /(?:[^\s\p{P}\p{S}]+[\p{P}\p{S}]+){2}[^\s\p{P}\p{S}]/u;
const LETTER = /^[a-z0-9]$/;
const SPACES = /\s+/;
const HAS_WORDS = /[\p{L}\p{N}\p{S}]/u;
/** Punctuation alone is searched for from here on: a quotation mark may be the beginning of more. */
const LEAST_PUNCTUATION = 2;

/** What a search looks at. */
export interface SearchText {
  /** The words of each field, folded: a term is found anywhere in them. */
  readonly text: string;
  /**
   * Words of a field that are beside each other, without what is between them ('lofi' of 'Lo-Fi'), and their other spellings. A term
   * is found at the beginning of one alone: 'art' is not in 'Clear Tram'. Each follows a line break. Absent without any.
   */
  readonly joined?: string;
}

/** Genres and names repeat from row to row: as many fields as this are kept folded. */
const MOST_FIELDS = 5000;
const foldedFields = new Map<string, { words: string; joined: string }>();

/** Makes these fields searchable: once a row, since it costs more than a search in it. */
export function searchText(fields: readonly string[]): SearchText {
  const folded = [...new Set(fields)].map(foldField);
  const text = folded.map(({ words }) => words).join('\n');
  const joined = folded.map((field) => field.joined).join('');
  return joined === '' ? { text } : { text, joined };
}

function foldField(field: string) {
  const known = foldedFields.get(field);
  if (known) return known;
  const words = fold(field);
  const folded = { words, joined: joinedWords(field, words) };
  if (foldedFields.size >= MOST_FIELDS) foldedFields.clear();
  foldedFields.set(field, folded);
  return folded;
}

function joinedWords(field: string, folded: string): string {
  const words = folded.split(' ');
  let joined = '';
  const add = (word: string) => {
    joined += `\n${word}`;
    for (const spelling of SPELLINGS.get(word) ?? []) joined += `\n${spelling}`;
  };
  for (let i = 0; i < words.length; i++) {
    const [word = '', next, afterNext] = [words[i], words[i + 1], words[i + 2]];
    if (SPELLINGS.has(word)) add(word);
    if (next === undefined) break;
    add(word + next);
    if (afterNext !== undefined && CONNECTORS.has(next)) {
      add(`${word}and${afterNext}`);
      add(`${word}n${afterNext}`);
    }
    // The first of single letters: 'nwa' of 'N. W. A.'.
    if (LETTER.test(word) && !LETTER.test(words[i - 1] ?? '')) {
      const end = words.findIndex((other, at) => at > i && !LETTER.test(other));
      add(words.slice(i, end < 0 ? words.length : end).join(''));
    }
  }
  if (LONG_CHUNK.test(field)) for (const chunk of field.split(SPACES)) add(compact(chunk));
  return joined;
}

/** The terms of a search, folded. What is typed without a space is one term: 'lo-fi' is 'lofi'. */
export function termsOf(search: string): string[] {
  const chunks = search.split(SPACES).flatMap(chunkTerms).filter(Boolean);
  const terms: string[] = [];
  for (let i = 0; i < chunks.length;) {
    const { term, length } = termAt(chunks, i);
    terms.push(term);
    i += length;
  }
  const said = terms.filter((term) => HAS_WORDS.test(term) && !CONNECTORS.has(term));
  if (said.length > 0) return said;
  return terms.filter((term) => CONNECTORS.has(term) || term.length >= LEAST_PUNCTUATION).slice(0, 1);
}

/** The term that begins with this chunk, and how many chunks are in it. */
function termAt(chunks: readonly string[], at: number): { term: string; length: number } {
  const [word = '', next = '', afterNext = ''] = chunks.slice(at, at + 3);
  const both = `${word}and${afterNext}`;
  const isPair = LETTER.test(word) && LETTER.test(afterNext);
  if (CONNECTORS.has(next) && (isPair || SPELLINGS.has(both))) return { term: both, length: 3 };
  if (ONE_WORD.has(word + next)) return { term: word + next, length: 2 };
  const rest = chunks.slice(at);
  const end = rest.findIndex((chunk) => !LETTER.test(chunk));
  const letters = end < 0 ? rest : rest.slice(0, end);
  return letters.length > 1 ? { term: letters.join(''), length: letters.length } : { term: word, length: 1 };
}

/** A test of whether all of these terms are in what is searched. */
export function hasAll(terms: readonly string[]): (searched: SearchText) => boolean {
  const tests = terms.map(has);
  return (searched) => tests.every((test) => test(searched));
}

/** A test of whether a term is in what is searched. */
export function has(term: string): (searched: SearchText) => boolean {
  const beginning = `\n${term}`;
  return ({ text, joined }) => text.includes(term) || (joined?.includes(beginning) ?? false);
}

/** 'lo-fi', 'r&b' and 'n.w.a' are one term; of more words than that each is one. */
function chunkTerms(chunk: string): string[] {
  const words = fold(chunk).split(' ');
  const isOne =
    words.length <= 2 || words.some((word) => CONNECTORS.has(word)) || words.every(({ length }) => length === 1);
  return isOne ? [words.join('')] : words;
}

function compact(chunk: string): string {
  return fold(chunk).replaceAll(' ', '');
}
