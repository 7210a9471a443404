import { fileNameWords } from '../file-name-words.ts';

export interface AlbumFile {
  name: string;
  /** Path of the folder in the ZIP; empty for a file that was picked or dropped. */
  folder: string;
  tags: { disc: number | null; track: number | null } | null;
}

const DISC = /(?:^|[\s_([{-])(?:cd|dis[ck])[\s_.-]*0*([1-9]\d?)(?!\d)/i;
const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Number in the name of a folder like 'CD1', 'Disc 02' or 'Tide Tables - CD 2'. Null without one. */
export function discOfFolder(folder: string): number | null {
  const numbers = folder.split('/').map((part) => DISC.exec(part)?.[1]);
  const found = numbers.findLast((number) => number !== undefined);
  return found === undefined ? null : Number(found);
}

/** Sorts by disc, then track number, then name. A folder's number wins over the tag: each disc of a set often says 1. */
export function inAlbumOrder<T extends AlbumFile>(files: readonly T[]): T[] {
  const keyed = files.map((file) => ({
    file,
    disc: discOfFolder(file.folder) ?? file.tags?.disc ?? 1,
    track: file.tags?.track ?? fileNameWords(file.name).order ?? Number.MAX_SAFE_INTEGER,
    path: `${file.folder}/${file.name}`,
  }));
  keyed.sort((a, b) => a.disc - b.disc || a.track - b.track || natural.compare(a.path, b.path));
  return keyed.map(({ file }) => file);
}
