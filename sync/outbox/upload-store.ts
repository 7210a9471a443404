import type { EntityTable } from 'dexie';
import type { UploadRecord } from '../api.ts';
import { toStorageFailure } from '../core/storage-failure.ts';

type UploadFile = UploadRecord['audio'];

/** A file as its bytes, for where the browser stores no Blob. */
type StoredFile = Omit<UploadFile, 'blob'> & { blob: Blob | { bytes: ArrayBuffer; type: string } };

export type StoredUpload = Omit<UploadRecord, 'audio' | 'cover'> & { audio: StoredFile; cover: StoredFile | null };

export interface UploadStore {
  /** The newest unfinished upload, or null. */
  current(): Promise<UploadRecord | null>;
  /** @throws StorageFailure */
  save(record: UploadRecord): Promise<void>;
  remove(id: string): Promise<void>;
}

/** Uploads with their files. Private windows of WebKit refuse a Blob in IndexedDB and take the same bytes. */
export function openUploadStore(uploads: EntityTable<StoredUpload, 'id'>): UploadStore {
  return {
    async current() {
      const stored = await uploads.orderBy('startedAt').last();
      return stored ? { ...stored, audio: unpack(stored.audio), cover: stored.cover && unpack(stored.cover) } : null;
    },
    async save(record) {
      try {
        await uploads.put(record);
      } catch (error) {
        const failure = toStorageFailure(error);
        // A full disk has no room for the bytes either.
        if (failure.reason === 'full') throw failure;
        const packed = {
          ...record,
          audio: await pack(record.audio),
          cover: record.cover && (await pack(record.cover)),
        };
        await uploads.put(packed).catch((again: unknown) => {
          throw toStorageFailure(again);
        });
      }
    },
    remove: (id) => uploads.delete(id),
  };
}

async function pack(file: UploadFile): Promise<StoredFile> {
  return { ...file, blob: { bytes: await file.blob.arrayBuffer(), type: file.blob.type } };
}

function unpack(file: StoredFile): UploadFile {
  const { blob } = file;
  return { ...file, blob: blob instanceof Blob ? blob : new Blob([blob.bytes], { type: blob.type }) };
}
