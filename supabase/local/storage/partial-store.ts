import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import { Upload } from '@tus/server';

type Options = ConstructorParameters<typeof FileStore>[0] & {
  /** The length of a finished upload, whose bytes have left the store; null for any other. */
  readonly finishedBytes: (id: string) => Promise<number | null>;
};

/**
 * Stores the bytes of unfinished uploads. Unlike the library's store, it throws the disk's error, removes the files of a failed creation,
 * and still returns a finished upload, although its bytes are gone: the library reads an upload again after a request that both creates and
 * finishes it.
 */
export class PartialStore extends FileStore {
  readonly #finishedBytes: Options['finishedBytes'];

  constructor({ finishedBytes, ...options }: Options) {
    super(options);
    this.#finishedBytes = finishedBytes;
  }

  override async getUpload(id: string): Promise<Upload> {
    const bytes = await this.#finishedBytes(id);
    return bytes === null ? await super.getUpload(id) : new Upload({ id, size: bytes, offset: bytes });
  }

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
