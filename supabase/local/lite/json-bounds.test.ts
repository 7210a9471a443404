import { expect, it } from 'vitest';
import { isOutOfBounds, mayBeTooDeep } from './json-bounds.ts';

const nested = (depth: number) => Buffer.from(`${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`);
const text = (value: unknown) => Buffer.from(JSON.stringify(value));

it('accepts 64 nested levels, and refuses more', () => {
  expect(isOutOfBounds(nested(64))).toBe(false);
  expect(isOutOfBounds(nested(66))).toBe(true);
  expect(isOutOfBounds(Buffer.from('['.repeat(100_000)))).toBe(true);
});

it('ignores brackets in strings, also behind escaped quotes', () => {
  const value = { content: `${'['.repeat(500)}"${'{'.repeat(500)}\\` };
  expect(isOutOfBounds(text(value))).toBe(false);
  expect(isOutOfBounds(Buffer.from(`{"a":"\\"${'['.repeat(70)}"}`))).toBe(false);
  expect(isOutOfBounds(Buffer.from(`{"a":"\\\\","b":${'['.repeat(70)}`))).toBe(true);
});

it('accepts 20,000 keys in 2,000 rows, and refuses more keys, in rows or in one object', () => {
  const rows = Array.from({ length: 2_000 }, () =>
    Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`column ${n}`, 'a:b,c'])),
  );
  expect(isOutOfBounds(text(rows))).toBe(false);
  expect(isOutOfBounds(text([...rows, { one: 1 }]))).toBe(true);
  expect(isOutOfBounds(text(Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [n, 0]))))).toBe(true);
});

it('accepts forty thousand ids, and refuses a list of hundreds of thousands of values', () => {
  expect(isOutOfBounds(text(Array.from({ length: 40_000 }, () => '00000000-0000-4000-8000-000000000000')))).toBe(false);
  expect(isOutOfBounds(text(Array.from({ length: 300_000 }, () => 0)))).toBe(true);
  expect(isOutOfBounds(text(Array.from({ length: 110_000 }, () => ({}))))).toBe(true);
});

it('counts opening brackets in a text that may contain JSON, whatever precedes the JSON', () => {
  for (const before of ['', '"', ']'.repeat(70)]) {
    expect(mayBeTooDeep(before + '['.repeat(64))).toBe(false);
    expect(mayBeTooDeep(before + '[{'.repeat(33))).toBe(true);
  }
});
