import type { IncomingHttpHeaders } from 'node:http';

const isShared = (name: string): boolean => name in {};

const words = /[A-Za-z_$][\w$]*/g;
const sharedWord = (text: string): string | null => text.match(words)?.find(isShared) ?? null;

/** Query parameters. Those in `NAMES` have only names as their value; those in `LOGIC` mix names and data. */
const NAMES = new Set(['select', 'order', 'columns', 'on_conflict']);
const LOGIC = new Set(['or', 'and']);

/**
 * Finds a name that every object has as a property; used as a key, it would reach objects that all code shares. Names
 * are tables, columns, aliases, operators, parameters and JSON keys. Data such as `title=eq.constructor` is not
 * checked.
 *
 * @param json of the body; null when there is none
 */
export function findSharedName(url: URL, headers: IncomingHttpHeaders, json: unknown): string | null {
  return (
    sharedWord(decoded(url.pathname)) ??
    sharedWord([headers['accept-profile'], headers['content-profile'], headers['prefer']].flat().join(',')) ??
    firstOf(url.searchParams, ([key, value]) => sharedWord(key) ?? sharedInValue(key, value)) ??
    sharedKey(json)
  );
}

function sharedInValue(key: string, value: string): string | null {
  const parameter = key.split('.').at(-1) ?? key;
  if (NAMES.has(parameter)) return sharedWord(value);
  if (LOGIC.has(parameter)) return sharedInLogic(value);
  return sharedOperator(value) ?? sharedKey(jsonIn(value));
}

function sharedOperator(value: string): string | null {
  const operator = /^(?:\s*not\.)*\s*([A-Za-z_$][\w$]*)\s*[.(]/.exec(value)?.[1];
  return operator !== undefined && isShared(operator) ? operator : null;
}

/** In `(a.eq.1,or(b.eq.2))` a name or operator is followed by a dot, bracket, arrow or cast. Data ends at a comma. */
function sharedInLogic(value: string): string | null {
  for (const match of value.matchAll(/(?:^|[(,.>\s])"?([A-Za-z_$][\w$]*)"?\s*(?=[.(:]|->)|->>?"?([A-Za-z_$][\w$]*)/g)) {
    const name = match[1] ?? match[2] ?? '';
    if (isShared(name)) return name;
  }
  return null;
}

/** Parses the JSON object in a value such as `cs.{"a":1}`. Null when there is none. */
function jsonIn(value: string): unknown {
  const start = value.indexOf('{');
  if (start === -1) return null;
  try {
    return JSON.parse(value.slice(start));
  } catch {
    return null;
  }
}

/** May recurse, because the callers have limited the depth of the body and the length of the URL. */
function sharedKey(json: unknown): string | null {
  if (typeof json !== 'object' || json === null) return null;
  if (Array.isArray(json)) return firstOf(json, sharedKey);
  return firstOf(Object.entries(json), ([key, value]) => (isShared(key) ? key : sharedKey(value)));
}

function firstOf<T>(values: Iterable<T>, find: (value: T) => string | null): string | null {
  for (const value of values) {
    const found = find(value);
    if (found !== null) return found;
  }
  return null;
}

/** More decodings than any reader of a path performs. A hostile path of 16 KB can be encoded 8,000 times, which take a second to decode. */
const MAX_DECODINGS = 5;

/** Decodes repeatedly, because later readers of the path may decode it again. */
export function decoded(path: string): string {
  let text = path;
  try {
    for (let count = 0; count < MAX_DECODINGS; count += 1) {
      const once = decodeURIComponent(text);
      if (once === text) break;
      text = once;
    }
  } catch {
    // The text is not encoded any more.
  }
  return text;
}
