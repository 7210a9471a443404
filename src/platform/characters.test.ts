import { expect, it } from 'vitest';
import { graphemes, lengthOf, truncate } from './characters.ts';

it('graphemes() splits a text into graphemes', () => {
  expect(graphemes('👩‍🎤e\u0301🇧🇷A')).toEqual(['👩‍🎤', 'e\u0301', '🇧🇷', 'A']);
  expect(graphemes('B a~')).toEqual(['B', ' ', 'a', '~']);
  expect(graphemes('a\r\nb')).toEqual(['a', '\r\n', 'b']);
  expect(graphemes('')).toEqual([]);
});

it('lengthOf() counts code points, as the server does', () => {
  expect(['🎤', 'e\u0301', 'ab'].map(lengthOf)).toEqual([1, 2, 2]);
});

it('truncation never splits a grapheme', () => {
  expect(truncate('ab🎤', 3)).toBe('ab🎤');
  expect(truncate('ab🎤', 2)).toBe('ab');
  expect(truncate('a👩‍🎤b', 3)).toBe('a');
  expect(truncate('ae\u0301', 2)).toBe('a');
  expect(truncate(' a b ', 3)).toBe('a');
  expect(truncate(`${'🎤'.repeat(100)}b`, 100)).toBe('🎤'.repeat(100));
});
