import { expect, it } from 'vitest';
import { graphemes, lengthOf, within } from './characters.ts';

it('graphemes() splits a text into graphemes', () => {
  expect(graphemes('👩‍🎤e\u0301🇧🇷A')).toEqual(['👩‍🎤', 'e\u0301', '🇧🇷', 'A']);
});

it('lengthOf() counts code points, as the server does', () => {
  expect(['🎤', 'e\u0301', 'ab'].map(lengthOf)).toEqual([1, 2, 2]);
});

it('truncation never splits a grapheme', () => {
  expect(within('ab🎤', 3)).toBe('ab🎤');
  expect(within('ab🎤', 2)).toBe('ab');
  expect(within('a👩‍🎤b', 3)).toBe('a');
  expect(within('ae\u0301', 2)).toBe('a');
  expect(within(' a b ', 3)).toBe('a');
  expect(within(`${'🎤'.repeat(100)}b`, 100)).toBe('🎤'.repeat(100));
});
