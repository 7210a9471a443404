import type { UploadDoor, UploadFiles, UploadRecord } from '../api.ts';
import { toStorageFailure } from '../core/storage-failure.ts';
import type { DeviceDatabase } from './database.ts';

/** A file, or its bytes where the browser stores no Blob: private windows of WebKit refuse one and take the same bytes. */
type StoredFile = Blob | { bytes: ArrayBuffer; type: string } | null;
export interface StoredFiles {
  id: string;
  audio: StoredFile;
  cover: StoredFile;
}

/** Uploads and their files on the disk. Every change is one transaction, so that two tabs cannot tear it. */
export type UploadStore = Pick<UploadDoor, 'add' | 'change' | 'putFiles' | 'files' | 'remove'> & {
  all(): Promise<UploadRecord[]>;
};

export function openUploadStore(database: DeviceDatabase): UploadStore {
  const { uploads, uploadFiles } = database;
  const inOne = <T>(work: () => Promise<T>): Promise<T> =>
    database.transaction('rw', uploads, uploadFiles, work).catch((error: unknown) => {
      throw toStorageFailure(error);
    });
  /** Stores as they come, and again as bytes where a Blob is refused. */
  const withFiles = async (files: Partial<UploadFiles>, store: (files: Partial<StoredFiles>) => Promise<void>) => {
    try {
      await store(files);
    } catch (error) {
      const failure = toStorageFailure(error);
      // A full disk has no room for the bytes either.
      if (failure.reason === 'full') throw failure;
      const packed: Partial<StoredFiles> = {};
      if (files.audio !== undefined) packed.audio = await pack(files.audio);
      if (files.cover !== undefined) packed.cover = await pack(files.cover);
      await store(packed);
    }
  };

  return {
    all: () => uploads.orderBy('startedAt').toArray(),
    add: (record, files) =>
      withFiles(files, (stored) =>
        inOne(async () => {
          await uploads.put(record);
          await uploadFiles.put({ audio: null, cover: null, ...stored, id: record.id });
        }),
      ),
    change: (id, decide) =>
      inOne(async () => {
        const stored = await uploads.get(id);
        if (!stored) return null;
        const next = decide(stored);
        if (next === 'keep') return stored;
        await uploads.put(next);
        return next;
      }),
    putFiles: (id, files) =>
      withFiles(files, (stored) =>
        inOne(async () => {
          const before = await uploadFiles.get(id);
          await uploadFiles.put({ audio: null, cover: null, ...before, ...stored, id });
        }),
      ),
    async files(id) {
      const stored = await uploadFiles.get(id);
      return stored ? { audio: unpack(stored.audio), cover: unpack(stored.cover) } : null;
    },
    remove: (id) =>
      inOne(async () => {
        await uploads.delete(id);
        await uploadFiles.delete(id);
      }),
  };
}

async function pack(file: Blob | null): Promise<StoredFile> {
  return file && { bytes: await file.arrayBuffer(), type: file.type };
}

function unpack(file: StoredFile): Blob | null {
  return file === null || file instanceof Blob ? file : new Blob([file.bytes], { type: file.type });
}

interface OldFile {
  blob: StoredFile;
  name: string;
  path: string;
  tusUrl: string | null;
  done: boolean;
}

/** An upload as the app's first version kept it: with its files inside, and without a stage. */
export interface OldUpload {
  id: string;
  trackId: string;
  form: UploadRecord['form'];
  audio: OldFile;
  cover: OldFile | null;
  startedAt: number;
  actionId: string | null;
}

/** Lifts the uploads of the first version to the present one, so that an update strands none (SY-21). */
export function liftUploads(old: readonly OldUpload[]): { records: UploadRecord[]; files: StoredFiles[] } {
  const file = ({ blob, done, ...rest }: OldFile) => {
    const bytes = blob instanceof Blob ? blob.size : (blob?.bytes.byteLength ?? 0);
    return { ...rest, type: blob?.type ?? '', bytes, isUp: done };
  };
  return {
    records: old.map(({ audio, cover, actionId, ...rest }) => ({
      ...rest,
      actionId: actionId ?? crypto.randomUUID(),
      audio: file(audio),
      cover: cover && file(cover),
      sentBytes: 0,
      stage: actionId === null ? { kind: 'sending', waitsFor: null } : { kind: 'creating' },
    })),
    files: old.map(({ id, audio, cover }) => ({ id, audio: audio.blob, cover: cover?.blob ?? null })),
  };
}
