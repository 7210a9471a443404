import { DESCRIPTION_MAX, LYRICS_MAX } from '../../../sync/model/rules.ts';

export const textsWords = {
  description: 'Description',
  lyrics: 'Lyrics',
  edit: 'Description and lyrics',
  save: 'Save',
  hint: 'Lyrics may have times (LRC): “[01:24.50] A line”.',
  descriptionTooLong: `At most ${DESCRIPTION_MAX.toLocaleString('en')} characters`,
  lyricsTooLong: `At most ${LYRICS_MAX.toLocaleString('en')} characters`,
  refused: 'Description and lyrics were not saved',
  stillRefused: 'The server refused the last change. It is in the form.',
  failed: 'Failed to load description and lyrics',
  offline: 'Description and lyrics show here once the network is back.',
  from: 'From',
} as const;
