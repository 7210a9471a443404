import { BlobReader, configure, type Entry, type FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-custom.js';
import { type FoundFile, purposeOf } from './found-files.ts';
import { pathsOf, plainPath } from './zip-names.ts';
import { zipLimits, zipTexts } from './zip-texts.ts';

// The policy of the page allows neither workers from blobs nor WebAssembly: the browser itself inflates.
configure({ useWebWorkers: false, useCompressionStream: true });

export type ReadZip =
  | {
      kind: 'read';
      audio: readonly FoundFile[];
      cover: File | null;
      /** Paths of the files that are neither an MP3 nor the cover. */
      left: readonly string[];
      /** Paths of the MP3s that are larger than a track may be. */
      tooLarge: readonly string[];
    }
  | { kind: 'refused'; text: string };

/** Reads the MP3s of a ZIP and its cover. Never inflates more than the ZIP declares, nor more than `zipLimits`. */
export async function readZip(zip: Blob): Promise<ReadZip> {
  const reader = new ZipReader(new BlobReader(zip), {
    normalizeFilename: plainPath,
    filenameValidation: 'tolerant',
  });
  try {
    const files = await listFiles(reader);
    return typeof files === 'string' ? refused(files) : await readFiles(files);
  } catch (error) {
    return refused(isUnsupported(error) ? zipTexts.unsupported : zipTexts.broken);
  } finally {
    await reader.close().catch(() => undefined);
  }
}

const refused = (text: string): ReadZip => ({ kind: 'refused', text });

function isUnsupported(error: unknown): boolean {
  return error instanceof Error && /not supported|unsupported/i.test(error.message);
}

interface PackedFile {
  path: string;
  entry: FileEntry;
}

/** The files that people see, without reading their contents; a text if there are too many. */
async function listFiles(reader: ZipReader<Blob>): Promise<PackedFile[] | string> {
  const entries: FileEntry[] = [];
  for await (const entry of reader.getEntriesGenerator()) {
    // macOS adds a hidden file for each file.
    if (isFile(entry) && purposeOf(entry.filename) !== 'hidden') entries.push(entry);
    if (entries.length > zipLimits.entries) return zipTexts.tooMany;
  }
  const paths = pathsOf(entries);
  return entries
    .map((entry, at) => ({ entry, path: paths[at] ?? entry.filename }))
    .filter(({ path }) => !path.endsWith('/') && purposeOf(path) !== 'hidden');
}

const isFile = (entry: Entry): entry is FileEntry => !entry.directory;

async function readFiles(files: readonly PackedFile[]): Promise<ReadZip> {
  const isAudio = ({ path }: PackedFile) => purposeOf(path) === 'audio';
  const cover = files.find(
    ({ path, entry }) => purposeOf(path) === 'cover' && entry.uncompressedSize <= zipLimits.pictureBytes,
  );
  const fitting = files.filter((file) => isAudio(file) && file.entry.uncompressedSize <= zipLimits.fileBytes);
  const tooLarge = files.filter((file) => isAudio(file) && file.entry.uncompressedSize > zipLimits.fileBytes);
  if (fitting.length + tooLarge.length === 0) return refused(zipTexts.noAudio);
  const wanted = cover ? [...fitting, cover] : fitting;
  if (wanted.some(({ entry }) => entry.encrypted)) return refused(zipTexts.locked);
  if (wanted.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0) > zipLimits.totalBytes)
    return refused(zipTexts.tooLarge);
  const audio: FoundFile[] = [];
  for (const file of fitting) audio.push({ file: await extract(file, 'audio/mpeg'), folder: folderOf(file.path) });
  return {
    kind: 'read',
    audio,
    cover: cover ? await extract(cover, pictureType(cover.path)) : null,
    left: files.filter((file) => !isAudio(file) && file !== cover).map(({ path }) => path),
    tooLarge: tooLarge.map(({ path }) => path),
  };
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));

function pictureType(path: string): string {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return `image/${extension === 'jpg' ? 'jpeg' : extension}`;
}

/** @throws if the content is damaged, or larger than the ZIP declares */
async function extract({ entry, path }: PackedFile, type: string): Promise<File> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const sink = new WritableStream<Uint8Array>({
    write(part) {
      size += part.byteLength;
      if (size > entry.uncompressedSize) throw new Error('the entry is larger than declared');
      parts.push(part.slice());
    },
  });
  await entry.getData(sink, { checkSignature: true, checkOverlappingEntry: true });
  if (size !== entry.uncompressedSize) throw new Error('the entry is smaller than declared');
  return new File(parts, nameOf(path), { type });
}
