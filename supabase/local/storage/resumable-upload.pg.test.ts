import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DetailedError, Upload as TusUpload } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mp3 } from '../../../sync/media/sample-files.ts';
import { startStack } from '../stack.ts';
import { openTestStack, type TestStack, type TestUser } from '../test-stack.ts';

let test: TestStack;
let owner: TestUser;
let other: TestUser;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'undercurrent storage '));
  test = await openTestStack({ dataDir });
  owner = await test.createUser();
  other = await test.createUser();
});
afterAll(async () => {
  await test.close();
  await rm(dataDir, { recursive: true, force: true });
});

const track = mp3({ frames: 200 });
const MB50 = 50 * 1024 * 1024;
const publicUrl = (name: string, bucket = 'tracks') =>
  owner.client.storage.from(bucket).getPublicUrl(name).data.publicUrl;

interface SendResult {
  readonly url: string;
  readonly outcome: 'done' | 'stopped' | { readonly status: number | undefined; readonly body: string | undefined };
}

function send(
  user: TestUser,
  name: string,
  bytes: Uint8Array,
  options: { url?: string; stopAfter?: number; origin?: string; chunkSize?: number } = {},
): Promise<SendResult> {
  return new Promise((done) => {
    const upload: TusUpload = new TusUpload(Buffer.from(bytes), {
      endpoint: `${options.origin ?? test.stack.url}/storage/v1/upload/resumable`,
      uploadUrl: options.url ?? null,
      chunkSize: options.chunkSize ?? 20_000,
      retryDelays: null,
      uploadDataDuringCreation: true,
      headers: { authorization: `Bearer ${user.token}` },
      metadata: { bucketName: 'tracks', objectName: name, contentType: 'audio/mpeg', cacheControl: '3600' },
      onSuccess: () => done({ url: upload.url ?? '', outcome: 'done' }),
      onError: (error) => {
        const response = error instanceof DetailedError ? error.originalResponse : null;
        done({ url: upload.url ?? '', outcome: { status: response?.getStatus(), body: response?.getBody() } });
      },
      onChunkComplete: (_size, sent) => {
        if (options.stopAfter === undefined || sent < options.stopAfter) return;
        void upload.abort();
        done({ url: upload.url ?? '', outcome: 'stopped' });
      },
    });
    upload.start();
  });
}

const head = (url: string, user: TestUser) =>
  fetch(url, { method: 'HEAD', headers: { authorization: `Bearer ${user.token}`, 'tus-resumable': '1.0.0' } });

