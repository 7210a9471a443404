import { mpegMessages } from '../../supabase/functions/_shared/media/mpeg-messages.ts';
import { PICTURE_SIDES } from '../../sync/media/picture-sizes.ts';
import { LONGEST_TRACK_MS } from '../../sync/model/rules.ts';
import { cropSquare, type Square } from '../platform/square-picture.ts';
import { readInWorker } from './read-audio.ts';
import type { Tags } from './tags.ts';
import { uploadTexts } from './upload-texts.ts';

const MAX_AUDIO_BYTES = 50 * 1024 * 1024;

export interface CheckedAudio {
  name: string;
  blob: Blob;
  durationMs: number;
  isVariableBitrate: boolean;
  tags: Tags | null;
}

/** Checks the file's bytes, as the server does (S-15). @returns the MP3, or a refusal text */
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

export function cutCover(picture: Blob, area?: Square): Promise<Blob | null> {
  return cropSquare(picture, area, PICTURE_SIDES.large);
}
