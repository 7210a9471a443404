import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { findColumnsWith, findPersonColumns } from './person-columns.ts';
import { createPersonWithData } from './person-scene.ts';
import { pull } from './scene.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

/** Columns that never name a person of the app, with the reason. */
const neverThePersons: Readonly<Record<string, string>> = {
  'storage.buckets.owner': 'the migrations make the buckets',
  'storage.buckets.owner_id': 'the migrations make the buckets',
};

/** Columns that keep the id of a deleted person on purpose (docs/privacy.md). */
const remainingIds = [
  'private.conversation_starts',
  'private.moderation_log.operator_id',
  'private.moderation_log.person_id',
  'private.moderation_log.subject_id',
  'private.recent_messages.receiver_id',
  'private.recent_messages.sender_id',
  'public.blocks.blocked_id',
  'public.blocks.user_id',
  'public.connections.connection_id',
  'public.connections.user_id',
  'public.favourites.user_id',
  'public.messages.receiver_id',
  'public.messages.sender_id',
  'public.playlist_likes.user_id',
  'public.playlist_tracks.user_id',
  'public.playlists.user_id',
  'public.releases.user_id',
  'public.shared_tracks.user_id',
  'public.tracks.user_id',
  'public.user_profiles.id',
];
const remainingTexts = {
  'private.invitations.note': 'a note of an operator',
  'private.moderation_log.reason': 'the reason of an operator',
  'private.track_hidings.reason': 'the reason of an operator',
  'public.action_log.result': 'what another operator was told: who had decided already, and why',
  'public.messages.content': 'a message that another person received',
  'public.reports.details': 'a report about another person',
};

/** The lower id of a conversation is in one column, the higher one in the other. */
const withoutOrder = (columns: readonly string[]) => [
  ...new Set(columns.map((column) => column.replace(/^(private\.conversation_starts)\..*/, '$1'))),
];

