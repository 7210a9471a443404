import { readFile } from 'node:fs/promises';
import { parseImage, type ImageFacts } from '../../../functions/_shared/media/image.ts';
import { imageProblem, imageWords } from '../../../functions/_shared/media/image-problem.ts';
import { judgeMpeg } from '../../../functions/_shared/media/mpeg.ts';
import { mpegWords } from '../../../functions/_shared/media/mpeg-words.ts';

/** What a file is by its bytes, whatever its name and declared type say (S-15). */
export interface FileFacts {
  readonly kind: 'mpeg' | ImageFacts['kind'];
  readonly mime: 'audio/mpeg' | ImageFacts['mime'];
  /** Length in milliseconds; null for pictures. */
  readonly durationMs: number | null;
}

/** A file to judge. */
export interface FileToJudge {
  readonly path: string;
  /** Type that the sender says it is: it chooses the words of a refusal, and nothing else. */
  readonly declaredMime: string;
}

/** Judges a whole file; why it is not taken when it is no MPEG audio or picture that we take. Files are at most a bucket's limit. */
export async function judgeFile({ path, declaredMime }: FileToJudge): Promise<FileFacts | string> {
  const bytes = await readFile(path);
  const image = parseImage(bytes);
  if (image) {
    const problem = await imageProblem(bytes, image);
    return problem === null ? { kind: image.kind, mime: image.mime, durationMs: null } : imageWords[problem];
  }
  const mpeg = judgeMpeg(bytes);
  if (typeof mpeg === 'string')
    return declaredMime.startsWith('image/') ? 'The file is no PNG, JPEG, WebP or GIF picture.' : mpegWords[mpeg];
  return { kind: 'mpeg', mime: 'audio/mpeg', durationMs: mpeg.durationMs };
}
