import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import {
  completeAsHosted,
  deleteAsHosted,
  moveAsHosted,
  storeAsHosted,
  tryPoliciesAsHosted,
} from './hosted-storage.ts';
import { createTrack, putFile } from './scene.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const tooMany = {
  code: '42501',
  message: 'Too many of your files were sent and not used. They are removed within a day; try again then.',
};
const newFile = (user: string, bucket = 'tracks') => ({
  bucket: 'incoming',
  name: `${user}/${bucket}/${randomUUID()}.${bucket === 'tracks' ? 'mp3' : 'png'}`,
});
const filesOf = async (user: string) => [
  ...(await db.sql<{ bucket_id: string; files: number }[]>`
    select bucket_id, count(*)::int as files from storage.objects where owner_id = ${user} group by 1 order by 1`),
];

it('Storage accepts three unused audio files beyond the free slots, and another after a deletion; pictures count separately', async () => {
  const user = await db.createUser();
  const files = Array.from({ length: 6 }, () => newFile(user));
  for (const file of files) await storeAsHosted(db, user, file);
  expect(await refusal(storeAsHosted(db, user, newFile(user)))).toEqual(tooMany);
  await deleteAsHosted(db, files[0] ?? newFile(user));
  await storeAsHosted(db, user, newFile(user));
  expect(await refusal(storeAsHosted(db, user, newFile(user)))).toEqual(tooMany);
  await storeAsHosted(db, user, newFile(user, 'avatars'));
});

it('Storage keeps six of 40 simultaneous uploads, although all have passed the policies', async () => {
  const user = await db.createUser();
  const files = Array.from({ length: 40 }, () => newFile(user));
  await Promise.all(files.map((file) => tryPoliciesAsHosted(db, user, file)));
  const done = await Promise.allSettled(files.map((file) => completeAsHosted(db, user, file)));
  const refused = done.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  expect(refused.map(({ code, message }) => ({ code, message }))).toEqual(Array.from({ length: 34 }, () => tooMany));
  expect(await filesOf(user)).toEqual([{ bucket_id: 'incoming', files: 6 }]);
});

it('Storage keeps each limit while policies, uploads, replacements and deletions run at once, without a deadlock', async () => {
  const user = await db.createUser();
  const faces = Array.from({ length: 3 }, () => ({ ...newFile(user, 'avatars'), upsert: true, mime: 'image/png' }));
  const work = Array.from({ length: 60 }, async (_, n) => {
    const face = faces[n % 3] ?? newFile(user, 'avatars');
    if (n % 4 === 3) await deleteAsHosted(db, face);
    else if (n % 4 === 2) await tryPoliciesAsHosted(db, user, face);
    else if (n % 4 === 1) await storeAsHosted(db, user, newFile(user, 'covers'));
    else await storeAsHosted(db, user, face);
  });
  const failed = (await Promise.allSettled(work)).flatMap((result) =>
    result.status === 'rejected' ? [{ code: result.reason.code, message: result.reason.message }] : [],
  );
  // Of 15 covers, nine are kept: one for each of the three free slots, and six more.
  expect(failed).toEqual(Array.from({ length: 6 }, () => tooMany));
});

it('Storage accepts six unused pictures, and another after one is used or deleted', async () => {
  const user = await db.createUser();
  const files = Array.from({ length: 6 }, () => newFile(user, 'avatars'));
  for (const file of files) await storeAsHosted(db, user, file);
  expect(await refusal(storeAsHosted(db, user, newFile(user, 'avatars')))).toEqual(tooMany);
  const [used, unused] = files;
  await db.sql`update storage.objects set bucket_id = 'avatars', name = ${`${user}/face.png`} where name = ${used?.name ?? ''}`;
  await db.sql`update public.user_profiles set avatar_url = ${`${user}/face.png`} where id = ${user}`;
  await storeAsHosted(db, user, newFile(user, 'avatars'));
  expect(await refusal(storeAsHosted(db, user, newFile(user, 'avatars')))).toEqual(tooMany);
  await deleteAsHosted(db, unused ?? newFile(user));
  await storeAsHosted(db, user, newFile(user, 'avatars'));
});

it('a person cannot gain room by moving files between buckets', async () => {
  const user = await db.createUser();
  for (let stored = 0; stored < 9; stored++) await storeAsHosted(db, user, newFile(user, 'covers'));
  expect(await refusal(storeAsHosted(db, user, newFile(user, 'covers')))).toEqual(tooMany);
  const face = await putFile(db, user, { bucket: 'avatars', kind: 'png', name: `${user}/face.png` });
  const moved = db.asUser(user).run((tx) => tx`update storage.objects set bucket_id = 'covers' where name = ${face}`);
  expect(await refusal(moved)).toEqual(tooMany);
});

it("Storage refuses to replace a track's file, and an upload of a file that is public already", async () => {
  const user = await db.createUser();
  const id = await createTrack(db, user);
  const trackFile = await putFile(db, user, { name: `${user}/${id}.mp3` });
  const replaced = db
    .asUser(user)
    .run((tx) => tx`update storage.objects set version = 'new' where name = ${trackFile} returning name`);
  expect([...(await replaced)]).toEqual([]);
  const again = { bucket: 'incoming', name: `${user}/tracks/${id}.mp3` };
  expect((await refusal(storeAsHosted(db, user, again))).code).toBe('23505');
  expect((await refusal(completeAsHosted(db, user, { ...again, bucket: 'tracks', name: trackFile }))).code).toBe(
    '42501',
  );
});

