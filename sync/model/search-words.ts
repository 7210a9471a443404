import { fold } from './fold.ts';

/** Spellings of one name, folded and without spaces. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['randb', 'rnb', 'rhythmandblues'],
  ['drumandbass', 'drumnbass', 'dandb', 'dnb'],
];
const SPELLINGS = new Map(SYNONYMS.flatMap((spellings) => spellings.map((spelling) => [spelling, spellings] as const)));
/** Two words that people also type as one. */
const ONE_WORD = new Set(['lofi', 'hiphop', 'triphop', 'dubstep', 'afrobeat', 'afrobeats', 'synthpop']);
const CONNECTORS = new Set(['and', 'n', '+']);
/** Three words or more without a space: 'Tik-Tok-Toe'. */
const LONG_CHUNK = /(?:[^\s\p{P}\p{S}]+[\p{P}\p{S}]+){2}[^\s\p{P}\p{S}]/u;
const LETTER = /^[a-z0-9]$/;
const SPACES = /\s+/;
const HAS_WORDS = /[\p{L}\p{N}\p{S}]/u;
/** Shortest term of punctuation alone, in characters: a single quotation mark may begin a phrase. */
const MIN_PUNCTUATION = 2;

export interface SearchText {
  /** Folded words of each field; a term matches anywhere in them. */
  readonly text: string;
  /** Joined neighbours ('lofi' of 'Lo-Fi') and synonyms, each after a line break. A term matches only at their beginning. */
  readonly joined?: string;
}

/** Maximum number of folded fields that are cached. Genres and names repeat from row to row. */
const MAX_FIELDS = 5000;
const foldedFields = new Map<string, { words: string; joined: string }>();

/** The texts in which a row is searched, made once per row, because making them costs more than a search. */
export function searchText(fields: readonly string[]): SearchText {
  const folded = [...new Set(fields)].map(foldField);
  const text = folded.map(({ words }) => words).join('\n');
  const joined = folded.map((field) => field.joined).join('');
  return joined === '' ? { text } : { text, joined };
}

function foldField(field: string) {
  const cached = foldedFields.get(field);
  if (cached) return cached;
  const words = fold(field);
  const folded = { words, joined: joinedWords(field, words) };
  if (foldedFields.size >= MAX_FIELDS) foldedFields.clear();
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
    // Consecutive single letters form one word: 'nwa' of 'N. W. A.'.
    if (LETTER.test(word) && !LETTER.test(words[i - 1] ?? '')) {
      const end = words.findIndex((later, at) => at > i && !LETTER.test(later));
      add(words.slice(i, end < 0 ? words.length : end).join(''));
    }
  }
  if (LONG_CHUNK.test(field)) for (const chunk of field.split(SPACES)) add(compact(chunk));
  return joined;
}

/** The terms of a typed search. Two words without a space are one term: 'lo-fi' is 'lofi'. */
export function termsOf(search: string): string[] {
  const chunks = search.split(SPACES).flatMap(chunkTerms).filter(Boolean);
  const terms: string[] = [];
  for (let i = 0; i < chunks.length;) {
    const { term, length } = termAt(chunks, i);
    terms.push(term);
    i += length;
  }
  const words = terms.filter((term) => HAS_WORDS.test(term) && !CONNECTORS.has(term));
  if (words.length > 0) return words;
  return terms.filter((term) => CONNECTORS.has(term) || term.length >= MIN_PUNCTUATION).slice(0, 1);
}

/** The term that begins at a chunk, and the number of chunks that it takes. */
function termAt(chunks: readonly string[], at: number): { term: string; length: number } {
  const [word = '', next = '', afterNext = ''] = chunks.slice(at, at + 3);
  const joined = `${word}and${afterNext}`;
  const isPair = LETTER.test(word) && LETTER.test(afterNext);
  if (CONNECTORS.has(next) && (isPair || SPELLINGS.has(joined))) return { term: joined, length: 3 };
  if (ONE_WORD.has(word + next)) return { term: word + next, length: 2 };
  const rest = chunks.slice(at);
  const end = rest.findIndex((chunk) => !LETTER.test(chunk));
  const letters = end < 0 ? rest : rest.slice(0, end);
  return letters.length > 1 ? { term: letters.join(''), length: letters.length } : { term: word, length: 1 };
}

/** A test for texts that contain each of the terms. */
export function hasAll(terms: readonly string[]): (searched: SearchText) => boolean {
  const tests = terms.map(hasTerm);
  return (searched) => tests.every((test) => test(searched));
}

/** A test for texts that contain the term, or whose joined words begin with it. */
export function hasTerm(term: string): (searched: SearchText) => boolean {
  const beginning = `\n${term}`;
  return ({ text, joined }) => text.includes(term) || (joined?.includes(beginning) ?? false);
}

/** The terms of a text without spaces. It is one term if it has at most two words, a connector, or only single letters ('lo-fi', 'r&b', 'n.w.a'). */
function chunkTerms(chunk: string): string[] {
  const words = fold(chunk).split(' ');
  const isOne =
    words.length <= 2 || words.some((word) => CONNECTORS.has(word)) || words.every(({ length }) => length === 1);
  return isOne ? [words.join('')] : words;
}

function compact(chunk: string): string {
  return fold(chunk).replaceAll(' ', '');
}
