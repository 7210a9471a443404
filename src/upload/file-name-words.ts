export interface FileNameWords {
  order: number | null;
  artistName: string;
  title: string;
}

/** Matches '03 - ', '03. ', '3) ', '03 ', '03-'; not '7 rings', '24-7' and '1.5'. */
const ORDER = /^(?:(0\d{1,2})[\s.)_-]+|(\d{1,3})(?:\s*[.)]\s*(?!\d)|\s*[-–—]\s+))(?=\S)/u;
export const DASH = /\s+[-–—]\s+/u;

/** The name without its extension, with spaces in place of underscores. */
export function bareName(name: string): string {
  const bare = name.normalize('NFC').replace(/\.[a-z0-9]{1,5}$/i, '');
  return (bare.includes(' ') ? bare : bare.replaceAll('%20', ' ').replaceAll('_', ' ')).replace(/\s+/gu, ' ').trim();
}

/** Parses '03 - Artist - Title.mp3', 'Artist - Album - 03 - Title.mp3', '03. Title.mp3', 'Artist_-_Title.mp3'. */
export function fileNameWords(name: string): FileNameWords {
  const spaced = bareName(name);
  const match = ORDER.exec(spaced);
  const rest = match ? spaced.slice(match[0].length) : spaced;
  const parts = rest.split(DASH).filter(Boolean);
  // The number may follow the artist and the album.
  const at = parts.findIndex((part, i) => i > 0 && i < parts.length - 1 && /^\d{1,3}$/.test(part));
  const number = match?.[1] ?? match?.[2] ?? (at > 0 ? parts[at] : undefined);
  const order = number === undefined ? null : Number(number);
  const [artistName = '', ...others] = at > 0 ? [parts[0], ...parts.slice(at + 1)] : parts;
  return others.length === 0
    ? { order, artistName: '', title: artistName }
    : { order, artistName, title: others.join(' - ') };
}

/** Sorts by track number, if every name has one. */
export function inOrder(files: readonly File[]): File[] {
  const named = files.map((file) => ({ file, order: fileNameWords(file.name).order }));
  if (named.some(({ order }) => order === null)) return [...files];
  return named.sort((a, b) => (a.order ?? 0) - (b.order ?? 0)).map(({ file }) => file);
}