describe('A resumable upload', () => {
  it('is public once complete, and a lost final response can be requested again', async () => {
    const name = `${owner.id}/tus.mp3`;
    const sent = await send(owner, name, track);
    expect(sent.outcome).toBe('done');
    expect(new Uint8Array(await (await fetch(publicUrl(name))).arrayBuffer())).toEqual(track);
    const repeated = await head(sent.url, owner);
    expect([repeated.status, repeated.headers.get('upload-offset')]).toEqual([200, String(track.length)]);
  });

  it('may be sent whole in the request that creates it', async () => {
    const name = `${owner.id}/whole.mp3`;
    const sent = await send(owner, name, track, { chunkSize: Number.POSITIVE_INFINITY });
    expect(sent.outcome).toBe('done');
    expect(new Uint8Array(await (await fetch(publicUrl(name))).arrayBuffer())).toEqual(track);
    const repeated = await head(sent.url, owner);
    expect([repeated.status, repeated.headers.get('upload-offset')]).toEqual([200, String(track.length)]);
    const refused = await send(owner, `${owner.id}/noise.mp3`, new Uint8Array(50_000).fill(7), {
      chunkSize: Number.POSITIVE_INFINITY,
    });
    expect(refused.outcome).toMatchObject({ status: 415 });
  });

  it('is reported as complete once it is finished, and as not found once it was terminated', async () => {
    const name = `${owner.id}/twice.mp3`;
    const { url } = await send(owner, name, track);
    const request = async (method: string, offset: number, target = url) => {
      const response = await fetch(target, {
        method,
        headers: {
          authorization: `Bearer ${owner.token}`,
          'tus-resumable': '1.0.0',
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        },
      });
      return [response.status, response.headers.get('upload-offset'), await response.text()];
    };
    const complete = 'The upload is complete';
    const all = String(track.length);
    expect(await request('PATCH', 0)).toEqual([409, all, complete]);
    expect(await request('PATCH', track.length)).toEqual([204, all, '']);
    expect(await request('DELETE', 0)).toEqual([409, all, complete]);
    expect((await fetch(publicUrl(name))).status).toBe(200);

    const half = await send(owner, `${owner.id}/ended.mp3`, track, { stopAfter: 20_000 });
    expect(await request('PATCH', 0, half.url)).toEqual([409, null, 'Upload-Offset conflict']);
    expect((await request('DELETE', 0, half.url))[0]).toBe(204);
    expect(await request('PATCH', 20_000, half.url)).toEqual([404, null, 'Upload not found']);
    expect((await send(owner, name, track)).outcome).toEqual({
      status: 409,
      body: 'The resource already exists',
    });
  });

  it('is not reported as unknown while its bytes are checked', async () => {
    const { url } = await send(owner, `${owner.id}/judged.mp3`, track, { stopAfter: 20_000 });
    const offset = (await head(url, owner)).headers.get('upload-offset') ?? '';
    const responses = await test.sql.begin(async (tx) => {
      // This lock keeps the row from being written.
      await tx`lock table storage.objects in exclusive mode`;
      const last = fetch(url, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${owner.token}`,
          'tus-resumable': '1.0.0',
          'upload-offset': offset,
          'content-type': 'application/offset+octet-stream',
        },
        body: track.slice(Number(offset)),
      });
      await expect
        .poll(async () => (await test.sql`select from pg_locks where not granted`).length, { timeout: 10_000 })
        .toBe(1);
      return { last, concurrent: head(url, owner) };
    });
    expect([(await responses.last).status, (await responses.concurrent).status]).toEqual([204, 200]);
  });

  it('cannot be continued, seen, ended or read by anybody else', async () => {
    const { url } = await send(owner, `${owner.id}/half.mp3`, track, { stopAfter: 40_000 });
    const as = (user: TestUser, method: string) =>
      fetch(url, {
        method,
        headers: {
          authorization: `Bearer ${user.token}`,
          'tus-resumable': '1.0.0',
          'upload-offset': '40000',
          'content-type': 'application/offset+octet-stream',
        },
        ...(method === 'PATCH' ? { body: 'x' } : {}),
      });
    expect((await head(url, other)).status).toBe(404);
    expect((await as(other, 'PATCH')).status).toBe(404);
    expect((await as(other, 'DELETE')).status).toBe(404);
    expect((await as(owner, 'GET')).status).toBe(405);
    expect((await fetch(publicUrl(`${owner.id}/half.mp3`))).status).toBe(400);
    expect((await as(owner, 'DELETE')).status).toBe(204);
    expect((await head(url, owner)).status).toBe(404);
  });

  it("is refused at its creation when the folder is another person's or the size is too large", async () => {
    const foreign = await send(other, `${owner.id}/x.mp3`, track);
    expect(foreign.outcome).toEqual({
      status: 403,
      body: 'new row violates row-level security policy',
    });
    const big = await send(owner, `${owner.id}/x.mp3`, Buffer.alloc(MB50 + 1));
    expect(big.outcome).toMatchObject({ status: 413 });
  });

  it('is refused to a person with too many unfinished uploads, and not to other people', async () => {
    const begin = (user: TestUser, n: number) => {
      const place = { bucketName: 'tracks', objectName: `${user.id}/unfinished-${n}.mp3`, contentType: 'audio/mpeg' };
      const fields = Object.entries(place).map(([name, value]) => `${name} ${btoa(value)}`);
      const headers = { 'tus-resumable': '1.0.0', 'upload-length': '1000', 'upload-metadata': fields.join(',') };
      return fetch(`${test.stack.url}/storage/v1/upload/resumable`, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${user.token}` },
      });
    };
    const end = async (begun: Response, user = owner) => {
      const headers = { authorization: `Bearer ${user.token}`, 'tus-resumable': '1.0.0' };
      const url = new URL(begun.headers.get('location') ?? '', begun.url);
      expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(204);
    };
    const begun: Response[] = [];
    for (let n = 0; n < 20; n += 1) begun.push(await begin(owner, n));
    expect(begun.map(({ status }) => status)).toEqual(begun.map(() => 201));
    const refused = await begin(owner, 20);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    const ofOther = await begin(other, 0);
    expect(ofOther.status).toBe(201);
    await end(ofOther, other);
    await end(begun.pop() ?? refused);
    const retried = await begin(owner, 21);
    expect(retried.status).toBe(201);
    for (const upload of [...begun, retried]) await end(upload);
  });

  it('is refused after its last byte when the bytes are not MPEG audio, and leaves nothing behind', async () => {
    const sent = await send(owner, `${owner.id}/noise.mp3`, new Uint8Array(50_000).fill(7));
    expect(sent.outcome).toMatchObject({ status: 415 });
    expect((await fetch(publicUrl(`${owner.id}/noise.mp3`))).status).toBe(400);
    expect(await readdir(join(dataDir, 'storage', 'partial'))).toEqual([]);
  });

  it('continues after the server was restarted', async () => {
    const name = `${owner.id}/restart.mp3`;
    const { url, outcome } = await send(owner, name, track, { stopAfter: 40_000 });
    expect(outcome).toBe('stopped');
    await test.stack.stop();
    const next = await startStack({ dataDir, port: 0, passcode: 'underground', empty: true, durable: false });
    try {
      const movedUrl = url.replace(test.stack.url, next.url);
      const offset = (await head(movedUrl, owner)).headers.get('upload-offset');
      expect(Number(offset)).toBeGreaterThanOrEqual(40_000);
      const resumed = await send(owner, name, track, { url: movedUrl, origin: next.url });
      expect(resumed.outcome).toBe('done');
      const file = await fetch(`${next.url}/storage/v1/object/public/tracks/${name}`);
      expect(new Uint8Array(await file.arrayBuffer())).toEqual(track);
    } finally {
      await next.stop();
    }
  });
});
