import fs, { WriteStream } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { once } from 'node:events';
import { connect } from 'node:net';

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { jpeg, mp3, png } from '../../../sync/media/sample-files.ts';
import {
  readFileResult,
  uploadMethodNames,
  createUploadMethods,
  type SentFile,
} from '../../tests/hostile/upload-methods.ts';
import { pictureBombs } from '../../tests/hostile/picture-bombs.ts';
import { openTestStack, type TestStack, type TestUser } from '../test-stack.ts';

let test: TestStack;
let dataDir: string;
const lines: string[] = [];
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'undercurrent hostile '));
  test = await openTestStack({ dataDir, log: (line) => lines.push(line) });
});
afterAll(async () => {
  await test.close();
  await rm(dataDir, { recursive: true, force: true });
});

const urlOf = (path: string) => `${test.stack.url}/storage/v1/${path}`;
const bearer = ({ token }: TestUser) => ({ authorization: `Bearer ${token}` });
const upload = createUploadMethods(urlOf);

describe.each(uploadMethodNames)('Through the endpoint %s', (method) => {
  it.each(['covers', 'avatars'])('%s accepts no picture bomb (S-15)', async (bucket) => {
    const user = await test.createUser();
    const bombs = pictureBombs(2000);
    for (const { file, mime, bytes, message } of bombs) {
      const name = `${user.id}/${file}`;
      expect([file, ...(await upload[method]({ user, bucket, name, bytes, mime }))]).toEqual([file, 415, message]);
    }
    const name = `${user.id}/plain.jpg`;
    const plain = { user, bucket, name, bytes: jpeg({ width: 40, height: 30 }), mime: 'image/jpeg' };
    expect(await upload[method](plain)).toEqual([200, '']);
    const [bomb] = bombs;
    expect(await upload[method]({ ...plain, ...bomb, upsert: true })).toEqual([415, bomb?.message]);
    expect(Buffer.from(await (await fetch(urlOf(`object/public/${bucket}/${name}`))).arrayBuffer())).toEqual(
      Buffer.from(plain.bytes),
    );
  });

  it('only the max-age of an uploaded cache-control is returned, also after a copy or a move', async () => {
    const user = await test.createUser();
    const sent = { user, bucket: 'avatars', bytes: png({ width: 2, height: 2 }), mime: 'image/png' };
    const cacheOf = async (name: string) => {
      const [head, info] = await Promise.all([
        fetch(urlOf(`object/public/avatars/${name}`), { method: 'HEAD' }),
        fetch(urlOf(`object/info/public/avatars/${name}`)),
      ]);
      return [head.headers.get('cache-control'), (await info.json()).cache_control];
    };
    const long = await upload[method]({
      ...sent,
      name: `${user.id}/long.png`,
      cacheControl: `private, x="${'y'.repeat(4000)}"`,
    });
    expect(long).toEqual([200, '']);
    expect(await cacheOf(`${user.id}/long.png`)).toEqual(['public, max-age=3600', 'max-age=3600']);
    await upload[method]({ ...sent, name: `${user.id}/short.png`, cacheControl: 'max-age=999999999, no-transform' });
    const { storage } = user.client;
    await storage.from('avatars').copy(`${user.id}/short.png`, `${user.id}/copy.png`);
    await storage.from('avatars').move(`${user.id}/short.png`, `${user.id}/moved.png`);
    const bounded = ['public, max-age=31536000', 'max-age=31536000'];
    expect([await cacheOf(`${user.id}/copy.png`), await cacheOf(`${user.id}/moved.png`)]).toEqual([bounded, bounded]);
  });

  it('a person with too many refused files must wait, and the refusal states how long', async () => {
    const user = await test.createUser();
    await test.sql`update private.media_rules set value = 3 where rule = 'refused_files_per_hour'`;
    const bad = { user, bucket: 'tracks', bytes: new Uint8Array(5000).fill(65), mime: 'audio/mpeg' };
    const good = { ...bad, bytes: mp3({ frames: 100 }) };
    const send = (file: Omit<SentFile, 'name'>, name: string) =>
      upload[method]({ ...file, name: `${user.id}/${name}.mp3` });
    try {
      for (const name of ['one', 'two']) expect((await send(bad, name))[0]).toBe(415);
      expect(await send(good, 'good')).toEqual([200, '']);
      expect((await send(bad, 'three'))[0]).toBe(415);
      const wait = [429, 'Too many of your files were refused. Try again in 60 minutes.'];
      expect([await send(good, 'four'), await send(bad, 'five')]).toEqual([wait, wait]);
      const copied = await user.client.storage.from('tracks').copy(`${user.id}/good.mp3`, `${user.id}/copy.mp3`);
      expect(copied.error).toMatchObject({ statusCode: '429' });
      const other = await test.createUser();
      expect(await upload[method]({ ...good, user: other, name: `${other.id}/good.mp3` })).toEqual([200, '']);
      await test.sql`update private.refused_files set refused_at = refused_at - interval '1 hour' where user_id = ${user.id}`;
      expect(await send(good, 'six')).toEqual([200, '']);
    } finally {
      await test.sql`update private.media_rules set value = 30 where rule = 'refused_files_per_hour'`;
    }
  });
});

