import type { UploadRecord } from '../upload-types.ts';
import { uuid } from '../model/uuid.ts';

/** A file as stored. Private windows of WebKit refuse a Blob, but store its bytes. */
export type StoredFile = Blob | { bytes: ArrayBuffer; type: string } | null;
export interface StoredFiles {
  id: string;
  audio: StoredFile;
  cover: StoredFile;
}

interface OldFile {
  blob: StoredFile;
  name: string;
  path: string;
  tusUrl: string | null;
  done: boolean;
}

export interface OldUpload {
  id: string;
  trackId: string;
  form: UploadRecord['form'];
  audio: OldFile;
  cover: OldFile | null;
  startedAt: number;
  actionId: string | null;
}

/** Converts the uploads of the app's first version, which an update must not lose (SY-21). */
export function upgradeUploads(old: readonly OldUpload[]): { records: UploadRecord[]; files: StoredFiles[] } {
  const file = ({ blob, done, ...rest }: OldFile) => {
    const bytes = blob instanceof Blob ? blob.size : (blob?.bytes.byteLength ?? 0);
    return { ...rest, type: blob?.type ?? '', bytes, durationMs: null, isUp: done };
  };
  return {
    records: old.map(({ audio, cover, actionId, ...rest }) => ({
      ...rest,
      actionId: actionId ?? uuid(),
      audio: file(audio),
      cover: cover && file(cover),
      sentBytes: 0,
      stage: actionId === null ? { kind: 'sending', waitsFor: null } : { kind: 'creating' },
    })),
    files: old.map(({ id, audio, cover }) => ({ id, audio: audio.blob, cover: cover?.blob ?? null })),
  };
}
