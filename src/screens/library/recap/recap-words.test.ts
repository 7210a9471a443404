import { expect, it } from 'vitest';
import type { Recap } from './recap.ts';
import { recapAltText, recapWords } from './recap-words.ts';

const recap: Recap = {
  month: '2026-10',
  minutes: 12_345,
  tracks: 2,
  artists: 3,
  firstListens: 1,
  streakDays: 4,
  mostPlayed: [],
  support: null,
};
const supporting = (...artists: string[]) => {
  const words = recapWords({ ...recap, support: { zaps: 9, artists } }, { name: '\u202eAnn', avatarSrc: null });
  return { names: words.support?.names, sentence: recapAltText(words) };
};

it('names two of the supported artists, and counts the others', () => {
  expect(supporting().names).toBe('Artists who are not on this device');
  expect(supporting('Kiln', 'Halide').names).toBe('Kiln, Halide');
  expect(supporting('Kiln', 'Halide', 'Ashes', 'Eel').names).toBe('Kiln, Halide and 2 more');
});

it('a name with direction marks or right-to-left letters reorders no other words', () => {
  const { names, sentence } = supporting('\u202eKiln', 'שלום', 'Ashes');
  expect(names).toBe('\u2068\u202eKiln\u2069, \u2068שלום\u2069 and 1 more');
  expect(sentence).toBe(
    'Your October 2026 as a picture: 12,345 minutes of music, 2 tracks; 3 artists; 1 first listen; 4 day streak; ' +
      'Supported with 9 ZAPs: \u2068\u202eKiln\u2069, \u2068שלום\u2069 and 1 more; \u2068\u202eAnn\u2069.',
  );
});
