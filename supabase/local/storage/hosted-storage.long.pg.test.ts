import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { Upload as TusUpload } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mp3, png } from '../../../sync/media/sample-files.ts';
import { openTestStack, type TestStack, type TestUser } from '../test-stack.ts';

let test: TestStack;
let owner: TestUser;
let other: TestUser;
beforeAll(async () => {
  test = await openTestStack();
  owner = await test.createUser();
  other = await test.createUser();
});
afterAll(() => test.close());

const track = mp3({ frames: 200 });
const audio = { contentType: 'audio/mpeg' };
const filesOf = ({ client }: { client: SupabaseClient }, bucket = 'tracks') => client.storage.from(bucket);
const put = async (name: string) => {
  const { error } = await filesOf(owner).upload(`${owner.id}/${name}`, track, audio);
  expect(error).toBeNull();
  return `${owner.id}/${name}`;
};
const bytesAt = async (url: string) => {
  const response = await fetch(url);
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : [response.status, await response.json()];
};
const refusal = (statusCode: string, error: string, message: string) => [400, { statusCode, error, message }];
const forbidden = { status: 400, statusCode: '403', message: 'new row violates row-level security policy' };
const missing = { status: 400, statusCode: '404', message: 'Object not found' };

describe('Custom metadata', () => {
  const metadata = { mood: 'late', beats: 128, tags: ['a', { b: null }] };

  it("is returned with the file's info, for each upload method", async () => {
    const bodies = { raw: track, form: new Blob([track], { type: 'audio/mpeg' }) };
    for (const [method, body] of Object.entries(bodies)) {
      const name = `${owner.id}/with-metadata-${method}.mp3`;
      expect((await filesOf(owner).upload(name, body, { ...audio, metadata })).error).toBeNull();
      expect((await filesOf(owner).info(name)).data?.metadata).toEqual(metadata);
    }
    const name = `${owner.id}/with-metadata-tus.mp3`;
    await new Promise<void>((done, fail) => {
      new TusUpload(Buffer.from(track), {
        endpoint: `${test.stack.url}/storage/v1/upload/resumable`,
        headers: { authorization: `Bearer ${owner.token}` },
        metadata: { bucketName: 'tracks', objectName: name, ...audio, metadata: JSON.stringify(metadata) },
        retryDelays: null,
        onSuccess: () => done(),
        onError: fail,
      }).start();
    });
    expect((await filesOf(owner).info(name)).data?.metadata).toEqual(metadata);
    for (const method of ['raw', 'form', 'tus'])
      await filesOf(owner).remove([`${owner.id}/with-metadata-${method}.mp3`]);
  });
});

it('advertises resumable uploads in every OPTIONS response, preflight or not', async () => {
  for (const headers of [{}, { origin: 'https://a.example', 'access-control-request-method': 'POST' }]) {
    const response = await fetch(`${test.stack.url}/storage/v1/upload/resumable`, { method: 'OPTIONS', headers });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect(Object.fromEntries([...response.headers].filter(([name]) => name.startsWith('tus-')))).toEqual({
      'tus-extension': 'creation,creation-with-upload,termination,expiration',
      'tus-max-size': String(50 * 1024 * 1024),
      'tus-resumable': '1.0.0',
      'tus-version': '1.0.0',
    });
  }
});

it('sends refusals with status 400 and the real status in the body, as hosted Storage does', async () => {
  const { url } = test.stack;
  const request = async (path: string, token = owner.token, method = 'GET') =>
    await bytesOrRefusal(
      await fetch(`${url}/storage/v1/${path}`, { method, headers: { authorization: `Bearer ${token}` } }),
    );
  const bytesOrRefusal = async (response: Response) => [response.status, await response.json()];
  const notFound = refusal('404', 'not_found', 'Object not found');
  expect(await request(`object/tracks/${owner.id}/none.mp3`)).toEqual(notFound);
  expect(await request(`object/public/tracks/${owner.id}/none.mp3`)).toEqual(notFound);
  expect(await request(`object/tracks/${owner.id}/none.mp3`, 'made up')).toEqual(
    refusal('403', 'Unauthorized', 'The token is missing, not valid or out of date.'),
  );
  expect(await request('object/tracks/a/../../b', owner.token)).toMatchObject([400, {}]);
  expect((await filesOf(owner).exists(`${owner.id}/none.mp3`)).data).toBe(false);
  const bucket = await filesOf(owner, 'nothing').upload('a/b.mp3', track, audio);
  expect(bucket.error).toMatchObject({ status: 400, statusCode: '404', message: 'Bucket not found' });
});

