import { expect, it } from 'vitest';
import folded from '../../tests/search/folded.json' with { type: 'json' };
import { fold } from './fold.ts';

it.each(folded)('a search folds %j as %j', (text, words) => {
  expect(fold(text ?? '')).toBe(words);
});

it('a letter that contains an apostrophe is folded without it', () => {
  expect(fold('\u0149')).toBe('n');
});

it('folding twice changes nothing', () => {
  for (const [, words = ''] of folded) expect(fold(words)).toBe(words);
});
