import { expect, it } from 'vitest';
import { isolated } from './bidi.ts';

it('only texts with right-to-left letters or direction marks are isolated', () => {
  expect(['Zoe', 'Ólafur 🎤', '東京', ''].map(isolated)).toEqual(['Zoe', 'Ólafur 🎤', '東京', '']);
  expect(['שלום', 'DJ نور', 'a\u202eb'].map(isolated)).toEqual([
    '\u2068שלום\u2069',
    '\u2068DJ نور\u2069',
    '\u2068a\u202eb\u2069',
  ]);
});
