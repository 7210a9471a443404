import type { UploadFile, UploadRecord, UploadStage } from '../../sync/client.ts';
import { isVbr, vbrMark } from '../../sync/media/vbr-address.ts';
import { uuid } from '../../sync/model/uuid.ts';

/** Of both files together. */
export function totalBytes({ audio, cover }: UploadRecord): number {
  return (audio?.bytes ?? 0) + (cover?.bytes ?? 0);
}

/** How far an upload is, from 0 to 1. @param sentBytes as this tab knows them, which is newer than the device's */
export function shareOf(record: UploadRecord, sentBytes = 0): number {
  const total = totalBytes(record);
  if (record.stage.kind === 'creating' || record.stage.kind === 'done') return 1;
  return total > 0 ? Math.min(1, Math.max(sentBytes, record.sentBytes) / total) : 0;
}

/** A new draft of this person. */
export function newDraft(id: string, form: UploadRecord['form']): UploadRecord {
  return { ...freshAttempt(), id, form, audio: null, cover: null, startedAt: Date.now() };
}

/**
 * Back in the form, with everything that was typed and chosen. Its next attempt is another upload to the server: a refusal
 * is stored there under the old id for ever (SY-9), and a file may still lie at the old path.
 */
export function backToDraft(
  userId: string,
  record: UploadRecord,
  refusal: { title: string; text: string } | null,
): UploadRecord {
  const again = (file: UploadFile | null) => file && newFile(userId, { ...file, isVarying: isVbr(file.path) });
  return { ...record, ...freshAttempt(refusal), audio: again(record.audio), cover: again(record.cover) };
}

function freshAttempt(refusal: { title: string; text: string } | null = null) {
  const stage: UploadStage = { kind: 'draft', refusal };
  return { trackId: uuid(), actionId: uuid(), sentBytes: 0, stage };
}

type FoundFile = Pick<UploadFile, 'name' | 'type' | 'bytes' | 'durationMs'> & { isVarying?: boolean };

const extensions: Record<string, string> = { 'audio/mpeg': 'mp3', 'image/jpeg': 'jpg' };

/**
 * A file under the person's own folder, as the storage rules ask: {userId}/{timestamp}-{random}.{ext}. A cover is named by
 * the largest of its sizes (see pictureFiles), an MP3 of a varying rate by what stands in front of it (see vbrMark).
 * @param file `type` as the bytes were found to be
 */
export function newFile(userId: string, { name, type, bytes, durationMs, isVarying = false }: FoundFile): UploadFile {
  const extension = extensions[type] ?? type.split('/')[1] ?? 'png';
  const mark = type.startsWith('image/') ? '_large' : vbrMark(isVarying);
  const path = `${userId}/${Date.now()}-${uuid().slice(0, 8)}${mark}.${extension}`;
  return { name, type, bytes, durationMs, path, tusUrl: null, isUp: false };
}
