import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { action, createTrack, push, putFile } from './scene.ts';
import { createPerson } from './social-scene.ts';

describe('the queue of files', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await openTestDatabase();
  });
  afterAll(() => db.close());

  const takeBatch = async () => Object(await db.asService().rpc('take_file_removals', { p_limit: 100 }));
  const cover = (owner: string, name: string) =>
    putFile(db, owner, { bucket: 'covers', kind: 'png', name: `${owner}/${name}.png` });
  const removeRows = (files: readonly { bucket: string; name: string }[]) =>
    db.sql`delete from storage.objects where name = any (${files.map(({ name }) => name)})`;

  it('contains the files of a deleted track, but a shared cover only with the last track that uses it', async () => {
    const artist = await createPerson(db);
    const shared = await cover(artist, 'shared');
    const tracks = [await createTrack(db, artist), await createTrack(db, artist)];
    for (const track of tracks) {
      await putFile(db, artist, { name: `${artist}/${track}.mp3` });
      await db.sql`update public.tracks set cover_url = ${shared} where id = ${track}`;
    }
    const remove = (track = '') => push(db.asUser(artist), [action('track.delete', { track_id: track })]);
    await remove(tracks[0]);
    expect(await takeBatch()).toEqual([{ bucket: 'tracks', name: `${artist}/${tracks[0]}.mp3` }]);
    await remove(tracks[1]);
    expect(await takeBatch()).toEqual([
      { bucket: 'covers', name: shared },
      { bucket: 'tracks', name: `${artist}/${tracks[1]}.mp3` },
    ]);
  });

  it('contains a replaced picture, stored as path or URL, but not one that is still shown', async () => {
    const artist = await createPerson(db);
    const [previous, next] = [`${artist}/avatar.png`, `${artist}/avatar.jpg`];
    for (const name of [previous, next]) await putFile(db, artist, { bucket: 'avatars', kind: 'png', name });
    const show = (avatar_url: string) => push(db.asUser(artist), [action('profile.update', { avatar_url })]);
    await show(`https://x.example/storage/v1/object/public/avatars/${previous}?v=2`);
    expect(await takeBatch(), 'the same file under another address').toEqual([]);
    await show(`${next}?v=3`);
    await show(`${previous}?v=4`);
    expect(await takeBatch(), 'shown again before it was removed').toEqual([{ bucket: 'avatars', name: next }]);
  });

  it('contains a picture in all its sizes, and none of them while a row uses the largest', async () => {
    const artist = await createPerson(db);
    const sizes = async (bucket: 'covers' | 'avatars', ...names: string[]) =>
      Promise.all(names.map((size) => putFile(db, artist, { bucket, kind: 'jpeg', name: `${artist}/it_${size}.jpg` })));
    const [cover] = await sizes('covers', 'large', 'medium', 'small');
    const [face] = await sizes('avatars', 'medium', 'small');
    const track = await createTrack(db, artist);
    await db.sql`update public.tracks set cover_url = ${cover ?? ''} where id = ${track}`;
    const show = (avatar_url: string | null) => push(db.asUser(artist), [action('profile.update', { avatar_url })]);
    await show(`${face}?v=1`);
    await db.sql`update storage.objects set created_at = now() - interval '25 hours', updated_at = now() - interval '25 hours'
                 where owner_id = ${artist}`;
    await db.asService().rpc('queue_orphan_files');
    expect(await takeBatch()).toEqual([]);
    const deleted = await db.asUser(artist).run((tx) => tx`delete from storage.objects where owner_id = ${artist}`);
    expect(deleted.count).toBe(0);

    await push(db.asUser(artist), [action('track.delete', { track_id: track })]);
    await show(null);
    expect(await takeBatch()).toEqual([
      ...['medium', 'small'].map((size) => ({ bucket: 'avatars', name: `${artist}/it_${size}.jpg` })),
      ...['large', 'medium', 'small'].map((size) => ({ bucket: 'covers', name: `${artist}/it_${size}.jpg` })),
    ]);
  });

  it('gives each file to one worker, again after five minutes, and forgets it once Storage has deleted it', async () => {
    const artist = await createPerson(db);
    const track = await createTrack(db, artist);
    await putFile(db, artist, { name: `${artist}/${track}.mp3` });
    await push(db.asUser(artist), [action('track.delete', { track_id: track })]);
    const files = [{ bucket: 'tracks', name: `${artist}/${track}.mp3` }];
    const both = await Promise.all([takeBatch(), takeBatch()]);
    expect(both.flat()).toEqual(files);
    const finish = () => db.asService().rpc('finish_file_removals', { p_files: files });
    expect(await finish(), 'Storage still has it').toBe(0);
    const later = db.atTime(new Date(Date.now() + 301_000).toISOString()).asService();
    expect(await later.rpc('take_file_removals', { p_limit: 100 })).toEqual(expect.arrayContaining(files));
    await removeRows(files);
    expect(await finish()).toBe(1);
    expect([
      ...(await db.sql`select name from private.file_removals where name = ${files[0]?.name ?? ''}
                       union all select name from private.file_facts where name = ${files[0]?.name ?? ''}`),
    ]).toEqual([]);
  });

  it('contains uploads that stay unused for a day, and no file outside people\u2019s folders', async () => {
    const artist = await createPerson(db);
    const [orphan, fresh] = [await cover(artist, 'orphan'), await cover(artist, 'fresh')];
    const used = await cover(artist, 'used');
    await db.sql`update public.tracks set cover_url = ${used} where id = ${await createTrack(db, artist)}`;
    await putFile(db, artist, { bucket: 'covers', kind: 'png', name: 'house/logo.png' });
    await db.sql`update storage.objects set created_at = now() - interval '25 hours', updated_at = now() - interval '25 hours'
                 where name in (${orphan}, ${used}, 'house/logo.png')`;
    expect(await db.asService().rpc('queue_orphan_files')).toBe(1);
    expect(await takeBatch()).toEqual([{ bucket: 'covers', name: orphan }]);
    expect(fresh).toContain(artist);
  });

  it('is for the service role only', async () => {
    const user = await db.createUser();
    for (const actor of [db.asUser(user), db.asAnon()]) {
      expect((await refusal(actor.rpc('take_file_removals', { p_limit: 1 }))).code).toBe('42501');
      expect((await refusal(actor.rpc('queue_orphan_files'))).code).toBe('42501');
      expect((await refusal(actor.rpc('finish_file_removals', { p_files: [] }))).code).toBe('42501');
    }
  });

  it('keeps a file that is being deleted from becoming a track, until the deletion has timed out', async () => {
    const artist = await createPerson(db);
    const audio_path = await putFile(db, artist);
    await db.sql`insert into private.file_removals (bucket_id, name) values ('tracks', ${audio_path})`;
    expect(await takeBatch()).toEqual([{ bucket: 'tracks', name: audio_path }]);
    const create = () =>
      action('track.create', {
        track_id: randomUUID(),
        title: 'Late',
        artist_name: 'Nina',
        genre: 'House',
        audio_path,
        cover_path: null,
        radio_opt_in: false,
        rights_confirmed: true,
      });
    expect((await push(db.asUser(artist), [create()]))[0]?.result).toMatchObject({ code: 'file_missing' });
    const later = db.atTime(new Date(Date.now() + 301_000).toISOString());
    expect((await push(later.asUser(artist), [create()]))[0]?.status).toBe('applied');
    const taken = await later.asService().rpc('take_file_removals', { p_limit: 100 });
    expect(taken, 'a track uses it again').not.toContainEqual({ bucket: 'tracks', name: audio_path });
  });

  it('[S-15] a file that was replaced after its check cannot become a track', async () => {
    const artist = await createPerson(db);
    const audio_path = await putFile(db, artist);
    await db.sql`update storage.objects set updated_at = now() + interval '1 second' where name = ${audio_path}`;
    const [outcome] = await push(db.asUser(artist), [
      action('track.create', {
        track_id: artist,
        title: 'Switch',
        artist_name: 'Nina',
        genre: 'House',
        audio_path,
        cover_path: null,
        radio_opt_in: false,
        rights_confirmed: true,
      }),
    ]);
    expect(outcome?.result).toMatchObject({ code: 'not_checked' });
  });
});

