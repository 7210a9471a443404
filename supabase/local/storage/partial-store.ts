import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';

type Upload = Parameters<FileStore['create']>[0];

/**
 * Stores the bytes of unfinished uploads. Unlike the library's store, it throws the disk's error, and removes the files
 * of a failed creation.
 */
export class PartialStore extends FileStore {
  override async create(upload: Upload): Promise<Upload> {
    try {
      return await super.create(upload);
    } catch (error) {
      for (const name of [upload.id, `${upload.id}.json`]) await rm(join(this.directory, name), { force: true });
      throw error;
    }
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const target = createWriteStream(join(this.directory, id), { flags: 'r+', start: offset });
    await pipeline(bytes, target);
    return offset + target.bytesWritten;
  }
}