it('a file of a deleted account is not stored', async () => {
  const user = await db.createUser();
  const file = newFile(user);
  await tryPoliciesAsHosted(db, user, file);
  await db.sql`delete from auth.users where id = ${user}`;
  expect((await refusal(completeAsHosted(db, user, file))).code).toBe('42501');
});

it('the incoming files of a deleted account, and those older than a day, are removed', async () => {
  const [gone, slow] = [await db.createUser(), await db.createUser()];
  const [goneFile, slowFile] = [newFile(gone), newFile(slow)];
  await storeAsHosted(db, gone, goneFile);
  await storeAsHosted(db, slow, slowFile);
  await db.sql`delete from auth.users where id = ${gone}`;
  await db.sql`update storage.objects set created_at = now() - interval '25 hours', updated_at = now() - interval '25 hours'
               where name = ${slowFile.name}`;
  await db.asService().rpc('queue_orphan_files');
  const queued = await db.sql`select bucket_id as bucket, name from private.file_removals
                              where name in (${goneFile.name}, ${slowFile.name}) order by name`;
  expect([...queued]).toEqual([goneFile, slowFile].sort((a, b) => (a.name < b.name ? -1 : 1)));
});

it('a file becomes public only with checked bytes that suit the bucket and the declared type', async () => {
  const user = await db.createUser();
  const check = async (file: { bucket: string; name: string }, kind: string, bytes = 2_880_000) =>
    await db.asService().rpc('record_file_facts', {
      p_bucket: file.bucket,
      p_name: file.name,
      p_kind: kind,
      p_mime: null,
      p_bytes: bytes,
      p_duration_ms: 1000,
    });
  const publish = (file: { name: string }, bucket = 'tracks') =>
    moveAsHosted(db, { bucket: 'incoming', ...file }, { bucket, name: `${user}/${randomUUID()}.mp3` });
  const refused = { code: '42501', message: 'A file becomes public only after the server has checked it.' };

  const direct = { bucket: 'tracks', name: `${user}/direct.mp3` };
  expect(await refusal(tryPoliciesAsHosted(db, user, direct))).toEqual(refused);
  expect(await refusal(completeAsHosted(db, user, direct))).toEqual(refused);
  await check(direct, 'mpeg');
  expect(await refusal(completeAsHosted(db, user, direct))).toEqual(refused);

  const file = newFile(user);
  await storeAsHosted(db, user, file);
  expect(await refusal(publish(file))).toEqual(refused);
  await check(file, 'unknown');
  expect(await refusal(publish(file))).toEqual(refused);
  await check(file, 'png');
  expect(await refusal(publish(file))).toEqual(refused);
  expect(await refusal(publish(file, 'covers')), 'declared as audio').toEqual(refused);
  await check(file, 'mpeg');
  await storeAsHosted(db, user, { ...file, upsert: true });
  expect(await refusal(publish(file)), 'replaced after the check').toEqual(refused);
  await check(file, 'mpeg');
  await deleteAsHosted(db, file);
  await storeAsHosted(db, user, file);
  expect(await refusal(publish(file)), 'another file under the name').toEqual(refused);
  await check(file, 'mpeg', 1000);
  expect(await refusal(publish(file)), 'other bytes than the checked ones').toEqual(refused);
  await check(file, 'mpeg');
  await publish(file);
  expect(await filesOf(user)).toEqual([{ bucket_id: 'tracks', files: 1 }]);
  const facts = await db.sql`select f.kind from private.file_facts f join storage.objects o
    on o.bucket_id = f.bucket_id and o.name = f.name and f.checked_at >= o.updated_at where o.owner_id = ${user}`;
  expect([...facts]).toEqual([{ kind: 'mpeg' }]);
});

it('a checked picture may be moved by one request at a time, and not at all if it is larger than its bucket allows', async () => {
  const user = await db.createUser();
  const face = { bucket: 'incoming', name: `${user}/avatars/face.png`, mime: 'image/png' };
  const service = db.asService();
  const begin = () => service.rpc('begin_file_check', { p_bucket: 'avatars', p_name: `${user}/face.png` });
  const finish = async (bytes: number) =>
    await service.rpc('finish_file_check', {
      p_bucket: face.bucket,
      p_name: face.name,
      p_seen: Object(await begin()).seen,
      p_kind: 'png',
      p_mime: 'image/png',
      p_bytes: bytes,
      p_duration_ms: null,
    });
  await storeAsHosted(db, user, face);
  expect(await finish(6_000_000)).toBe(true);
  expect(await begin()).toMatchObject({ state: 'judged', suits: false });
  await storeAsHosted(db, user, { ...face, upsert: true });
  expect(await finish(2_880_000)).toBe(true);
  expect(await begin()).toMatchObject({ state: 'judged', suits: true });
  expect(await begin()).toEqual({ state: 'busy' });
  await moveAsHosted(db, face, { bucket: 'avatars', name: `${user}/face.png` });
  expect(await begin()).toMatchObject({ state: 'checked', kind: 'png' });
  await storeAsHosted(db, user, face);
  expect(await begin()).toMatchObject({ state: 'begun' });
});
