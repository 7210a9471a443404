import { expect, it } from 'vitest';
import { isOutOfBounds } from './json-bounds.ts';

const nested = (depth: number) => Buffer.from(`${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`);
const text = (value: unknown) => Buffer.from(JSON.stringify(value));

it('takes what the app sends, and nothing that nests thousands of levels', () => {
  expect(isOutOfBounds(nested(64))).toBe(false);
  expect(isOutOfBounds(nested(66))).toBe(true);
  expect(isOutOfBounds(Buffer.from('['.repeat(100_000)))).toBe(true);
});

it('counts no bracket of a text, and no quote behind a backslash', () => {
  const words = { content: `${'['.repeat(500)}"${'{'.repeat(500)}\\` };
  expect(isOutOfBounds(text(words))).toBe(false);
  expect(isOutOfBounds(Buffer.from(`{"a":"\\"${'['.repeat(70)}"}`))).toBe(false);
  expect(isOutOfBounds(Buffer.from(`{"a":"\\\\","b":${'['.repeat(70)}`))).toBe(true);
});

it('takes thousands of rows, and no object that is a dictionary to whoever reads it', () => {
  const rows = Array.from({ length: 2_000 }, () =>
    Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`column ${n}`, 'a:b,c'])),
  );
  expect(isOutOfBounds(text(rows))).toBe(false);
  expect(isOutOfBounds(text([...rows, { one: 1 }]))).toBe(true);
  expect(isOutOfBounds(text(Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [n, 0]))))).toBe(true);
});

it('takes forty thousand ids, and no list of millions', () => {
  expect(isOutOfBounds(text(Array.from({ length: 40_000 }, () => '00000000-0000-4000-8000-000000000000')))).toBe(false);
  expect(isOutOfBounds(text(Array.from({ length: 300_000 }, () => 0)))).toBe(true);
  expect(isOutOfBounds(text(Array.from({ length: 110_000 }, () => ({}))))).toBe(true);
});
