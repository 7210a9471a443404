import { expect, it } from 'vitest';
import { fold } from './fold.ts';

it('a search ignores case and accents, and spells out letters that are no accents', () => {
  expect(fold('Ólafur CAFÉ')).toBe('olafur cafe');
  expect(fold('Straße Ærø Łódź')).toBe('strasse æro lodz');
  expect(fold('ßß øø łł')).toBe('ssss oo ll');
});
