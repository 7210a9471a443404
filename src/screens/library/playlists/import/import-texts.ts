import { isolated } from '../../../../platform/bidi.ts';
import { plural } from '../../../../platform/texts.ts';

const count = (n: number) => `${n.toLocaleString('en')} ${plural(n, 'track')}`;

export const importTexts = {
  open: 'Import a playlist',
  choose: 'Choose a file',
  formats: 'M3U, JSPF, or CSV of artist and title',
  noPlaylist: {
    title: 'Not a playlist',
    text: 'This file has no list of tracks. Choose an M3U, a JSPF, or a CSV with columns for artist and title.',
  },
  tooLarge: { title: 'File not read', text: 'A playlist file must be under 5 MB.' },
  notRead: { title: 'File not read', text: 'The file could not be read. Choose it again.' },
  looking: (done: number, all: number) => `Looked for ${done.toLocaleString('en')} of ${count(all)}`,
  found: (found: number, all: number) => `${found.toLocaleString('en')} of ${count(all)} found here`,
  leftOut: (most: number, leftOut: number) =>
    `A playlist holds ${count(most)}. The last ${leftOut.toLocaleString('en')} of the file were left out.`,
  missing: 'Not found',
  entry: (artist: string, title: string) => (artist ? `${isolated(title)}, ${isolated(artist)}` : isolated(title)),
  untitled: 'Imported playlist',
} as const;
