import { parseImage } from '../../../sync/media/image.ts';
import { parseMpeg } from '../../../sync/media/mpeg.ts';
import { uploadTexts } from './upload-texts.ts';

export const MAX_AUDIO_BYTES = 50 * 1024 * 1024;
export const MAX_COVER_BYTES = 5 * 1024 * 1024;

/** The words for an audio file that is refused, or null. Judged by the bytes, as the server will (S-15). */
export async function audioProblem(file: File): Promise<string | null> {
  if (/wav/i.test(file.type) || /\.wav$/i.test(file.name)) return uploadTexts.mp3Only;
  if (file.size > MAX_AUDIO_BYTES) return uploadTexts.tooLarge;
  const bytes = await readBytes(file);
  if (!bytes || bytes.length === 0) return uploadTexts.fileInvalid.text;
  return parseMpeg(bytes) ? null : uploadTexts.mp3Only;
}

/** The words for a cover that is refused, or null. */
export async function coverProblem(file: File): Promise<string | null> {
  if (file.size > MAX_COVER_BYTES) return uploadTexts.coverTooLarge;
  const bytes = await readBytes(file);
  return bytes && parseImage(bytes) ? null : uploadTexts.coverNotImage;
}

/** Null when the file can no longer be read (moved, deleted, a cloud file that is not on the device). */
async function readBytes(file: Blob): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return null;
  }
}
