import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { png } from '../../sync/media/sample-files.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestStack, type TestUser, openTestStack } from '../local/test-stack.ts';

const fixture = (name: string) => readFileSync(fileURLToPath(new URL(`../../tests/fixtures/${name}`, import.meta.url)));

describe('functions for stored files', () => {
  let test: TestStack;
  let user: TestUser;
  beforeAll(async () => {
    test = await openTestStack();
    user = await test.createUser();
  });
  afterAll(() => test.close());

  const upload = async (bucket: string, name: string, file: string, type: string) => {
    const { error } = await user.client.storage.from(bucket).upload(`${user.id}/${name}`, fixture(file), {
      contentType: type,
      upsert: true,
    });
    if (error) throw error;
    return `${user.id}/${name}`;
  };
  const isStored = async (bucket: string, name: string) =>
    (await fetch(`${test.stack.url}/storage/v1/object/public/${bucket}/${name}`, { method: 'HEAD' })).ok;
  const call = (name: string, body: unknown, headers: Record<string, string>) =>
    fetch(`${test.stack.url}/functions/v1/${name}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });

  it('remove-files is for the service key only', async () => {
    const asUser = await call(
      'remove-files',
      {},
      { authorization: `Bearer ${user.token}`, apikey: test.stack.keys.publishableKey },
    );
    expect(asUser.status).toBe(401);
    const asService = await call('remove-files', { sweep: true }, { apikey: test.stack.keys.serviceRoleKey });
    expect([asService.status, await asService.json()]).toEqual([200, { removed: 0 }]);
  });

  it('[S-15] check-upload judges the bytes as Storage does', async () => {
    const files = [
      ['tracks', await upload('tracks', 'a.mp3', 'outside-vbr-art.mp3', 'audio/mpeg')],
      ['covers', await upload('covers', 'a.png', 'cover.png', 'image/png')],
    ] as const;
    const facts = (name: string) =>
      test.sql`select kind, mime, bytes::int, duration_ms from private.file_facts where name = ${name}`;
    for (const [bucket, name] of files) {
      const [found] = await facts(name);
      await test.sql`delete from private.file_facts where name = ${name}`;
      const response = await call('check-upload', { bucket, name }, { authorization: `Bearer ${user.token}` });
      expect(await response.json()).toEqual({
        kind: found?.['kind'],
        bytes: found?.['bytes'],
        duration_ms: found?.['duration_ms'],
      });
      expect([...(await facts(name))]).toEqual([found]);
    }
  });

  it("[SY-11] check-upload is for the folder's owner and the service key, and reports a missing file", async () => {
    const other = await test.createUser();
    const name = await upload('covers', 'mine.png', 'cover.png', 'image/png');
    const status = async (body: unknown, headers: Record<string, string>) =>
      (await call('check-upload', body, headers)).status;
    const ownHeaders = { authorization: `Bearer ${user.token}` };
    expect(await status({ bucket: 'covers', name }, { authorization: `Bearer ${other.token}` })).toBe(403);
    expect(await status({ bucket: 'covers', name }, {})).toBe(403);
    expect(await status({ bucket: 'covers', name: `${user.id}/none.png` }, ownHeaders)).toBe(404);
    expect(await status({ bucket: 'secrets', name }, ownHeaders)).toBe(400);
    expect(await status({ bucket: 'covers', name: `${user.id}/../x` }, ownHeaders)).toBe(400);
    expect(await status({ bucket: 'covers', name: `${user.id}/\0` }, ownHeaders)).toBe(400);
    const hook = { type: 'INSERT', table: 'objects', record: { bucket_id: 'covers', name } };
    expect(await status(hook, { authorization: `Bearer ${test.stack.keys.serviceRoleKey}` })).toBe(200);
  });

  describe('an incoming file', () => {
    const ownHeaders = () => ({ authorization: `Bearer ${user.token}` });
    const send = async (bucket: string, name: string, mime: string, bytes: Buffer) => {
      const { error } = await user.client.storage
        .from('incoming')
        .upload(`${user.id}/${bucket}/${name}`, bytes, { contentType: mime });
      expect(error).toBeNull();
      return `${user.id}/${name}`;
    };
    /** Replaces a stored file's bytes and deletes its facts, as if Storage had not checked the file. */
    const replaceUnseen = async (bucket: string, name: string, bytes: Buffer) => {
      const incoming = `${user.id}/${bucket}/${name}`;
      writeFileSync((await test.stack.storage.findFile('incoming', incoming)) ?? '', bytes);
      await test.sql`update storage.objects set metadata = metadata || ${test.sql.json({ size: bytes.length })}
                     where bucket_id = 'incoming' and name = ${incoming}`;
      await test.sql`delete from private.file_facts where bucket_id = 'incoming' and name = ${incoming}`;
    };

    it('[S-15] is readable by its owner only, and public once it was checked', async () => {
      const name = await send('tracks', 'new.mp3', 'audio/mpeg', fixture('outside-vbr-art.mp3'));
      await replaceUnseen('tracks', 'new.mp3', fixture('outside-vbr-art.mp3'));
      const incoming = `${user.id}/tracks/new.mp3`;
      expect(await isStored('tracks', name)).toBe(false);
      expect(await isStored('incoming', incoming)).toBe(false);
      expect((await user.client.storage.from('incoming').download(incoming)).error).toBeNull();
      const other = await test.createUser();
      expect((await other.client.storage.from('incoming').download(incoming)).data).toBeNull();
      const [first, second] = [
        await call('check-upload', { bucket: 'tracks', name }, ownHeaders()),
        await call('check-upload', { bucket: 'tracks', name }, ownHeaders()),
      ];
      const facts = { kind: 'mpeg', bytes: fixture('outside-vbr-art.mp3').length, duration_ms: expect.any(Number) };
      expect([first.status, await first.json(), second.status, await second.json()]).toEqual([200, facts, 200, facts]);
      expect([await isStored('tracks', name), await isStored('incoming', incoming)]).toEqual([true, false]);
    });

    it.each([
      ['tracks', 'text.mp3', 'audio/mpeg', 'outside-vbr-art.mp3', Buffer.from('no music '.repeat(400))],
      ['covers', 'page.png', 'image/png', 'cover.png', Buffer.from('<html><script>alert(1)</script>'.repeat(100))],
      ['tracks', 'picture.mp3', 'audio/mpeg', 'outside-vbr-art.mp3', fixture('cover.png')],
    ])(
      '[S-15] in %s stays private if its bytes are not of the declared type (%s)',
      async (bucket, file, mime, sample, bytes) => {
        const name = await send(bucket, file, mime, fixture(sample));
        await replaceUnseen(bucket, file, bytes);
        const hook = { record: { bucket_id: 'incoming', name: `${user.id}/${bucket}/${file}` } };
        for (const [body, headers] of [
          [hook, { apikey: test.stack.keys.serviceRoleKey }],
          [{ bucket, name }, ownHeaders()],
        ] as const) {
          const response = await call('check-upload', body, headers);
          expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ kind: 'unknown' })]);
        }
        expect(await isStored(bucket, name)).toBe(false);
        await test.sql`delete from private.refused_files`;
        await user.client.storage.from('incoming').remove([`${user.id}/${bucket}/${file}`]);
      },
    );

    it('[S-15] replaces a profile picture of the same name', async () => {
      for (const bytes of [fixture('cover.png'), Buffer.from(png({ width: 8, height: 8 }))]) {
        const name = await send('avatars', 'face.png', 'image/png', bytes);
        expect((await call('check-upload', { bucket: 'avatars', name }, ownHeaders())).status).toBe(200);
        const { data } = await user.client.storage.from('avatars').download(name);
        expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(bytes);
      }
    });
  });

  describe('a check', () => {
    const ownHeaders = () => ({ authorization: `Bearer ${user.token}` });
    const check = async (body: unknown) => call('check-upload', body, ownHeaders());
    const begin = (name: string) =>
      test.sql`select public.begin_file_check('covers', ${name}) as begun`.then(([row]) => Object(row?.['begun']));
    const finish = (name: string, seen: unknown, kind: string | null) =>
      test.sql`select public.finish_file_check('covers', ${name}, ${String(seen)}, ${kind}, null, 9, null) as kept`.then(
        ([row]) => row?.['kept'],
      );
    const uploadUnchecked = async (name: string) => {
      const path = await upload('covers', name, 'cover.png', 'image/png');
      await test.sql`delete from private.file_facts where name = ${path}`;
      return path;
    };

    it('[S-15] does not read a checked file again, and allows one reader of a file at a time', async () => {
      const name = await uploadUnchecked('again.png');
      const begun = await begin(name);
      expect(begun).toEqual({ state: 'begun', at: { bucket: 'covers', name }, seen: expect.any(String) });
      const meanwhile = await check({ bucket: 'covers', name });
      expect([meanwhile.status, meanwhile.headers.get('retry-after')]).toEqual([503, '2']);
      expect(await finish(name, begun.seen, 'png')).toBe(true);
      const repeated = await check({ bucket: 'covers', name });
      expect([repeated.status, await repeated.json()]).toEqual([200, { kind: 'png', bytes: 9, duration_ms: null }]);
    });

    it('[S-15] begins again after a failed or lost reader', async () => {
      const name = await uploadUnchecked('lost.png');
      const begun = await begin(name);
      expect(await finish(name, begun.seen, null)).toBe(false);
      expect(await begin(name)).toMatchObject({ state: 'begun' });
      expect(await begin(name)).toEqual({ state: 'busy' });
      await test.sql`update private.file_checks set begun_at = now() - interval '3 minutes' where name = ${name}`;
      expect((await check({ bucket: 'covers', name })).status).toBe(200);
      expect([...(await test.sql`select 1 from private.file_checks`)]).toEqual([]);
    });

    it('is refused with a waiting time after too many refused files', async () => {
      const name = await uploadUnchecked('waits.png');
      await test.sql`update private.media_rules set value = 2 where rule = 'refused_files_per_hour'`;
      try {
        for (const refused of ['odd-one.png', 'odd-two.png']) {
          const path = await uploadUnchecked(refused);
          expect(await finish(path, (await begin(path)).seen, 'unknown')).toBe(true);
        }
        const response = await check({ bucket: 'covers', name });
        expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
          429,
          expect.stringMatching(/^3[56]\d\d$/),
          { code: 'too_many_refused', message: 'Too many of your files were refused. Try again in 60 minutes.' },
        ]);
        await test.sql`delete from private.refused_files`;
        expect((await check({ bucket: 'covers', name })).status).toBe(200);
      } finally {
        await test.sql`update private.media_rules set value = 30 where rule = 'refused_files_per_hour'`;
      }
    });

    it('[S-15] refuses a picture that unpacks to more than a device can hold', async () => {
      const name = await uploadUnchecked('huge.png');
      const file = (await test.stack.storage.findFile('covers', name)) ?? '';
      const bytes = readFileSync(file);
      bytes.writeUInt32BE(30_000, 16);
      bytes.writeUInt32BE(30_000, 20);
      writeFileSync(file, bytes);
      expect(await (await check({ bucket: 'covers', name })).json()).toMatchObject({ kind: 'unknown' });
    });

    it('[S-15] records nothing for bytes that were replaced while they were read', async () => {
      const name = await uploadUnchecked('swapped.png');
      const { seen } = await begin(name);
      await test.sql`update storage.objects set updated_at = now() where name = ${name}`;
      expect(await finish(name, seen, 'png')).toBe(false);
      expect([...(await test.sql`select 1 from private.file_facts where name = ${name}`)]).toEqual([]);
    });

    it('[S-15] reads at most four files of a person at once', async () => {
      const names = ['1', '2', '3', '4', '5'].map((number) => `${user.id}/many-${number}.png`);
      await test.sql`insert into storage.objects (bucket_id, name, owner_id)
                     select 'covers', name, ${user.id} from unnest(${names}::text[]) name`;
      const states = [];
      for (const name of names) states.push((await begin(name)).state);
      expect(states).toEqual(['begun', 'begun', 'begun', 'begun', 'busy']);
      await test.sql`delete from private.file_checks`;
    });
  });
});
