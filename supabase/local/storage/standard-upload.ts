import { randomUUID } from 'node:crypto';
import { createWriteStream, type WriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { Caller } from '../auth/caller.ts';
import { HttpError } from '../http/http-error.ts';
import type { Exchange } from '../http/router.ts';
import { sendJson } from '../http/respond.ts';
import { acceptObject, checkUpload, tooLarge, type StorageDeps, type Upload } from './accept-object.ts';
import { maxAgeOf } from './bounded-values.ts';
import { readMultipart } from './multipart.ts';
import type { ObjectAddress } from './object-name.ts';
import { readUserMetadata } from './user-metadata.ts';

/** A refused upload of up to this many bytes is drained, so that the client can read the refusal. */
const MAX_DRAIN = 128 * 1024 * 1024;

export async function uploadInOneRequest(
  deps: StorageDeps,
  caller: Caller,
  address: ObjectAddress,
  { req, res }: Exchange,
  isUpsert: boolean,
): Promise<void> {
  const file = deps.blobs.incomingPath(randomUUID());
  try {
    const upload = await receive(deps, caller, address, { req, isUpsert }, file);
    const { id } = await acceptObject(deps, caller, upload, file);
    sendJson(res, 200, { Id: id, Key: `${address.bucket}/${address.name}` });
  } catch (error) {
    await rm(file, { force: true });
    await drain(req);
    throw error;
  }
}

async function receive(
  deps: StorageDeps,
  caller: Caller,
  address: ObjectAddress,
  { req, isUpsert }: { readonly req: IncomingMessage; readonly isUpsert: boolean },
  file: string,
): Promise<Upload> {
  const contentType = req.headers['content-type'] ?? 'application/octet-stream';
  const isForm = /^multipart\/form-data/i.test(contentType);
  const length = Number(req.headers['content-length'] ?? Number.NaN);
  let upload: Upload = {
    ...address,
    declaredMime: contentType,
    declaredBytes: !isForm && Number.isFinite(length) ? length : null,
    cacheControl: maxAgeOf(req.headers['cache-control']),
    upsert: isUpsert,
    userMetadata: readUserMetadata(Buffer.from(String(req.headers['x-metadata'] ?? ''), 'base64').toString()),
  };
  const target = createWriteStream(file, { mode: 0o600 });
  // Without an 'error' handler, an error between two writes would end the process.
  target.on('error', () => undefined);
  try {
    if (!isForm) {
      const limit = await checkUpload(deps, caller, upload);
      const write = limitedWriter(target, limit);
      for await (const chunk of chunksOf(req)) await write(toBuffer(chunk));
    } else {
      let write: ((chunk: Buffer) => Promise<void>) | null = null;
      await readMultipart(buffers(req), contentType, {
        field(name, value) {
          if (name === 'cacheControl') upload = { ...upload, cacheControl: maxAgeOf(value) };
          if (name === 'metadata') upload = { ...upload, userMetadata: readUserMetadata(value) };
        },
        async fileStart(type) {
          if (write) throw new HttpError(400, 'Bad request', 'Send one file at a time.');
          upload = { ...upload, declaredMime: type };
          write = limitedWriter(target, await checkUpload(deps, caller, upload));
        },
        fileData: async (chunk) => await write?.(chunk),
      });
      if (!write) throw new HttpError(400, 'Bad request', 'The form holds no file.');
    }
    if (!req.complete) throw new HttpError(400, 'Bad request', 'The upload was cut off.');
  } finally {
    target.end();
    if (!target.closed) await once(target, 'close').catch(() => undefined);
  }
  // Writing the last bytes may fail after `write` accepted them.
  if (target.errored) throw target.errored;
  return upload;
}

function limitedWriter(target: WriteStream, limit: number): (chunk: Buffer) => Promise<void> {
  let size = 0;
  return async (chunk) => {
    size += chunk.length;
    if (size > limit) throw tooLarge();
    if (target.errored) throw target.errored;
    if (!target.write(chunk)) await once(target, 'drain');
  };
}

/** After a refusal, the client can only read the response from an open connection. */
const chunksOf = (req: IncomingMessage): AsyncIterable<unknown> => req.iterator({ destroyOnReturn: false });

async function* buffers(req: IncomingMessage): AsyncGenerator<Buffer> {
  for await (const chunk of chunksOf(req)) yield toBuffer(chunk);
}

function toBuffer(chunk: unknown): Buffer {
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
}

async function drain(req: IncomingMessage): Promise<void> {
  const contentLength = Number(req.headers['content-length'] ?? MAX_DRAIN);
  if (req.complete || req.destroyed || contentLength > MAX_DRAIN) return;
  let remaining = MAX_DRAIN;
  await new Promise<void>((done) => {
    req.on('data', (chunk: Buffer) => {
      remaining -= chunk.length;
      if (remaining < 0) done();
    });
    req.once('end', done);
    req.once('close', done);
    req.resume();
  });
}
