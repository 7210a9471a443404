import { readFile } from 'node:fs/promises';
import { parseImage, type ImageFacts } from '../../../../sync/media/image.ts';
import { parseMpeg } from '../../../../sync/media/mpeg.ts';

/** What a file is by its bytes, whatever its name and declared type say (S-15). */
export interface FileFacts {
  readonly kind: 'mpeg' | ImageFacts['kind'];
  readonly mime: 'audio/mpeg' | ImageFacts['mime'];
  /** Length in milliseconds; null for pictures. */
  readonly durationMs: number | null;
}

/** Judges a whole file; null when it is neither MPEG audio nor a picture that we know. Files are at most a bucket's limit. */
export async function inspectFile(file: string): Promise<FileFacts | null> {
  const bytes = await readFile(file);
  const image = parseImage(bytes);
  if (image) return { kind: image.kind, mime: image.mime, durationMs: null };
  const mpeg = parseMpeg(bytes);
  return mpeg ? { kind: 'mpeg', mime: 'audio/mpeg', durationMs: mpeg.durationMs } : null;
}
