import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { action, createTrack, play, pull, push, putFile } from './scene.ts';
import { connect, createPerson, message, request } from './social-scene.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

async function columnsWith(text: string): Promise<string[]> {
  const columns = await db.sql<{ table: string; column: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as "table", a.attname as "column"
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname in ('public', 'private', 'auth', 'storage') and c.relkind in ('r', 'p')
    order by 1, 2`;
  const matches: string[] = [];
  for (const { table, column } of columns) {
    const found = await db.sql.unsafe(
      `select 1 from ${table} x where strpos(lower(x."${column}"::text), lower($1)) > 0 limit 1`,
      [text],
    );
    if (found.length > 0) matches.push(`${table}.${column}`);
  }
  return matches;
}

async function createPersonWithData(name: string) {
  const email = `${name.toLowerCase()}@example.com`;
  const me = await createPerson(db, { name, email, earned: 60 });
  const [friend, fan, asked] = [await createPerson(db), await createPerson(db, { earned: 60 }), await createPerson(db)];
  const avatar = await putFile(db, me, { bucket: 'avatars', kind: 'png', name: `${me}/avatar.png` });
  const audio = await putFile(db, me);
  const cover = await putFile(db, me, { bucket: 'covers', kind: 'png', name: `${me}/cover.png` });
  const orphan = await putFile(db, me);
  const track = randomUUID();
  await connect(db, friend, me);
  const fanTrack = await createTrack(db, fan);
  const results = await push(db.asUser(me), [
    action('track.create', {
      track_id: track,
      title: `${name} sings`,
      artist_name: name,
      genre: 'House',
      audio_path: audio,
      cover_path: cover,
      radio_opt_in: true,
      rights_confirmed: true,
    }),
    action('profile.update', { bio: `I am ${name}`, website_url: `${name.toLowerCase()}.example`, avatar_url: avatar }),
    request(asked),
    message(friend, 'Hello'),
    play(fanTrack),
    action('vote.cast', { track_id: fanTrack, weight: 5 }),
    action('share.add', { track_id: fanTrack }),
  ]);
  expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => 'applied'));
  const answers = await push(db.asUser(friend), [message(me, 'Hi')]);
  const others = await push(db.asUser(fan), [
    play(track),
    action('vote.cast', { track_id: track, weight: 1 }),
    action('share.add', { track_id: track }),
  ]);
  expect([...answers, ...others].map(({ status }) => status)).toEqual(['applied', 'applied', 'applied', 'applied']);
  const reports = [
    { subject: 'track', subject_id: track },
    { subject: 'profile', subject_id: me },
  ].map((subject) => action('report.send', { ...subject, reason: 'other', details: name }));
  await push(db.asUser(friend), reports);
  await push(db.asUser(me), [{ ...message(friend, name), payload: { content: 'NAZI' } }]);
  await db.asUser(me).rpc('log_security_event', {
    p_user_id: me,
    p_event_type: 'upload_success',
    p_severity: 'info',
    p_event_data: { by: me },
  });
  await db.sql`insert into public.beta_sessions (token_hash, expires_at, used, used_by)
               values (sha256(${randomUUID()}::bytea), now() + interval '1 hour', true, ${me})`;
  const session = randomUUID();
  await db.sql`insert into auth.sessions (id, user_id) values (${session}, ${me})`;
  await db.sql`insert into auth.refresh_tokens (id, token, user_id, session_id) values (${randomUUID()}, 'secret', ${me}, ${session})`;
  await db.sql`insert into auth.flow_state (id, user_id, code_challenge_method, code_challenge, provider_type, authentication_method)
               values (${randomUUID()}, ${me}, 's256', 'x', 'email', 'otp')`;
  await db.sql`insert into auth.identities (id, provider, provider_id, user_id, identity_data)
               values (${randomUUID()}, 'email', ${me}, ${me}, ${db.sql.json({ email })})`;
  await db.sql`insert into auth.audit_log_entries (id, payload) values (${randomUUID()}, ${db.sql.json({ actor_username: email })})`;
  return { me, email, friend, fan, asked, track, fanTrack, files: [avatar, audio, cover, orphan].sort() };
}

describe('delete_my_profile', () => {
  it("deletes the person's lines in the auth service's log, and keeps other people's, even if their address ends in the deleted one", async () => {
    const { me, email } = await createPersonWithData('Zora');
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

  it('[S-6] leaves nothing of the person in any column except their id in messages and in scrubbed tombstones', async () => {
    const person = await createPersonWithData('Zebedee');
    expect(await db.asUser(person.me).rpc('delete_my_profile')).toEqual({ success: true });

    const queued =
      await db.sql`select name from private.file_removals where name like ${`${person.me}/%`} order by name`;
    expect(queued.map((row) => row['name'])).toEqual(person.files);
    expect((await columnsWith(person.me)).filter((column) => /^(storage|private)/.test(column))).toEqual([
      'private.file_facts.name',
      'private.file_removals.name',
      'private.recent_messages.receiver_id',
      'private.recent_messages.sender_id',
      'storage.objects.name',
      'storage.objects.owner_id',
      'storage.objects.path_tokens',
    ]);
    const taken = Object(await db.asService().rpc('take_file_removals', { p_limit: 1000 }));
    await db.sql`delete from storage.objects where name like ${`${person.me}/%`}`;
    await db.asService().rpc('finish_file_removals', { p_files: taken });

    expect(await columnsWith('zebedee'), 'name, e-mail, bio, links and titles').toEqual([]);
    expect(await columnsWith(person.me)).toEqual([
      'private.recent_messages.receiver_id',
      'private.recent_messages.sender_id',
      'public.connections.connection_id',
      'public.connections.user_id',
      'public.messages.receiver_id',
      'public.messages.sender_id',
      'public.shared_tracks.user_id',
      'public.tracks.user_id',
      'public.user_profiles.id',
    ]);
    const live = await db.sql`
      select 'connections' as place from public.connections
        where (user_id = ${person.me} or connection_id = ${person.me}) and deleted_at is null
      union all select 'shared_tracks' from public.shared_tracks where user_id = ${person.me} and deleted_at is null
      union all select 'tracks' from public.tracks where user_id = ${person.me} and deleted_at is null
      union all select 'user_profiles' from public.user_profiles where id = ${person.me} and deleted_at is null`;
    expect([...live], 'all but the messages are tombstones').toEqual([]);
  });

  it('[S-6] keeps messages to others without the sender\u2019s profile, and corrects the votes on others\u2019 tracks', async () => {
    const person = await createPersonWithData('Mathilda');
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
      ...(await db.sql`select content, deleted_at is not null as "isDeleted" from public.messages where sender_id = ${person.me}`),
    ]).toEqual([{ content: 'Deleted message', isDeleted: true }]);
  });

  it('[SY-18] deletes rows that Realtime does not announce: no policy checks deletions, and they contain account ids', async () => {
    const [published] =
      await db.sql`select pubinsert, pubupdate, pubdelete, pubtruncate from pg_publication where pubname = 'supabase_realtime'`;
    expect(published).toEqual({ pubinsert: true, pubupdate: true, pubdelete: false, pubtruncate: false });
  });

  it('[SY-7] sends the deletion of the profile and the tracks to other replicas', async () => {
    const person = await createPersonWithData('Casimir');
    const { floor } = await pull(db.asUser(person.fan));
    await db.asUser(person.me).rpc('delete_my_profile');
    const { rows, gone } = await pull(db.asUser(person.fan), { since: floor });
    const deletedKeys = gone.map(({ t, id }) => `${t} ${id}`);
    expect(deletedKeys).toContain(`tracks ${person.track}`);
    expect(deletedKeys).toContain(`user_profiles ${person.me}`);
    expect(rows.filter(({ row }) => row.id === person.me)).toEqual([]);
  });

  it('[S-6] makes the token useless: every procedure refuses it or tells nothing, and every table shows it no row', async () => {
    const person = await createPersonWithData('Wendelin');
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