describe('delete_my_profile', () => {
  it("deletes the person's lines in the auth service's log, and keeps other people's, even if their address ends in the deleted one", async () => {
    const { me, email } = await createPersonWithData(db, 'Zora');
    const lines = [
      { actor_username: `jo-${email}` },
      { traits: { user_email: `jo-${email}`, user_id: randomUUID() } },
      { actor_id: me },
      { traits: { user_id: me } },
      { actor_username: email.toUpperCase() },
    ].map((payload) => ({ id: randomUUID(), payload: db.sql.json(payload) }));
    for (const { id, payload } of lines)
      await db.sql`insert into auth.audit_log_entries (id, payload) values (${id}, ${payload})`;
    await db.asUser(me).rpc('delete_my_profile');
    const remaining =
      await db.sql`select id from auth.audit_log_entries where id = any (${lines.map(({ id }) => id)}::uuid[])`;
    expect(new Set(remaining.map((row) => row['id']))).toEqual(new Set([lines[0]?.id, lines[1]?.id]));
  });

  it('[S-6] leaves only the id in records of messages, tombstones and the moderation log, and texts for others', async () => {
    const person = await createPersonWithData(db, 'Zebedee');
    await db.sql`select private.make_month('zap_actions', '2026-01-01')`;
    await db.sql`select private.drop_old_months(1)`;
    const held = withoutOrder(await findColumnsWith(db.sql, person.me));
    const personColumns = withoutOrder(await findPersonColumns(db.sql));
    expect(
      personColumns.filter((column) => !held.includes(column)),
      'every column for people has a row of the person: createPersonWithData makes it',
    ).toEqual(Object.keys(neverThePersons));
    expect(held).toContain('partitions.zap_actions_2026_01.user_id');
    expect(await db.asUser(person.me).rpc('delete_my_profile')).toEqual({ success: true });

    const taken: { bucket: string; name: string }[] = Object(
      await db.asService().rpc('take_file_removals', { p_limit: 1000 }),
    );
    const files = taken.filter(({ name }) => name.startsWith(`${person.me}/`));
    expect(files.map(({ name }) => name).sort()).toEqual(person.files);
    for (const { bucket, name } of files)
      await db.sql`delete from storage.objects where bucket_id = ${bucket} and name = ${name}`;
    await db.asService().rpc('finish_file_removals', { p_files: taken });

    expect(await findColumnsWith(db.sql, 'zebedee'), 'name, e-mail, bio, links and titles').toEqual(
      Object.keys(remainingTexts),
    );
    expect(withoutOrder(await findColumnsWith(db.sql, person.me))).toEqual(remainingIds);
    const live = await db.sql`
      select 'connections' as place from public.connections
        where (user_id = ${person.me} or connection_id = ${person.me}) and deleted_at is null
      union all select 'blocks' from public.blocks
        where (user_id = ${person.me} or blocked_id = ${person.me}) and deleted_at is null
      union all select 'shared_tracks' from public.shared_tracks where user_id = ${person.me} and deleted_at is null
      union all select 'favourites' from public.favourites where user_id = ${person.me} and deleted_at is null
      union all select 'playlist_likes' from public.playlist_likes where user_id = ${person.me} and deleted_at is null
      union all select 'playlists' from public.playlists where user_id = ${person.me} and deleted_at is null
      union all select 'playlist_tracks' from public.playlist_tracks where user_id = ${person.me} and deleted_at is null
      union all select 'releases' from public.releases where user_id = ${person.me} and deleted_at is null
      union all select 'tracks' from public.tracks where user_id = ${person.me} and deleted_at is null
      union all select 'user_profiles' from public.user_profiles where id = ${person.me} and deleted_at is null`;
    expect([...live], 'all but the messages and the moderation log are tombstones').toEqual([]);
  });

  it('[S-6] keeps messages to others without the sender\u2019s profile, and corrects the votes on others\u2019 tracks', async () => {
    const person = await createPersonWithData(db, 'Mathilda');
    const rating = async (track: string) =>
      (
        await db.sql`select total_votes, average_vote_rating::float8 as rating from public.tracks where id = ${track}`
      )[0];
    expect(await rating(person.fanTrack)).toEqual({ total_votes: 1, rating: 5 });
    await db.asUser(person.me).rpc('delete_my_profile');
    expect(await rating(person.fanTrack)).toEqual({ total_votes: 0, rating: 0 });
    const thread = await db.asUser(person.friend).run(async (tx) => [
      ...(await tx`select content, sender_id, public.sender_profile(m) as sender_profile from public.messages m
                     order by created_at`),
    ]);
    expect(thread).toEqual([
      { content: 'Hello', sender_id: person.me, sender_profile: null },
      { content: 'Hi', sender_id: person.friend, sender_profile: expect.objectContaining({ artist_name: 'Nina' }) },
    ]);
    // With both accounts deleted, nobody can read the message any more, so its text is erased.
    await db.asUser(person.friend).rpc('delete_my_profile');
    expect([
      ...(await db.sql`select content, deleted_at is not null as "isDeleted" from public.messages
                     where sender_id = ${person.me} and receiver_id = ${person.friend}`),
    ]).toEqual([{ content: 'Deleted message', isDeleted: true }]);
  });

  it('[SY-18] causes no events of Realtime for deleted rows: no policy checks such events, and they contain account ids', async () => {
    const [published] =
      await db.sql`select pubinsert, pubupdate, pubdelete, pubtruncate from pg_publication where pubname = 'supabase_realtime'`;
    expect(published).toEqual({ pubinsert: true, pubupdate: true, pubdelete: false, pubtruncate: false });
  });

  it('[SY-7] sends the deletion of the profile and the tracks to other replicas', async () => {
    const person = await createPersonWithData(db, 'Casimir');
    const { floor } = await pull(db.asUser(person.fan));
    await db.asUser(person.me).rpc('delete_my_profile');
    const { rows, gone } = await pull(db.asUser(person.fan), { since: floor });
    const deletedKeys = gone.map(({ t, id }) => `${t} ${id}`);
    expect(deletedKeys).toContain(`tracks ${person.track}`);
    expect(deletedKeys).toContain(`user_profiles ${person.me}`);
    expect(rows.filter(({ row }) => row.id === person.me)).toEqual([]);
  });

  it('[S-6] makes the token useless: every procedure refuses it or tells nothing, and every table shows it no row', async () => {
    const person = await createPersonWithData(db, 'Wendelin');
    await db.asUser(person.me).rpc('delete_my_profile');
    const deletedUser = db.asUser(person.me);
    const procedures = await db.sql<{ name: string; args: string }[]>`
      select p.proname as name, coalesce((
        select string_agg(format('null::%s', format_type(t.oid, null)), ', ' order by t.n)
        from unnest(p.proargtypes) with ordinality t(oid, n)
      ), '') as args
      from pg_proc p
      where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
      order by 1`;
    const answered: string[] = [];
    for (const { name, args } of procedures) {
      const call = deletedUser.run((tx) => tx.unsafe(`select to_json(f) as answer from public.${name}(${args}) f`));
      const outcome = await call.then(
        (rows) => JSON.stringify(rows[0]?.['answer'] ?? null),
        (error: unknown) => String(Object(error).code),
      );
      if (outcome !== '42501') answered.push(`${name}: ${outcome}`);
    }
    // Guests may call the first and the last; sender_profile has no message to read.
    expect(answered).toEqual(['beta_session_lookup: null', 'sender_profile: null', 'was_session_ended: false']);

    const tables = await db.sql<{ name: string }[]>`
      select c.oid::regclass::text as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
        and has_table_privilege('authenticated', c.oid, 'select')`;
    const readable: string[] = [];
    for (const { name } of tables) {
      const rows = await deletedUser.run((tx) => tx.unsafe(`select 1 from ${name} limit 1`));
      if (rows.length > 0) readable.push(name);
    }
    expect(readable).toEqual([]);
  });

  it('is refused to a guest', async () => {
    expect((await refusal(db.asAnon().rpc('delete_my_profile'))).code).toBe('42501');
  });
});
