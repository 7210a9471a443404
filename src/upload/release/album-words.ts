import { bareName, DASH, fileNameWords, type FileNameWords } from '../file-name-words.ts';

export interface AlbumFileName {
  name: string;
  /** Path of the folder that was dropped or zipped; empty for a file that was chosen alone. */
  folder: string;
}

export interface AlbumWords extends FileNameWords {
  album: string;
}

/** '3', '03', '1-03' of disc 1, 'B2' of a record's side, before a title or alone. */
const NUMBER = /^(?:(?:(\d{1,2})[-.])?(\d{1,3})|([A-H])(\d{1,2}))(?:[\s.)_-]+|$)/i;
/** More tracks than a disc or a side has. */
const DISC = 1000;

/** Parses the file names of one album: a number counts if every name has one in the same place, and they count from 1. */
export function albumWords(files: readonly AlbumFileName[]): AlbumWords[] {
  const names = files.map(({ name }) => bareName(name).split(DASH).filter(Boolean));
  const most = Math.min(...names.map((parts) => parts.length));
  for (let at = 0; files.length > 1 && at < most; at += 1) {
    const numbered = names.map((parts) => numberedAt(parts, at));
    if (isCount(numbered, files)) return wordsOf(names, numbered, at);
  }
  return files.map(({ name }) => ({ ...fileNameWords(name), album: '' }));
}

interface Numbered {
  order: number;
  isFirst: boolean;
  /** The parts after the number. */
  rest: string[];
}

function numberedAt(parts: readonly string[], at: number): Numbered | null {
  const match = NUMBER.exec(parts[at] ?? '');
  if (!match) return null;
  const [whole, disc, track, side, trackOfSide] = match;
  const rest = [(parts[at] ?? '').slice(whole.length), ...parts.slice(at + 1)].filter(Boolean);
  if (rest.length === 0) return null;
  const number = Number(track ?? trackOfSide);
  const discs = side === undefined ? Number(disc ?? 0) : side.toUpperCase().charCodeAt(0);
  return { order: discs * DISC + number, isFirst: number === 1 || (track?.startsWith('0') ?? false), rest };
}

/** Whether these are numbers of tracks, not of titles like '24 Hours' and '7 Days'. */
function isCount(numbered: readonly (Numbered | null)[], files: readonly AlbumFileName[]): numbered is Numbered[] {
  const places = new Set(numbered.map((each, i) => each && `${files[i]?.folder ?? ''}/${each.order}`));
  return !places.has(null) && places.size === files.length && numbered.some((each) => each?.isFirst);
}

function wordsOf(names: readonly string[][], numbered: readonly Numbered[], at: number): AlbumWords[] {
  // Artists count only if every name has one. Otherwise a dash belongs to the title.
  const areArtistsNamed = at === 0 && numbered.every(({ rest }) => rest.length > 1);
  return numbered.map(({ order, rest }, i) => {
    const before = names[i]?.slice(0, at) ?? [];
    const artistName = areArtistsNamed ? (rest[0] ?? '') : (before[0] ?? '');
    const title = (areArtistsNamed ? rest.slice(1) : rest).join(' - ');
    return { order, artistName, album: before.slice(1).join(' - '), title };
  });
}
