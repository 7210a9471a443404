import { bareName, DASH, fileNameWords, type FileNameWords } from '../file-name-words.ts';

export interface AlbumFileName {
  name: string;
  /** Path of the folder that was dropped or zipped; empty for a file that was chosen alone. */
  folder: string;
}

export interface AlbumWords extends FileNameWords {
  album: string;
}

/** A number before a title or alone: '3', '03', '(03)', '1-03' for disc 1, 'B2' for side B of a record. */
const NUMBER = /^[([#]?(?:(?:(\d{1,2})[-.])?(\d{1,3})|([A-H])(\d{1,2}))(?:[\s.)\]_–-]+|$)/i;
/** 'Disc 1 - 03', 'CD1 03', '(CD 1) - 03': read as '1-03'. */
const NAMED_DISC = /(^|[\s([{])(?:cd|dis[ck])[\s.-]*0*([1-9]\d?)[)\]}]?(?:\s*[-–—.]\s*|\s+)(?=\d{1,3}(?!\d))/i;
const UNSPACED = /^\d{1,3}-[^\s-]+-[^\s-]\S*$/;
/** Track 3 of disc 2 is 2003. A disc or side has fewer tracks than this. */
const ORDERS_PER_DISC = 1000;

/**
 * Parses the file names of one album. Numbers count if every name has one in the same place, none occurs twice in a folder, and one of
 * them is 1 or begins with 0.
 */
export function albumWords(files: readonly AlbumFileName[]): AlbumWords[] {
  const names = files.map(({ name }) =>
    bareName(name)
      .replace(NAMED_DISC, (_, before: string, disc: string) => (before === '' ? `${disc}-` : ` - ${disc}-`))
      .split(DASH)
      .filter(Boolean),
  );
  const most = Math.min(...names.map((parts) => parts.length));
  for (let at = 0; files.length > 1 && at < most; at += 1) {
    const numbered = names.map((parts) => numberedAt(parts, at));
    if (areTrackNumbers(numbered, files)) return wordsOf(names, numbered, at, files);
  }
  return files.map(({ name }) => ({ ...fileNameWords(name), album: '' }));
}

/** Disc 2, or side B, of an order such as 2003; null if the order has no disc. */
export function discFromOrder(order: number | null): number | null {
  return order !== null && order >= ORDERS_PER_DISC ? Math.floor(order / ORDERS_PER_DISC) : null;
}

interface Numbered {
  order: number;
  impliesNumbering: boolean;
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
  const discs = side === undefined ? Number(disc ?? 0) : side.toUpperCase().charCodeAt(0) - 64;
  return {
    order: discs * ORDERS_PER_DISC + number,
    impliesNumbering: number === 1 || (track?.startsWith('0') ?? false),
    rest,
  };
}

/** Whether these are numbers of tracks, and not words of titles like '24 Hours' and '7 Days'. */
function areTrackNumbers(
  numbered: readonly (Numbered | null)[],
  files: readonly AlbumFileName[],
): numbered is Numbered[] {
  const places = new Set(numbered.map((each, i) => each && `${files[i]?.folder ?? ''}/${each.order}`));
  return !places.has(null) && places.size === files.length && numbered.some((each) => each?.impliesNumbering);
}

function wordsOf(
  names: readonly string[][],
  numbered: readonly Numbered[],
  at: number,
  files: readonly AlbumFileName[],
): AlbumWords[] {
  const rests = numbered.map(({ rest }) => rest);
  const parted = at === 0 ? withoutSharedArtist(rests, files) : rests;
  // If only some names have a dash after the number, the dash belongs to their titles.
  const areArtistsNamed = at === 0 && parted.every((rest) => rest.length > 1);
  return parted.map((rest, i) => {
    const before = names[i]?.slice(0, at) ?? [];
    const artistName = areArtistsNamed ? (rest[0] ?? '') : (before[0] ?? '');
    const title = (areArtistsNamed ? rest.slice(1) : rest).join(' - ');
    return { order: numbered[i]?.order ?? null, artistName, album: before.slice(1).join(' - '), title };
  });
}

/**
 * Splits names like '01-artist-title' after the artist, if all have the same one: otherwise the dash may belong to the title. Titles like
 * 'Part-1' stay whole, and so do 'jay-z-one' and 'jay-z-two', in which it is unclear where the artist ends.
 */
function withoutSharedArtist(rests: readonly string[][], files: readonly AlbumFileName[]): readonly string[][] {
  const parted = rests.map(([only = '']) => /^([^-]+)-(.+)$/.exec(only)?.slice(1) ?? []);
  const isShared = parted.every(([artist]) => artist !== undefined && artist === parted[0]?.[0]);
  const titles = parted.map(([, title = '']) => title);
  const [next = ''] = titles[0]?.split('-') ?? [];
  const isUnclear =
    titles.every((title) => /^\d+\b/.test(title)) || titles.every((title) => title.startsWith(`${next}-`));
  return isShared && !isUnclear && files.every(({ name }) => UNSPACED.test(name)) ? parted : rests;
}
