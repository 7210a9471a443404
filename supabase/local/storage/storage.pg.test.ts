import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mp3, png } from '../../../sync/media/sample-files.ts';
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
const audio = { contentType: 'audio/mpeg' };
/** The real status, from the body. The response's own status is 400, as on a hosted project. */
const codeOf = (error: unknown) => {
  expect(error).toMatchObject({ status: 400 });
  return Reflect.get(Object(error), 'statusCode');
};
const MB50 = 50 * 1024 * 1024;
const publicUrl = (name: string, bucket = 'tracks') =>
  owner.client.storage.from(bucket).getPublicUrl(name).data.publicUrl;

describe('A file in one request', () => {
  it('is stored for its owner, public at once, and its facts are measured (S-15)', async () => {
    const name = `${owner.id}/one.mp3`;
    const { data, error } = await owner.client.storage
      .from('tracks')
      .upload(name, new Blob([track], { type: 'audio/mpeg' }));
    expect(error).toBeNull();
    expect(data?.fullPath).toBe(`tracks/${name}`);
    const response = await fetch(publicUrl(name));
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(track);
    expect(response.headers.get('content-type')).toBe('audio/mpeg');
    const facts =
      await test.sql`select kind, mime, bytes::int, duration_ms from private.file_facts where name = ${name}`;
    expect([...facts]).toEqual([
      { kind: 'mpeg', mime: 'audio/mpeg', bytes: track.length, duration_ms: Math.round((200 * 1152 * 1000) / 44_100) },
    ]);
  });

  it('is refused to other people, to guests, and under a name that is taken', async () => {
    const name = `${owner.id}/two.mp3`;
    const upload = async (user: Pick<TestUser, 'client'>, upsert = false) => {
      const { error } = await user.client.storage.from('tracks').upload(name, track, { ...audio, upsert });
      return error === null ? 'stored' : [codeOf(error), error.message];
    };
    const refused = ['403', 'new row violates row-level security policy'];
    expect(await upload(other)).toEqual(refused);
    expect(await upload({ client: test.createClient() })).toEqual(refused);
    expect(await upload(owner)).toBe('stored');
    expect(await upload(owner)).toEqual(['409', 'The resource already exists']);
    expect(await upload(other, true)).toEqual(refused);
    expect(await upload(owner, true)).toBe('stored');
  });

  it('is refused when its bytes are no acceptable file of its bucket, and leaves nothing behind (S-15)', async () => {
    const wav = new Uint8Array(40_000);
    wav.set(new TextEncoder().encode('RIFF....WAVEfmt '));
    const bad: [string, Uint8Array][] = [
      ['wav', wav],
      ['text', new TextEncoder().encode('hello '.repeat(1000))],
      ['m4a', new Uint8Array([0, 0, 0, 32, ...new TextEncoder().encode('ftypM4A '), ...track])],
      ['png', png({ width: 3, height: 2 })],
      ['cut', track.subarray(0, 900)],
      ['short', mp3({ frames: 20 })],
    ];
    const before = await readdir(join(dataDir, 'storage', 'objects'), { recursive: true });
    for (const [label, bytes] of bad) {
      const { error } = await owner.client.storage.from('tracks').upload(`${owner.id}/${label}.mp3`, bytes, audio);
      expect([label, codeOf(error)]).toEqual([label, '415']);
      if (label === 'short') expect(error?.message).toBe('Shorter than a second. Choose the whole track.');
    }
    const huge = png({ width: 30_000, height: 30_000 });
    const picture = await owner.client.storage
      .from('covers')
      .upload(`${owner.id}/huge.png`, huge, { contentType: 'image/png' });
    expect([codeOf(picture.error), picture.error?.message]).toEqual([
      '415',
      'The picture has more than 50 million pixels.',
    ]);
    const empty = await owner.client.storage.from('tracks').upload(`${owner.id}/empty.mp3`, new Uint8Array(0), audio);
    expect(codeOf(empty.error)).toBe('400');
    expect(await readdir(join(dataDir, 'storage', 'objects'), { recursive: true })).toEqual(before);
    expect(await readdir(join(dataDir, 'storage', 'incoming'))).toEqual([]);
  });

  it('is refused above the size limit of its bucket, whether or not its size is declared', async () => {
    const name = `${owner.id}/big.mp3`;
    const raw = await owner.client.storage.from('tracks').upload(name, Buffer.alloc(MB50 + 1), audio);
    const form = await owner.client.storage
      .from('tracks')
      .upload(name, new Blob([Buffer.alloc(MB50 + 1)], { type: 'audio/mpeg' }));
    expect([raw, form].map(({ error }) => codeOf(error))).toEqual(['413', '413']);
  });

  it('cannot be stored or read outside its bucket', async () => {
    const put = (path: string) =>
      fetch(`${test.stack.url}/storage/v1/object/tracks/${path}`, {
        method: 'POST',
        body: track,
        headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'audio/mpeg' },
      });
    expect((await put(`${owner.id}/..%2F..%2Fkeys.json`)).status).toBe(400);
    expect((await put(`${owner.id}%2F%00.mp3`)).status).toBe(400);
    expect((await fetch(`${test.stack.url}/storage/v1/object/public/tracks/..%2F..%2Fkeys.json`)).status).toBe(400);
  });
});

