import type { Scope, UploadFile, UploadRecord, UploadRefusal, UploadStage } from '../../sync/client.ts';
import { pictureFiles } from '../../sync/media/picture-sizes.ts';
import { isVbr, vbrMark } from '../../sync/media/vbr-address.ts';
import { uuid } from '../../sync/model/uuid.ts';

export function totalBytes({ audio, cover }: UploadRecord): number {
  return (audio?.bytes ?? 0) + (cover?.bytes ?? 0);
}

export const bucketOf = { audio: 'tracks', cover: 'covers' } as const;

export function smallerFiles(largest: string) {
  return pictureFiles(largest).filter(({ address }) => address !== largest);
}

/** The other uploads on this device with the same cover. */
export function sharingCover({ uploads }: Pick<Scope, 'uploads'>, { id, cover }: UploadRecord): UploadRecord[] {
  return (uploads.records.get() ?? []).filter((other) => other.id !== id && cover && other.cover?.path === cover.path);
}

/** @param release the release that the track belongs to, and its place there */
export function newDraft(
  id: string,
  form: UploadRecord['form'],
  release: UploadRecord['release'] = null,
): UploadRecord {
  return { ...freshAttempt(), id, form, release, audio: null, cover: null, startedAt: Date.now() };
}

/** The draft of the next attempt. It has new ids and paths: the server keeps a refusal under the old id for ever (SY-9). */
export function backToDraft(userId: string, record: UploadRecord, refusal: UploadRefusal | null): UploadRecord {
  const renewed = (file: UploadFile | null) =>
    file && newFile(userId, { ...file, isVariableBitrate: isVbr(file.path) });
  return { ...record, ...freshAttempt(refusal), audio: renewed(record.audio), cover: renewed(record.cover) };
}

function freshAttempt(refusal: UploadRefusal | null = null) {
  const stage: UploadStage = { kind: 'draft', refusal };
  return { trackId: uuid(), actionId: uuid(), sentBytes: 0, stage };
}

type FoundFile = Pick<UploadFile, 'name' | 'type' | 'bytes' | 'durationMs'> & { isVariableBitrate?: boolean };

const extensions: Record<string, string> = { 'audio/mpeg': 'mp3', 'image/jpeg': 'jpg' };

/** A file to be sent, with a new path in the person's own folder, as storage policies require. `type`: as detected from the bytes. */
export function newFile(
  userId: string,
  { name, type, bytes, durationMs, isVariableBitrate = false }: FoundFile,
): UploadFile {
  const extension = extensions[type] ?? type.split('/')[1] ?? 'png';
  const mark = type.startsWith('image/') ? '_large' : vbrMark(isVariableBitrate);
  const path = `${userId}/${Date.now()}-${uuid().slice(0, 8)}${mark}.${extension}`;
  return { name, type, bytes, durationMs, path, tusUrl: null, isUp: false };
}