describe('A full disk', () => {
  const originals = {
    _write: WriteStream.prototype._write,
    _writev: WriteStream.prototype._writev,
    copyFile: fs.promises.copyFile,
  };
  const diskFullError = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const fillDisk = () => {
    WriteStream.prototype._write = (_chunk, _encoding, done) => done(diskFullError());
    WriteStream.prototype._writev = (_chunks, done) => done(diskFullError());
    fs.promises.copyFile = () => Promise.reject(diskFullError());
    syncBuiltinESMExports();
  };
  const freeDisk = () => {
    Object.assign(WriteStream.prototype, { _write: originals._write, _writev: originals._writev });
    fs.promises.copyFile = originals.copyFile;
    syncBuiltinESMExports();
  };
  afterEach(freeDisk);

  it.each(uploadMethodNames)(
    'is reported with 507 and a message by the endpoint %s, and leaves nothing behind',
    async (method) => {
      const user = await test.createUser();
      const sent = {
        user,
        bucket: 'tracks',
        name: `${user.id}/song.mp3`,
        bytes: mp3({ frames: 100 }),
        mime: 'audio/mpeg',
      };
      lines.length = 0;
      fillDisk();
      expect(await upload[method](sent)).toEqual([507, 'The server has no room for more files. Try again later.']);
      freeDisk();
      if (method === 'resumable')
        expect(lines).toEqual([
          expect.stringMatching(
            /^PATCH \/storage\/v1\/upload\/resumable\/\w+ answered 507 \(request [0-9a-f]{16}\): .*ENOSPC/,
          ),
        ]);
      expect(await readdir(join(dataDir, 'storage', 'incoming'))).toEqual([]);
      expect(await upload[method](sent)).toEqual([200, '']);
    },
  );

  it('makes a copy fail with 507 too', async () => {
    const user = await test.createUser();
    const { storage } = user.client;
    await storage
      .from('avatars')
      .upload(`${user.id}/a.png`, png({ width: 2, height: 2 }), { contentType: 'image/png' });
    fillDisk();
    const { error } = await storage.from('avatars').copy(`${user.id}/a.png`, `${user.id}/b.png`);
    expect(error).toMatchObject({ status: 507 });
  });

  it('lets a resumable upload continue from its offset once there is room', async () => {
    const user = await test.createUser();
    const bytes = mp3({ frames: 100 });
    const auth = { ...bearer(user), 'tus-resumable': '1.0.0' };
    const encode = (text: string) => Buffer.from(text).toString('base64');
    const metadata = `bucketName ${encode('tracks')},objectName ${encode(`${user.id}/on.mp3`)},contentType ${encode('audio/mpeg')}`;
    const created = await fetch(urlOf('upload/resumable'), {
      method: 'POST',
      headers: { ...auth, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
    });
    const url = new URL(created.headers.get('location') ?? '', urlOf('upload/resumable'));
    const patch = async (from: number, to: number) => {
      const headers = { ...auth, 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' };
      return (await fetch(url, { method: 'PATCH', headers, body: Buffer.from(bytes.subarray(from, to)) })).status;
    };
    expect(await patch(0, 5000)).toBe(204);
    fillDisk();
    expect(await patch(5000, bytes.length)).toBe(507);
    freeDisk();
    const head = await fetch(url, { method: 'HEAD', headers: auth });
    expect(head.headers.get('upload-offset')).toBe('5000');
    expect(await patch(5000, bytes.length)).toBe(204);
  });
});

it('reads a refused form to its end, because the client reads the response only after sending everything', async () => {
  const user = await test.createUser();
  const part = '--b\r\nContent-Disposition: form-data; name=""; filename="x.png"\r\nContent-Type: image/png\r\n\r\n';
  const firstHalf = `${part}1\r\n${part}`;
  const secondHalf = `${'2'.repeat(100_000)}\r\n--b--\r\n`;
  const head = [
    `POST /storage/v1/object/covers/${user.id}/two.png HTTP/1.1`,
    'host: a',
    'connection: close',
    `authorization: Bearer ${user.token}`,
    'content-type: multipart/form-data; boundary=b',
    `content-length: ${firstHalf.length + secondHalf.length}`,
  ].join('\r\n');
  let received = '';
  const socket = connect(test.stack.port, '127.0.0.1').setEncoding('utf8');
  socket.on('data', (text) => (received += String(text)));
  const closed = once(socket, 'close');
  socket.write(`${head}\r\n\r\n${firstHalf}`);
  // By now the server has refused the form.
  for (let round = 0; round < 20; round += 1) await (await fetch(`${test.stack.url}/healthz`)).text();
  expect(received).toBe('');
  socket.write(secondHalf);
  await closed;
  expect(received).toMatch(/^HTTP\/1\.1 400 /);
  expect(received).toContain('Send one file at a time.');
});

it('limits how much of a request a response echoes', async () => {
  const user = await test.createUser();
  const put = async (headers: Record<string, string>) => {
    const all = { ...bearer(user), 'content-type': 'image/png', ...headers };
    const body = Buffer.from(png({ width: 2, height: 2 }));
    return readFileResult(
      await fetch(urlOf(`object/avatars/${user.id}/echo.png`), { method: 'POST', headers: all, body }),
    );
  };
  const [status, message] = await put({ 'content-type': `text/${'x'.repeat(4000)}` });
  expect([status, message.length < 200]).toEqual([415, true]);
  expect(await put({ 'x-metadata': Buffer.from(JSON.stringify({ a: 'b'.repeat(4000) })).toString('base64') })).toEqual([
    400,
    'The metadata has more than 2000 characters.',
  ]);
  expect(await put({ 'x-metadata': Buffer.from('{"a":"b"}').toString('base64') })).toEqual([200, '']);
  const address = urlOf(`object/public/avatars/${user.id}/echo.png`);
  const download = await fetch(`${address}?download=${encodeURIComponent(`a\r\nx: ${'ü'.repeat(2000)}`)}`);
  expect(download.headers.get('content-disposition')).toMatch(
    /^attachment; filename\*=UTF-8''a%20x%3A%20(%C3%BC){190,200}$/,
  );
});
