import { mpegMessages } from '../../supabase/functions/_shared/media/mpeg-messages.ts';
import { PICTURE_SIDES } from '../../sync/media/picture-sizes.ts';
import { LONGEST_TRACK_MS } from '../../sync/model/rules.ts';
import { cropSquare, type Square } from '../platform/square-picture.ts';
import { readInWorker } from './read-audio.ts';
import type { Tags } from './read-tags.ts';
import { uploadTexts } from './upload-texts.ts';

const MAX_AUDIO_BYTES = 50 * 1024 * 1024;

/** A checked MP3, ready to send, with its tags. */
export interface CheckedAudio {
  name: string;
  blob: Blob;
  durationMs: number;
  /** It starts with a frame table (variable bitrate). */
  isVariableBitrate: boolean;
  tags: Tags | null;
}

/** Checks a picked MP3 by its bytes, as the server does (S-15). @returns the MP3, or why it is refused */
export async function checkAudio(file: File): Promise<CheckedAudio | string> {
  if (/wav|mp4|m4a/i.test(file.type) || /\.(wav|m4a)$/i.test(file.name)) return uploadTexts.mp3Only;
  if (file.size > MAX_AUDIO_BYTES) return uploadTexts.tooLarge;
  const { read, tags } = await readInWorker(file);
  if (read.kind === 'unreadable') return uploadTexts.fileInvalid.text;
  if (read.kind === 'refused') return mpegMessages[read.problem];
  if (read.blob.size > MAX_AUDIO_BYTES) return uploadTexts.tooLarge;
  if (read.durationMs > LONGEST_TRACK_MS) return uploadTexts.tooLong;
  const { blob, durationMs, isVariableBitrate } = read;
  return { name: file.name, blob, durationMs, isVariableBitrate, tags };
}

/** Crops a picture to the cover to send; null if the browser cannot decode it. */
export function cutCover(picture: Blob, area?: Square): Promise<Blob | null> {
  return cropSquare(picture, area, PICTURE_SIDES.large);
}
