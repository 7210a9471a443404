import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileLike } from './like-pattern.ts';

const matches = (pattern: string, text: string, ignoreCase = false) => compileLike(pattern, ignoreCase)?.(text);

it.each([
  ['Soul', 'Soul', true],
  ['Soul', 'Soul ', false],
  ['', '', true],
  ['', 'a', false],
  ['%', '', true],
  ['%', 'any\nthing', true],
  ['_', '', false],
  ['_', '🎵', true],
  ['a%b%c', 'a-b-b-c', true],
  ['a%b%c', 'a-c-b', false],
  ['%ab_', 'aabab1', true],
  ['100\\%', '100%', true],
  ['100\\%', '1000', false],
  ['a\\_b', 'acb', false],
  ['.*[a-z]+', '.*[a-z]+', true],
  ['.*', 'anything', false],
  [`${'a'.repeat(31)}%`, 'a'.repeat(64), true],
  [`${'_'.repeat(32)}%${'b'.repeat(33)}`, 'a'.repeat(40) + 'b'.repeat(33), true],
])('the pattern %j matches %j: %s', (pattern, text, expected) => {
  expect(matches(pattern, text)).toBe(expected);
});

it('ignores case on request', () => {
  expect(matches('sOUL%', 'Soul Funk')).toBe(false);
  expect(matches('sOUL%', 'Soul Funk', true)).toBe(true);
});

it('refuses a pattern that ends inside an escape, as Postgres does', () => {
  expect(compileLike('a\\', false)).toBeNull();
});

/** Matches by LIKE's definition; too slow for an untrusted pattern. */
function reference(pattern: string, text: string): boolean {
  if (pattern === '') return text === '';
  if (pattern.startsWith('%'))
    return reference(pattern.slice(1), text) || (text !== '' && reference(pattern, text.slice(1)));
  return (
    text !== '' && (pattern.startsWith('_') || pattern[0] === text[0]) && reference(pattern.slice(1), text.slice(1))
  );
}

it('agrees with the definition for random short patterns and texts', () => {
  const textOf = (letters: string) => fc.string({ unit: fc.constantFrom(...letters.split('')), maxLength: 8 });
  fc.assert(
    fc.property(textOf('ab%_'), textOf('abc'), (pattern, text) => {
      expect(matches(pattern, text)).toBe(reference(pattern, text));
    }),
    { numRuns: 2_000 },
  );
});

it('reads each character of the text once, even for a hostile pattern', () => {
  let read = 0;
  const counted = (text: string) => ({
    toLowerCase: () => ({
      *[Symbol.iterator]() {
        for (const character of text) {
          read += 1;
          yield character;
        }
      },
    }),
  });
  const test = compileLike(`${'%a%_'.repeat(250)}b`, true);
  const text = 'a'.repeat(5_000);
  expect(Reflect.apply(test ?? String, null, [counted(text)])).toBe(false);
  expect(read).toBe(text.length);
});
