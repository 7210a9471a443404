import type { UploadApi, UploadFiles, UploadRecord } from '../upload-types.ts';
import { toStorageFailure } from '../core/storage-failure.ts';
import type { DeviceDatabase } from './database.ts';
import type { StoredFile, StoredFiles } from './stored-uploads.ts';

/** Uploads and their files on the disk. Each change is one transaction, so that two tabs cannot interfere. */
export type UploadStore = Pick<UploadApi, 'add' | 'change' | 'putFiles' | 'files' | 'remove'> & {
  all(): Promise<UploadRecord[]>;
};

export function openUploadStore(database: DeviceDatabase): UploadStore {
  const { uploads, uploadFiles } = database;
  const transact = <T>(work: () => Promise<T>): Promise<T> =>
    database.transaction('rw', uploads, uploadFiles, work).catch((error: unknown) => {
      throw toStorageFailure(error);
    });
  /** Falls back to bytes if the browser refuses a Blob. */
  const withFiles = async (files: Partial<UploadFiles>, store: (files: Partial<StoredFiles>) => Promise<void>) => {
    try {
      await store(files);
    } catch (error) {
      const failure = toStorageFailure(error);
      // A full disk would refuse the bytes too.
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
        transact(async () => {
          await uploads.put(record);
          await uploadFiles.put({ audio: null, cover: null, ...stored, id: record.id });
        }),
      ),
    change: (id, decide) =>
      transact(async () => {
        const stored = await uploads.get(id);
        if (!stored) return null;
        const next = decide(stored);
        if (next === 'keep') return stored;
        await uploads.put(next);
        return next;
      }),
    putFiles: (id, files) =>
      withFiles(files, (stored) =>
        transact(async () => {
          const before = await uploadFiles.get(id);
          await uploadFiles.put({ audio: null, cover: null, ...before, ...stored, id });
        }),
      ),
    async files(id) {
      const stored = await uploadFiles.get(id);
      return stored ? { audio: unpack(stored.audio), cover: unpack(stored.cover) } : null;
    },
    remove: (id) =>
      transact(async () => {
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
