import { expect, it } from 'vitest';
import { sortFiles } from './sort-files.ts';

const file = (name: string, type = '') => new File(['content'], name, { type });

it.each([
  ['a ZIP by its type', file('tides', 'application/x-zip-compressed')],
  ['a ZIP by its name', file('Tides.ZIP')],
  ['an MP3', file('tide.mp3', 'audio/mpeg')],
])('%s is for the upload, without the pictures beside it', (_, wanted) => {
  expect(sortFiles([file('cover.png', 'image/png'), wanted])).toEqual({ use: 'upload', files: [wanted] });
});

it('other files have no use', () => {
  expect(sortFiles([file('notes.txt', 'text/plain')])).toBeNull();
});
