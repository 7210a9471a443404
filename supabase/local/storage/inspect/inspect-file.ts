import { readFile } from 'node:fs/promises';
import { parseImage, type ImageFacts } from '../../../functions/_shared/media/image.ts';
import { imageProblem, imageMessages } from '../../../functions/_shared/media/image-problem.ts';
import { checkMpeg } from '../../../functions/_shared/media/mpeg.ts';
import { mpegMessages } from '../../../functions/_shared/media/mpeg-messages.ts';

/** Facts of a file from its bytes, whatever its name and declared type say (S-15). */
export interface FileFacts {
  readonly kind: 'mpeg' | ImageFacts['kind'];
  readonly mime: 'audio/mpeg' | ImageFacts['mime'];
  readonly durationMs: number | null;
}

export interface FileToInspect {
  readonly path: string;
  /** Decides only the words of a refusal. */
  readonly declaredMime: string;
}

/** Returns the facts, or the reason for a refusal. Reads the whole file, since a bucket limits its size. */
export async function inspectFile({ path, declaredMime }: FileToInspect): Promise<FileFacts | string> {
  const bytes = await readFile(path);
  const image = parseImage(bytes);
  if (image) {
    const problem = await imageProblem(bytes, image);
    return problem === null ? { kind: image.kind, mime: image.mime, durationMs: null } : imageMessages[problem];
  }
  const mpeg = checkMpeg(bytes);
  if (typeof mpeg === 'string')
    return declaredMime.startsWith('image/') ? 'The file is no PNG, JPEG, WebP or GIF picture.' : mpegMessages[mpeg];
  return { kind: 'mpeg', mime: 'audio/mpeg', durationMs: mpeg.durationMs };
}
