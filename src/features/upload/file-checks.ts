import { parseImage } from '../../../sync/media/image.ts';
import { mpegWords } from '../../../sync/media/mpeg-words.ts';
import { readInWorker } from './read-audio.ts';
import { uploadTexts } from './upload-texts.ts';

const MAX_AUDIO_BYTES = 50 * 1024 * 1024;
const MAX_COVER_BYTES = 5 * 1024 * 1024;

/** An MP3 as it is to be sent, or the words for a file that is refused. Judged by the bytes, as the server will (S-15). */
export async function takeAudio(file: File): Promise<{ blob: Blob; durationMs: number } | string> {
  if (/wav|mp4|m4a/i.test(file.type) || /\.(wav|m4a)$/i.test(file.name)) return uploadTexts.mp3Only;
  if (file.size > MAX_AUDIO_BYTES) return uploadTexts.tooLarge;
  const read = await readInWorker(file);
  if (read.kind === 'unreadable') return uploadTexts.fileInvalid.text;
  if (read.kind === 'refused') return read.problem === 'not mpeg' ? uploadTexts.mp3Only : mpegWords[read.problem];
  return read.blob.size > MAX_AUDIO_BYTES ? uploadTexts.tooLarge : read;
}

/** The words for a cover that is refused, or null. */
export async function coverProblem(file: File): Promise<string | null> {
  if (file.size > MAX_COVER_BYTES) return uploadTexts.coverTooLarge;
  const bytes = await file.arrayBuffer().catch(() => null);
  return bytes && parseImage(new Uint8Array(bytes)) ? null : uploadTexts.coverNotImage;
}