it('refuses values that Postgres cannot store as text or JSON, at each endpoint', async () => {
  const { url, keys } = test.stack;
  const send = async (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) => {
    const auth = { apikey: keys.publishableKey, authorization: `Bearer ${owner.token}` };
    return (await fetch(`${url}/storage/v1/${path}`, { method: 'POST', headers: { ...auth, ...headers }, body }))
      .status;
  };
  const encoded = (text: string) => Buffer.from(text).toString('base64');
  const picture = new Uint8Array(png({ width: 8, height: 8 }));
  for (const metadata of ['{"a":"\\u0000"}', '{"a":"\\ud800"}']) {
    const name = `${owner.id}/${randomUUID()}.png`;
    const raw = { 'content-type': 'image/png', 'x-metadata': encoded(metadata) };
    expect(await send(`object/covers/${name}`, picture, raw)).toBe(400);
    const fields = { bucketName: 'covers', objectName: name, contentType: 'image/png', metadata };
    const pairs = Object.entries(fields).map(([key, value]) => `${key} ${encoded(value)}`);
    const tus = { 'tus-resumable': '1.0.0', 'upload-length': '100', 'upload-metadata': pairs.join(',') };
    expect(await send('upload/resumable', '', tus)).toBe(400);
  }
  for (const options of [{ prefix: '\0' }, { search: '\0' }])
    expect(await send('object/list/covers', JSON.stringify(options))).toBe(400);
});

describe('A signed URL', () => {
  it('lets anybody read one object until the URL expires, and no other object', async () => {
    const name = await put('signed one.mp3');
    const created = await filesOf(owner).createSignedUrl(name, 60, { download: 'a name.mp3' });
    const signed = created.data?.signedUrl ?? '';
    expect(await bytesAt(signed)).toEqual(track);
    expect((await fetch(signed, { method: 'HEAD' })).headers.get('content-disposition')).toContain('a%20name.mp3');
    const invalidSignature = refusal('400', 'InvalidSignature', 'Invalid signature');
    expect(await bytesAt(signed.replace('one.mp3', 'two.mp3'))).toEqual(invalidSignature);
    const token = new URL(signed).searchParams.get('token') ?? '';
    for (const invalidToken of [`${token}x`, owner.token, '', token.replace(/^[^.]+/, 'e30')])
      expect(await bytesAt(signed.replace(token, invalidToken))).toEqual(invalidSignature);
    const asUpload = await test.createClient().storage.from('tracks').uploadToSignedUrl(name, token, track, audio);
    expect(asUpload.error).toMatchObject({ status: 400, message: 'Invalid signature' });
    const asSession = await fetch(`${test.stack.url}/auth/v1/user`, {
      headers: { apikey: test.stack.keys.publishableKey, authorization: `Bearer ${token}` },
    });
    expect(asSession.status).toBe(403);
    const shortLived = await filesOf(owner).createSignedUrl(name, 1);
    await expect
      .poll(() => bytesAt(shortLived.data?.signedUrl ?? ''))
      .toEqual(refusal('400', 'InvalidJWT', '"exp" claim timestamp check failed'));
    expect((await filesOf(other).createSignedUrl(name, 60)).error).toMatchObject(missing);
    expect((await filesOf(owner).createSignedUrl(name, 0)).error).toMatchObject({ status: 400 });
    await filesOf(owner).remove([name]);
    expect(await bytesAt(signed)).toEqual(refusal('404', 'not_found', 'Object not found'));
  });

  it('is created for several objects in one request, with an error for each unreadable object', async () => {
    const name = await put('many.mp3');
    const { data } = await filesOf(owner).createSignedUrls([name, `${owner.id}/none.mp3`], 60);
    expect(data).toMatchObject([
      { error: null, path: name },
      { error: 'Either the object does not exist or you do not have access to it', signedUrl: null },
    ]);
    expect(await bytesAt(data?.[0]?.signedUrl ?? '')).toEqual(track);
    await filesOf(owner).remove([name]);
  });

  it("lets anybody upload one file in the name of the URL's creator, within the creator's rights", async () => {
    const stranger = test.createClient().storage.from('tracks');
    const name = `${owner.id}/by a friend.mp3`;
    const { data } = await filesOf(owner).createSignedUploadUrl(name);
    const token = data?.token ?? '';
    expect((await stranger.uploadToSignedUrl(`${owner.id}/else.mp3`, token, track, audio)).error).toMatchObject({
      status: 400,
      message: 'Invalid signature',
    });
    const text = await stranger.uploadToSignedUrl(name, token, Buffer.from('no music'), audio);
    expect(text.error).toMatchObject({ statusCode: '415' });
    expect((await stranger.uploadToSignedUrl(name, token, track, { ...audio, metadata: { a: 1 } })).error).toBeNull();
    expect((await filesOf(owner).info(name)).data?.metadata).toEqual({ a: 1 });
    const [row] = await test.sql`select owner_id from storage.objects where name = ${name}`;
    expect(row).toEqual({ owner_id: owner.id });
    expect((await stranger.uploadToSignedUrl(name, token, track, audio)).error).toMatchObject({ statusCode: '409' });
    expect((await filesOf(other).createSignedUploadUrl(`${owner.id}/x.mp3`)).error).toMatchObject(forbidden);
    await filesOf(owner).remove([name]);
  });
});

