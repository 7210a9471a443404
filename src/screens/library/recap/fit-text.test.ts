import { expect, it } from 'vitest';
import { fitted, isRightToLeft } from './fit-text.ts';

const lengthOf = (text: string) => text.length;

it('a text that fits stays whole, and a longer one ends with an ellipsis within the width', () => {
  expect(fitted('Ghost Tram', 10, lengthOf)).toBe('Ghost Tram');
  expect(fitted('Ghost Trams', 10, lengthOf)).toBe('Ghost Tra…');
  expect(fitted('Ghost Trams', 7, lengthOf)).toBe('Ghost…');
  expect(fitted('a'.repeat(100_000), 5, lengthOf)).toBe('aaaa…');
  expect(fitted('Ghost', 0, lengthOf)).toBe('…');
});

it('no emoji, flag or combined letter is split', () => {
  expect(fitted('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 15, lengthOf)).toBe('👩‍👩‍👧‍👦…');
  expect(fitted('🇩🇪🇫🇷🇬🇧', 7, lengthOf)).toBe('🇩🇪…');
});

it('the first letter that is not in an isolated name decides the direction', () => {
  expect(['\u2068שלום\u2069, Kiln and 2 more', '\u2068שלום\u2069', '\u2068Kiln\u2069 שלום'].map(isRightToLeft)).toEqual(
    [false, false, true],
  );
  expect(['שלום', '123 مرحبا', '🎵 שלום abc'].map(isRightToLeft)).toEqual([true, true, true]);
  expect(['Ghost', '123', '', 'abc שלום', '🎵'].map(isRightToLeft)).toEqual([false, false, false, false, false]);
});