describe('A public object', () => {
  it('supports ranges as players need them', async () => {
    const url = publicUrl(`${owner.id}/one.mp3`);
    const size = track.length;
    const request = async (range: string) => {
      const response = await fetch(url, { headers: { range } });
      const bytes = new Uint8Array(await response.arrayBuffer());
      return [response.status, response.headers.get('content-range'), response.status === 206 ? bytes : null];
    };
    expect(await request('bytes=0-1')).toEqual([206, `bytes 0-1/${size}`, track.subarray(0, 2)]);
    expect(await request('bytes=100-')).toEqual([206, `bytes 100-${size - 1}/${size}`, track.subarray(100)]);
    expect(await request('bytes=-5')).toEqual([206, `bytes ${size - 5}-${size - 1}/${size}`, track.subarray(size - 5)]);
    expect(await request(`bytes=${size}-`)).toEqual([416, `bytes */${size}`, null]);
    expect(await request('bytes=5-1')).toEqual([200, null, null]);
  });

  it('is cached by its ETag, which changes when the object is replaced', async () => {
    const name = `${owner.id}/cover.png`;
    const put = (width: number) =>
      owner.client.storage
        .from('covers')
        .upload(name, png({ width, height: 2 }), { contentType: 'image/png', upsert: true });
    await put(1);
    const url = publicUrl(name, 'covers');
    const first = await fetch(url, { method: 'HEAD' });
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(first.headers.get('access-control-allow-origin')).toBe('*');
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
    await put(2);
    const second = await fetch(url, { headers: { 'if-none-match': etag } });
    expect(second.status).toBe(200);
    const stale = await fetch(url, { headers: { range: 'bytes=0-1', 'if-range': etag } });
    expect(stale.status).toBe(200);
  });

  it('is deleted by its owner only, and then no longer served', async () => {
    const name = `${owner.id}/gone.mp3`;
    await owner.client.storage.from('tracks').upload(name, track, audio);
    expect((await other.client.storage.from('tracks').remove([name])).data).toEqual([]);
    expect((await fetch(publicUrl(name))).status).toBe(200);
    const removed = await owner.client.storage.from('tracks').remove([name]);
    expect(removed.data?.map((row) => row.name)).toEqual([name]);
    expect((await fetch(publicUrl(name))).status).toBe(400);
    const [version] = await test.sql`select version from storage.objects where name = ${name}`;
    expect(version).toBeUndefined();
  });

  it('cannot be deleted while a track or a profile uses it', async () => {
    const artist = await test.createUser();
    const { storage } = artist.client;
    const [song, cover, face] = [`${artist.id}/song.mp3`, `${artist.id}/song.png`, `${artist.id}/face.png`];
    const picture = { contentType: 'image/png' };
    await storage.from('tracks').upload(song, track, audio);
    await storage.from('covers').upload(cover, png({ width: 2, height: 2 }), picture);
    await storage.from('avatars').upload(face, png({ width: 2, height: 2 }), picture);
    const create = (track_id: string) =>
      artist.client.rpc('sync_push', {
        p_actions: [
          {
            id: randomUUID(),
            kind: 'track.create',
            v: 1,
            occurred_at: new Date().toISOString(),
            payload: {
              track_id,
              title: 'Night Bus',
              artist_name: 'Nina',
              genre: 'House',
              audio_path: song,
              cover_path: cover,
              radio_opt_in: false,
              rights_confirmed: true,
            },
          },
        ],
      });
    const id = randomUUID();
    expect((await create(id)).data).toMatchObject({ results: [{ status: 'applied' }] });
    await artist.client.from('user_profiles').update({ avatar_url: face }).eq('id', artist.id);
    expect((await create(randomUUID())).data).toMatchObject({
      results: [{ status: 'rejected', result: { code: 'track_exists', message: 'This track was uploaded before.' } }],
    });
    for (const [bucket, name] of [
      ['tracks', song],
      ['covers', cover],
      ['avatars', face],
    ] as const) {
      expect(await storage.from(bucket).remove([name])).toMatchObject({ data: [], error: null });
      const response = await fetch(`${test.stack.url}/storage/v1/object/${bucket}/${name}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${artist.token}` },
      });
      expect([response.status, await response.json()]).toEqual([
        400,
        { statusCode: '403', error: 'Unauthorized', message: 'Access denied' },
      ]);
      expect((await fetch(publicUrl(name, bucket))).status).toBe(200);
    }
    expect([...(await test.sql`select id from public.tracks where user_id = ${artist.id}`)]).toEqual([{ id }]);
    await artist.client.from('tracks').delete().eq('id', id);
    await expect.poll(async () => (await fetch(publicUrl(song))).status).toBe(400);
    await expect.poll(async () => (await fetch(publicUrl(cover, 'covers'))).status).toBe(400);
  });

  it('cannot be deleted while its track is being created', async () => {
    const artist = await test.createUser();
    const name = `${artist.id}/racing.mp3`;
    await artist.client.storage.from('tracks').upload(name, track, audio);
    let removing: Promise<unknown> = Promise.resolve();
    await test.sql.begin(async (tx) => {
      await tx`select private.lock_user(${artist.id})`;
      await tx`insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed)
               values (gen_random_uuid(), ${artist.id}, 'Racing', 'Nina', 'House', ${name}, 1000, 1, true)`;
      removing = artist.client.storage.from('tracks').remove([name]);
      await expect.poll(async () => [...(await tx`select from pg_locks where not granted`)].length).toBe(1);
    });
    expect(await removing).toMatchObject({ data: [], error: null });
    expect((await fetch(publicUrl(name))).status).toBe(200);
  });

  it('is listed and described to its owner only', async () => {
    const list = await owner.client.storage.from('tracks').list(owner.id);
    expect(list.data?.map(({ name }) => name)).toEqual(['one.mp3', 'two.mp3']);
    expect((await other.client.storage.from('tracks').list(owner.id)).data).toEqual([]);
    const info = await owner.client.storage.from('tracks').info(`${owner.id}/one.mp3`);
    expect([info.data?.size, info.data?.contentType]).toEqual([track.length, 'audio/mpeg']);
    expect((await other.client.storage.from('tracks').exists(`${owner.id}/one.mp3`)).data).toBe(false);
  });
});

it('Storage that waits for a lock does not block other services', async () => {
  const { url, keys } = test.stack;
  const name = `${owner.id}/locked.mp3`;
  const waiting: Promise<Response>[] = [];
  const isDone: boolean[] = [];
  await test.sql.begin(async (tx) => {
    await tx`lock table storage.objects in access exclusive mode`;
    for (let n = 0; n < 20; n += 1) waiting.push(fetch(`${url}/storage/v1/object/public/tracks/${name}`));
    for (const request of waiting) void request.then(() => isDone.push(true));
    await expect
      .poll(async () => Number((await tx`select count(*) from pg_locks where not granted`)[0]?.['count']))
      .toBeGreaterThan(1);
    const others = ['/healthz', `/rest/v1/genres?apikey=${keys.publishableKey}`, '/radio/api/nowplaying'];
    for (const path of others) expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
    expect(isDone).toEqual([]);
  });
  const statuses = await Promise.all(waiting.map(async (request) => (await request).status));
  expect(statuses).toEqual(statuses.map(() => 400));
});
