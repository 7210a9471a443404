import type { AlbumFileName } from './album-words.ts';
import { zipLimits, zipTexts } from './zip-texts.ts';

/** A file that was chosen, dropped, or found in a folder or a ZIP. */
export interface FoundFile extends Pick<AlbumFileName, 'folder'> {
  file: File;
}

const AUDIO = /\.mp3$/i;
const COVER = /^(?:cover|folder|front)\.(?:jpe?g|png|webp|gif)$/i;
/** Files that operating systems write and hide. */
const HIDDEN = /(?:^|\/)(?:__MACOSX\/|\.[^./]|Thumbs\.db$|desktop\.ini$)/i;

/** What a file in a folder or a ZIP is for, by its path. */
export function purposeOf(path: string): 'audio' | 'cover' | 'hidden' | 'other' {
  if (HIDDEN.test(path)) return 'hidden';
  if (AUDIO.test(path)) return 'audio';
  return isCoverName(path.slice(path.lastIndexOf('/') + 1)) ? 'cover' : 'other';
}

export const isCoverName = (name: string): boolean => COVER.test(name);

export const pathOf = ({ folder, file }: FoundFile): string => (folder ? `${folder}/${file.name}` : file.name);

/** Reads dropped files, also within folders. Call during the event: the browser clears the transfer after it. @throws if folders hold too many */
export async function readDropped({ items, files }: DataTransfer): Promise<FoundFile[]> {
  const entries = [...items].flatMap((item) => (item.kind === 'file' ? (item.webkitGetAsEntry() ?? []) : []));
  const chosen = [...files].map((file) => ({ file, folder: '' }));
  if (!entries.some(isFolder)) return chosen;
  const found: FoundFile[] = [];
  for (const entry of entries) await readEntry(entry, '', found);
  return found;
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

async function readEntry(entry: FileSystemEntry, folder: string, found: FoundFile[]): Promise<void> {
  const path = folder ? `${folder}/${entry.name}` : entry.name;
  if (purposeOf(entry.isDirectory ? `${path}/` : path) === 'hidden') return;
  const add = (file: File) => {
    if (found.push({ file, folder }) > zipLimits.entries) throw new Error(zipTexts.tooManyInFolder);
  };
  // An empty file stands for an unreadable entry: the message that refuses the file then names the entry.
  const unreadable = new File([], entry.name);
  if (isFile(entry)) add(await new Promise<File>((resolve) => entry.file(resolve, () => resolve(unreadable))));
  else if (isFolder(entry)) {
    const reader = entry.createReader();
    const readSome = () =>
      new Promise<FileSystemEntry[] | null>((resolve) => reader.readEntries(resolve, () => resolve(null)));
    // One call returns at most a hundred entries.
    for (let some = await readSome(); some?.length !== 0; some = await readSome()) {
      if (some === null) return add(unreadable);
      for (const child of some) await readEntry(child, path, found);
    }
  }
}
