import { expect, it } from 'vitest';
import { isTooDeep } from './json-depth.ts';

const nested = (depth: number) => Buffer.from(`${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`);

it('takes what the app sends, and nothing that nests thousands of levels', () => {
  expect(isTooDeep(nested(64))).toBe(false);
  expect(isTooDeep(nested(66))).toBe(true);
  expect(isTooDeep(Buffer.from('['.repeat(100_000)))).toBe(true);
});

it('counts no bracket of a text, and no quote behind a backslash', () => {
  const words = JSON.stringify({ content: `${'['.repeat(500)}"${'{'.repeat(500)}\\` });
  expect(isTooDeep(Buffer.from(words))).toBe(false);
  expect(isTooDeep(Buffer.from(`{"a":"\\"${'['.repeat(70)}"}`))).toBe(false);
  expect(isTooDeep(Buffer.from(`{"a":"\\\\","b":${'['.repeat(70)}`))).toBe(true);
});
