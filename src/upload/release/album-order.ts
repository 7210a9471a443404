import { type AlbumFileName, type AlbumWords, discFromOrder } from './album-words.ts';

export interface AlbumFile extends AlbumFileName {
  words: Pick<AlbumWords, 'order'>;
  tags: { disc: number | null; track: number | null } | null;
}

const DISC = /(?:^|[\s_([{-])(?:cd|dis[ck])[\s_.-]*0*([1-9]\d?)(?!\d)/i;
const DISC_AT_END = /(?:^|[\s_([{-]+)(?:cd|dis[ck])[\s_.-]*\d{1,2}(?:\s+of\s+\d{1,2})?[)\]}]?$/i;
const YEAR = /^[([]?(?:19|20)\d\d[)\]]?\s*[-–—.]\s+|\s*[([](?:19|20)\d\d[)\]]$/gu;
const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Number in the name of a folder like 'CD1', 'Disc 02' or 'Tide Tables - CD 2'. Null without one. */
export function discOfFolder(folder: string): number | null {
  const numbers = folder.split('/').map((part) => DISC.exec(part)?.[1]);
  const found = numbers.findLast((number) => number !== undefined);
  return found === undefined ? null : Number(found);
}

/** The album's title in a folder's name: 'Tide Tables' in 'Ines Calder - Tide Tables (2021)/CD2'. Empty without one. */
export function albumOfFolder(folder: string): string {
  const names = folder.split('/').map((part) => part.replaceAll('_', ' ').replace(DISC_AT_END, '').trim());
  const parts = (names.findLast(Boolean) ?? '').split(/\s+[-–—]\s+/u);
  const album = parts.length > 1 ? parts.slice(1).join(' - ') : (parts[0] ?? '');
  return album.replace(YEAR, '').trim();
}

/** Sorts by disc, then track number, then name. A folder's number wins over the tag: each disc of a set often says 1. */
export function inAlbumOrder<T extends AlbumFile>(files: readonly T[]): T[] {
  const keyed = files.map((file) => ({
    file,
    disc: discOfFolder(file.folder) ?? file.tags?.disc ?? discFromOrder(file.words.order) ?? 1,
    track: file.tags?.track ?? file.words.order ?? Number.MAX_SAFE_INTEGER,
    path: `${file.folder}/${file.name}`,
  }));
  keyed.sort((a, b) => a.disc - b.disc || a.track - b.track || natural.compare(a.path, b.path));
  return keyed.map(({ file }) => file);
}
