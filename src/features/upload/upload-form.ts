import * as z from 'zod/mini';
import type { SyncClient, UploadRecord } from '../../../sync/client.ts';

/** Text limits of the upload form (part 2 §5). */
export const TITLE_MAX = 100;
export const ARTIST_MAX = 50;
export const DESCRIPTION_MAX = 1000;

export type UploadForm = UploadRecord['form'];

export const emptyForm: UploadForm = {
  title: '',
  artistName: '',
  genre: '',
  description: '',
  rightsConfirmed: false,
  radioOptIn: false,
};

export type FormErrors = Partial<Record<'title' | 'artistName' | 'genre' | 'description' | 'audio' | 'cover', string>>;

/** The problems of the typed fields, by field. The files are checked by their bytes elsewhere. */
export function formErrors(form: UploadForm): FormErrors {
  const errors: FormErrors = {};
  if (form.title.trim() === '') errors.title = 'Title is required';
  else if (form.title.trim().length > TITLE_MAX) errors.title = `Title must be ${TITLE_MAX} characters or less`;
  if (form.artistName.trim() === '') errors.artistName = 'Artist name is required';
  else if (form.artistName.trim().length > ARTIST_MAX) errors.artistName = 'Artist name too long';
  if (form.genre === '') errors.genre = 'Choose a genre';
  if (form.description.length > DESCRIPTION_MAX)
    errors.description = `Description must be ${DESCRIPTION_MAX} characters or less`;
  return errors;
}

const DRAFT_KEY = 'upload-draft';
const draft = z.object({
  title: z.string(),
  artistName: z.string(),
  genre: z.string(),
  description: z.string(),
  rightsConfirmed: z.boolean(),
  radioOptIn: z.boolean(),
});

/** What was typed on this device and not yet uploaded, or null. */
export async function readDraft(sync: SyncClient): Promise<UploadForm | null> {
  const parsed = draft.safeParse(await sync.device.get(DRAFT_KEY).catch(() => null));
  return parsed.success ? parsed.data : null;
}

export async function saveDraft(sync: SyncClient, form: UploadForm | null): Promise<void> {
  await sync.device.put(DRAFT_KEY, form).catch(() => undefined);
}

/** A new record under the person's own folder, as the storage rules ask: {userId}/{timestamp}-{random}.{ext}. */
export function newRecord(userId: string, form: UploadForm, audio: File, cover: File | null): UploadRecord {
  const stamp = `${userId}/${Date.now()}-${crypto.randomUUID().slice(0, 8)}`;
  const extension = cover?.type.split('/')[1]?.replace('jpeg', 'jpg') ?? 'png';
  return {
    id: crypto.randomUUID(),
    trackId: crypto.randomUUID(),
    form: { ...form, title: form.title.trim(), artistName: form.artistName.trim() },
    // The type is what the bytes were found to be; what the picker says differs between systems.
    audio: {
      blob: audio.slice(0, audio.size, 'audio/mpeg'),
      name: audio.name,
      path: `${stamp}.mp3`,
      tusUrl: null,
      done: false,
    },
    cover: cover && { blob: cover, name: cover.name, path: `${stamp}.${extension}`, tusUrl: null, done: false },
    startedAt: Date.now(),
    actionId: null,
  };
}
