import type { FileEntry } from '@zip.js/zip.js/lib/zip-core-custom.js';
import { readLegacy } from '../legacy-text.ts';

/** Some writers separate folders by backslashes, or begin at a root. Nothing is written to these paths, so that none is unsafe. */
export function plainPath(path: string): string {
  const parts = path.split(/[\\/]/).filter((part) => !/^\.{0,2}$/.test(part));
  return parts.join('/') + (/[\\/]$/.test(path) ? '/' : '');
}

/** The paths of the files. What declares no encoding is in that of the writer's system, which only other scripts than the Latin one tell. */
export function pathsOf(entries: readonly FileEntry[]): string[] {
  const isLegacy = ({ filename, filenameUTF8, extraFieldUnicodePath }: FileEntry) =>
    !filenameUTF8 && extraFieldUnicodePath?.valid !== true && /[^ -~]/.test(filename);
  const legacy = entries.filter(isLegacy);
  const latin = new TextDecoder('windows-1252');
  const read = readLegacy(legacy.map(({ rawFilename }) => latin.decode(rawFilename)));
  const dos = legacy.map(({ rawFilename }) => new TextDecoder('ibm866').decode(rawFilename));
  const texts = [read, dos].find((each) => isOtherScript(each.join(' ')));
  return entries.map((entry) => plainPath(texts?.[legacy.indexOf(entry)] ?? entry.filename));
}

/** Whether the text has letters of another script than the Latin one, and no word of both. */
function isOtherScript(text: string): boolean {
  const words = text.match(/[^\s\p{P}\p{S}\d]+/gu) ?? [];
  const isOther = (word: string) => /^(?:(?!\p{Script=Latin})[\p{L}\p{M}])+$/u.test(word);
  return (
    words.some((word) => word.length > 1 && isOther(word)) &&
    words.every((word) => isOther(word) || /^[a-z]+$/i.test(word))
  );
}
