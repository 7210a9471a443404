import type { FileEntry } from '@zip.js/zip.js/lib/zip-core-custom.js';
import { readLegacy } from '../legacy-text.ts';
import { otherScriptWords } from '../other-script.ts';

/** Drops the root, '.' and '..', with which some writers begin paths. No file is written to these paths, so none is unsafe. */
export function plainPath(path: string): string {
  const parts = path.split('/').filter((part) => !/^\.{0,2}$/.test(part));
  return parts.join('/') + (path.endsWith('/') ? '/' : '');
}

/**
 * The paths of the files. A path that declares no encoding is in the code page of the writer's system, which is recognised only if the
 * paths contain words in a script other than Latin.
 */
export function pathsOf(entries: readonly FileEntry[]): string[] {
  const isLegacy = ({ filename, filenameUTF8, extraFieldUnicodePath }: FileEntry) =>
    !filenameUTF8 && extraFieldUnicodePath?.valid !== true && /[^ -~]/.test(filename);
  const legacy = entries.filter(isLegacy);
  const latin = new TextDecoder('windows-1252');
  const read = readLegacy(legacy.map(({ rawFilename }) => latin.decode(rawFilename)));
  const dos = legacy.map(({ rawFilename }) => new TextDecoder('ibm866').decode(rawFilename));
  const texts = [read, dos].find((each) => otherScriptWords(each.join(' ')) > 0);
  return entries.map((entry) => {
    const path = texts?.[legacy.indexOf(entry)] ?? entry.filename;
    // Some writers separate folders by backslashes. Beside a slash, a backslash is a character of a name.
    return plainPath(path.includes('/') ? path : path.replaceAll('\\', '/'));
  });
}