describe('An object', () => {
  const factsOf = async (name: string) => [
    ...(await test.sql`select kind, bytes::int, duration_ms from private.file_facts where name = ${name}`),
  ];

  it("is copied with its bytes and their facts, but not into another person's folder", async () => {
    const name = await put('first.mp3');
    const copy = `${owner.id}/second.mp3`;
    expect((await filesOf(owner).copy(name, copy)).data?.path).toBe(`tracks/${copy}`);
    expect((await filesOf(owner).download(copy)).data?.size).toBe(track.length);
    expect(await factsOf(copy)).toEqual(await factsOf(name));
    expect((await filesOf(owner).copy(name, copy)).error).toMatchObject({ statusCode: '409' });
    expect((await filesOf(other).copy(name, `${other.id}/mine.mp3`)).error).toMatchObject(missing);
    expect((await filesOf(owner).copy(name, `${other.id}/yours.mp3`)).error).toMatchObject(forbidden);
    const asCover = await filesOf(owner).copy(name, `${owner.id}/song.png`, { destinationBucket: 'covers' });
    expect(asCover.error).toMatchObject({ statusCode: '415' });
    await filesOf(owner).remove([name, copy]);
    expect(await bytesAt(filesOf(owner).getPublicUrl(copy).data.publicUrl)).toMatchObject([400, {}]);
  });

  it('is moved with its bytes and their facts, but not while a track uses it', async () => {
    const name = await put('old.mp3');
    const facts = await factsOf(name);
    const moved = `${owner.id}/new.mp3`;
    expect((await filesOf(owner).move(name, moved)).data).toEqual({ message: 'Successfully moved' });
    expect(await bytesAt(filesOf(owner).getPublicUrl(moved).data.publicUrl)).toEqual(track);
    expect([await factsOf(moved), await factsOf(name)]).toEqual([facts, []]);
    expect((await filesOf(owner).move(name, moved)).error).toMatchObject(missing);
    expect((await filesOf(other).move(moved, `${other.id}/taken.mp3`)).error).toMatchObject(missing);
    expect((await filesOf(owner).move(moved, `${other.id}/given.mp3`)).error).toMatchObject(forbidden);
    await test.sql`insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed)
      values (gen_random_uuid(), ${owner.id}, 'Named', 'Nina', 'House', ${moved}, 5000, 1, true)`;
    expect((await filesOf(owner).move(moved, name)).error).toMatchObject(forbidden);
    expect(await bytesAt(filesOf(owner).getPublicUrl(moved).data.publicUrl)).toEqual(track);
  });

  it("is moved to another bucket by the secret key, within that bucket's limits", async () => {
    const name = `${owner.id}/face.png`;
    const picture = png({ width: 4, height: 4 });
    await filesOf(owner, 'avatars').upload(name, picture, { contentType: 'image/png' });
    const admin = { client: test.createAdmin() };
    const toTracks = await filesOf(admin, 'avatars').move(name, name, { destinationBucket: 'tracks' });
    expect(toTracks.error).toMatchObject({ statusCode: '415' });
    expect((await filesOf(admin, 'avatars').move(name, name, { destinationBucket: 'covers' })).error).toBeNull();
    expect(await bytesAt(filesOf(owner, 'covers').getPublicUrl(name).data.publicUrl)).toEqual(picture);
  });
});
