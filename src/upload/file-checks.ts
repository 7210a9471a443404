import { mpegWords } from '../../supabase/functions/_shared/media/mpeg-words.ts';
import { PICTURE_SIDES } from '../../sync/media/picture-sizes.ts';
import { LONGEST_TRACK_MS } from '../../sync/model/rules.ts';
import { cropSquare, type Square } from '../platform/square-picture.ts';
import { readInWorker } from './read-audio.ts';
import type { Tags } from './read-tags.ts';
import { uploadTexts } from './upload-texts.ts';

const MAX_AUDIO_BYTES = 50 * 1024 * 1024;

/** An MP3 as it is to be sent, and what it says of itself. */
export interface TakenAudio {
  name: string;
  blob: Blob;
  durationMs: number;
  /** A table of its frames stands in front. */
  isVarying: boolean;
  tags: Tags | null;
}

/** Takes a picked MP3, or gives the words for one that is refused. Judged by the bytes, as the server will (S-15). */
export async function takeAudio(file: File): Promise<TakenAudio | string> {
  if (/wav|mp4|m4a/i.test(file.type) || /\.(wav|m4a)$/i.test(file.name)) return uploadTexts.mp3Only;
  if (file.size > MAX_AUDIO_BYTES) return uploadTexts.tooLarge;
  const { read, tags } = await readInWorker(file);
  if (read.kind === 'unreadable') return uploadTexts.fileInvalid.text;
  if (read.kind === 'refused') return mpegWords[read.problem];
  if (read.blob.size > MAX_AUDIO_BYTES) return uploadTexts.tooLarge;
  if (read.durationMs > LONGEST_TRACK_MS) return uploadTexts.tooLong;
  const { blob, durationMs, isVarying } = read;
  return { name: file.name, blob, durationMs, isVarying, tags };
}

/** A square of a picture as the cover that is sent; null when the browser cannot read it as a picture. */
export function cutCover(picture: Blob, area?: Square): Promise<Blob | null> {
  return cropSquare(picture, area, PICTURE_SIDES.large);
}
