import { describe, expect, it } from 'vitest';
import { emptyForm, newDraft, readStored, type ReleaseFormValues, releaseErrors, toRelease } from './release-draft.ts';
import { releaseTexts } from './release-texts.ts';

const whole: ReleaseFormValues = { ...emptyForm, title: 'Tide Tables', artistName: 'Ines Calder', genre: 'Ambient' };
const now = Date.parse('2027-03-04T12:00');

describe('the form of a release', () => {
  it('names each field that is missing or too long', () => {
    expect(releaseErrors(emptyForm, [], now)).toEqual({
      title: 'Title is required',
      artistName: 'Artist name is required',
      genre: 'Choose a genre',
      tracks: 'Choose at least one MP3',
    });
    const blank = { ...whole, title: '\u200b', artistName: '\u202e \u3164' };
    expect(releaseErrors(blank, ['Ebb'], now)).toEqual({
      title: 'Title is required',
      artistName: 'Artist name is required',
    });
    const long = { ...whole, title: '🌊'.repeat(101), artistName: 'a'.repeat(51), notes: 'n'.repeat(501) };
    expect(releaseErrors(long, ['Ebb', ' '], now)).toEqual({
      title: 'Title must be 100 characters or less',
      artistName: 'Artist name too long',
      notes: 'Notes must be 500 characters or less',
      tracks: 'Each track needs a title of at most 100 characters',
    });
    expect(releaseErrors({ ...whole, title: '🌊'.repeat(100) }, ['Ebb'], now)).toEqual({});
  });

  it('[S-61] takes a date that is later than now and within two years, in local time', () => {
    const errorsOn = (publishAt: string) => releaseErrors({ ...whole, publishAt }, ['Ebb'], now);
    expect(errorsOn('')).toEqual({ publishAt: 'Choose a date and a time' });
    expect(errorsOn('2027-03-04T12:00')).toEqual({ publishAt: 'This time has passed. Choose a later one.' });
    expect(errorsOn('2027-03-04T12:01')).toEqual({});
    expect(errorsOn('2029-03-04T12:00')).toEqual({});
    expect(errorsOn('2029-03-04T12:01')).toEqual({ publishAt: 'At most two years ahead. Choose an earlier one.' });
    const draft = { ...newDraft(''), form: { ...whole, publishAt: '2027-03-04T12:01' } };
    expect(Date.parse(toRelease(draft).publishAt ?? '')).toBe(now + 60_000);
  });
});

it('stored releases in an unknown format are ignored', () => {
  const stored = { draft: newDraft('Ines'), sent: [] };
  expect(readStored(stored)).toEqual(stored);
  for (const value of [undefined, null, 'text', { draft: { id: 'a' }, sent: [] }])
    expect(readStored(value)).toEqual({ draft: null, sent: [] });
});

it.each([
  [1, 'No slot left. Level 4 brings 5 upload slots.'],
  [4, 'No slot left. Level 5 brings 7 upload slots.'],
  [6, 'No slot left. Delete a track to free one.'],
  [null, 'No slot left. Delete a track to free one.'],
])('at level %j a track without a slot says how to get one', (level, words) => {
  expect(releaseTexts.noSlot(level)).toBe(words);
});