describe('the queue of a large store', () => {
  let db: TestDatabase;
  const unused: string[] = [];
  beforeAll(async () => {
    db = await openTestDatabase();
    const artist = await createPerson(db);
    await db.sql`insert into storage.objects (bucket_id, name, owner_id, created_at, updated_at)
                 select 'covers', 'house/' || n || '.png', ${artist}, now() - interval '2 days', now() - interval '2 days'
                 from generate_series(1, 25000) n`;
    const ids = ['00000000-0000-0000-0000-000000000001', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
    for (const id of ids) {
      const name = await putFile(db, artist, { bucket: 'covers', kind: 'png', name: `${artist}/${id}.png` });
      await db.sql`update storage.objects set id = ${id}, created_at = now() - interval '2 days', updated_at = now() - interval '2 days'
                   where name = ${name}`;
      unused.push(name);
    }
    await db.sql`analyze storage.objects`;
  });
  afterAll(() => db.close());

  const sweep = () =>
    db.asService().run(async (tx) => {
      const counters = () => tx<{ scans: number; rows: number }[]>`
        select seq_scan::int as scans, (idx_tup_fetch + seq_tup_read)::int as rows from pg_stat_xact_user_tables
        where schemaname = 'storage' and relname = 'objects'`;
      // The counters include this connection's transactions of the last second.
      const [before] = await counters();
      await tx`select public.queue_orphan_files()`;
      const [after] = await counters();
      return { scans: (after?.scans ?? 0) - (before?.scans ?? 0), rows: (after?.rows ?? 0) - (before?.rows ?? 0) };
    });
  const queued = async () =>
    (await db.sql<{ name: string }[]>`select name from private.file_removals order by name`).map(({ name }) => name);

  it('is filled by sweeps that examine 10,000 objects each, continue where the last one stopped, and repeat one that failed', async () => {
    const read = await sweep();
    expect(read.scans).toBe(0);
    // A few more than 10,000, because the planner reads the ends of the index too.
    expect(read.rows).toBeLessThan(10_010);
    expect(await queued()).toEqual(unused.slice(0, 1));
    const killed = db.asService().run(async (tx) => {
      for (let piece = 0; piece < 2; piece += 1) await tx`select public.queue_orphan_files()`;
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    await sweep();
    expect(await queued()).toEqual(unused.slice(0, 1));
    await sweep();
    expect(await queued()).toEqual(unused);
    await db.sql`delete from private.file_removals`;
    await sweep();
    expect(await queued(), 'the next pass begins with the first object').toEqual(unused.slice(0, 1));
  });

  it('gives out a due file that is queued after hundreds of files that must not be deleted, and drops only the entries that it checked', async () => {
    await db.sql`delete from private.file_removals`;
    await db.sql`insert into private.file_removals (bucket_id, name, queued_at)
                 select 'covers', 'house/' || n || '.png', now() - interval '1 hour' from generate_series(1, 250) n`;
    await db.sql`insert into private.file_removals (bucket_id, name, queued_at)
                 values ('covers', ${unused[1] ?? ''}, now() - interval '2 hours'), ('covers', ${unused[0] ?? ''}, now())`;
    const take = (p_limit: number) => db.asService().rpc('take_file_removals', { p_limit });
    expect(await take(1)).toEqual([{ bucket: 'covers', name: unused[1] }]);
    expect(await queued()).toHaveLength(252);
    expect(await take(100)).toEqual([{ bucket: 'covers', name: unused[0] }]);
    expect(await queued()).toEqual(unused);
    expect(await take(100)).toEqual([]);
  });
});
