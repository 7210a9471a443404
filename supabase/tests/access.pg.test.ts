import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { createTrack, play, pull, push } from './scene.ts';

let db: TestDatabase;
let owner: string;
let other: string;
let token: string;
let actors: Record<'nobody' | 'guest' | 'other' | 'owner', Actor>;
beforeAll(async () => {
  db = await openTestDatabase();
  [owner, other] = [await db.createUser(), await db.createUser()];
  await createTrack(db, owner);
  const privateTrack = await createTrack(db, owner, { isPublic: false });
  await db.sql`delete from public.tracks where id = ${await createTrack(db, owner)}`;
  const foreignTrack = await createTrack(db, other);
  await push(db.asUser(owner), [
    play(privateTrack, { at: new Date(Date.now() - 60_000).toISOString() }),
    play(foreignTrack, { at: new Date().toISOString() }),
  ]);
  await db.sql`update public.user_profiles set privacy_setting = 'private' where id = ${owner}`;
  await db.asUser(owner).rpc('log_security_event', {
    p_user_id: owner,
    p_event_type: 'upload_attempt',
    p_severity: 'info',
    p_event_data: {},
  });
  const session = await db.asService().rpc('beta_open_session');
  token = String(Object(session).session_token);
  actors = {
    nobody: db.asAnon(),
    guest: db.asAnon({ betaToken: token }),
    other: db.asUser(other),
    owner: db.asUser(owner),
  };
});
afterAll(async () => {
  await db.close();
});

const count = async (actor: Actor, table: string): Promise<number | string> => {
  try {
    const [row] = await actor.run((tx) => tx.unsafe<{ n: number }[]>(`select count(*)::int as n from ${table}`));
    return row?.n ?? -1;
  } catch (error) {
    return String(Object(error).code);
  }
};

/** The number of visible rows, or the SQLSTATE of the refusal, for [nobody, guest, other, owner]. */
const visible: Record<string, readonly (number | string)[]> = {
  'public.tracks': [0, 2, 2, 3],
  'public.user_profiles': [0, 1, 1, 2],
  'public.genres': [0, 20, 20, 20],
  'public.user_balances': ['42501', '42501', 1, 1],
  'public.user_stats': ['42501', '42501', 1, 1],
  'public.zap_actions': ['42501', '42501', 0, 2],
  'public.track_plays': ['42501', '42501', 0, 2],
  'public.zap_rules': [0, 15, 15, 15],
  'public.action_log': ['42501', '42501', '42501', '42501'],
  'public.sync_meta': ['42501', '42501', '42501', '42501'],
  'public.beta_sessions': ['42501', '42501', '42501', '42501'],
  'public.beta_attempts': ['42501', '42501', '42501', '42501'],
  'public.security_events': ['42501', '42501', '42501', '42501'],
  'public.reports': ['42501', '42501', '42501', '42501'],
  'private.silenced_accounts': ['42501', '42501', '42501', '42501'],
  'private.silences': ['42501', '42501', '42501', '42501'],
  'private.track_hidings': ['42501', '42501', '42501', '42501'],
  'private.operators': ['42501', '42501', '42501', '42501'],
  'private.invitations': ['42501', '42501', '42501', '42501'],
  'private.sponsorships': ['42501', '42501', '42501', '42501'],
  'private.radio_station': ['42501', '42501', '42501', '42501'],
  'private.radio_stop': ['42501', '42501', '42501', '42501'],
  'private.digest_lag': ['42501', '42501', '42501', '42501'],
  'private.disk_space': ['42501', '42501', '42501', '42501'],
  'private.error_counts': ['42501', '42501', '42501', '42501'],
  'private.invitation_entries': ['42501', '42501', '42501', '42501'],
  'private.appeals': ['42501', '42501', '42501', '42501'],
  'private.moderation_log': ['42501', '42501', '42501', '42501'],
  'private.beta_passcode': ['42501', '42501', '42501', '42501'],
  'private.file_facts': ['42501', '42501', '42501', '42501'],
  'private.restricted_words': ['42501', '42501', '42501', '42501'],
  'private.user_marks': ['42501', '42501', '42501', '42501'],
  'private.community_totals': ['42501', '42501', '42501', '42501'],
};

describe('tables', () => {
  it('[S-1] show each visitor only the rows they may see, and no deleted ones', async () => {
    const visibleRows: typeof visible = {};
    for (const table of Object.keys(visible)) {
      visibleRows[table] = await Promise.all(Object.values(actors).map((actor) => count(actor, table)));
    }
    expect(visibleRows).toEqual(visible);
  });

  // rest-tables.pg.test.ts tests these writes, and exposed.txt lists them.
  const allowedWrites = new Set(['delete from public.tracks']);

  it('[SY-4] [SY-11] accept no direct write except those of the specification', async () => {
    for (const table of Object.keys(visible)) {
      const column = await db.sql<{ name: string }[]>`
        select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and attidentity = '' limit 1`;
      const name = column[0]?.name;
      for (const actor of Object.values(actors)) {
        const writes = [
          `insert into ${table} default values`,
          `update ${table} set ${name} = ${name}`,
          `delete from ${table}`,
          `truncate ${table}`,
        ];
        for (const write of writes.filter((write) => !allowedWrites.has(write))) {
          expect((await refusal(actor.run((tx) => tx.unsafe(write)))).code, write).toBe('42501');
        }
      }
    }
  });

  it('all have row-level security and an index on each foreign key', async () => {
    expect([
      ...(await db.sql`select c.oid::regclass::text as "table" from pg_class c
                       where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
                         and c.relkind in ('r', 'p') and not c.relrowsecurity`),
    ]).toEqual([]);
    expect([
      ...(await db.sql`
        select f.conrelid::regclass::text as "table", f.conname from pg_constraint f
        where f.contype = 'f' and f.connamespace in ('public'::regnamespace, 'private'::regnamespace)
          and not exists (
            select 1 from pg_index i where i.indrelid = f.conrelid and (i.indkey::int2[])[0] = f.conkey[1]
          )`),
    ]).toEqual([]);
  });
});

describe('procedures', () => {
  it('have an empty search path if they are security definer; the procedures of a pull and of the first screen read one snapshot', async () => {
    expect([
      ...(await db.sql`select p.oid::regprocedure::text from pg_proc p
                       where p.prosecdef and p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
                         and not coalesce(p.proconfig @> array['search_path=""'], false)`),
    ]).toEqual([]);
    expect([
      ...(await db.sql`select p.proname, p.provolatile from pg_proc p
                       where p.proname in ('sync_pull', 'first_screen', 'changes', 'acknowledgements') order by 1`),
    ]).toEqual(
      ['acknowledgements', 'changes', 'first_screen', 'sync_pull'].map((proname) => ({ proname, provolatile: 's' })),
    );
  });

  it('[SY-5] [S-1] sync_pull and first_screen show a guest only public rows, and refuse visitors without a beta session', async () => {
    const response = await pull(actors.guest, { pending: [] });
    expect(new Set(response.rows.map((entry) => entry.t))).toEqual(new Set(['genres', 'tracks', 'user_profiles']));
    expect(response.rows.filter((entry) => entry.t === 'tracks')).toHaveLength(2);

    const refused = { code: '42501', message: 'Beta access required' };
    for (const nobody of [actors.nobody, db.asAnon({ betaToken: 'invented' }), db.asAnon({ betaToken: '' })]) {
      expect(await refusal(nobody.rpc('sync_pull', { p: { v: 1, tables: ['tracks'] } }))).toEqual(refused);
      expect(await refusal(nobody.rpc('first_screen', { p: { limit: 10 } }))).toEqual(refused);
    }
    const screen = Object(await actors.guest.rpc('first_screen', { p: { limit: 10 } }));
    expect(screen.total).toBe(2);
    expect(new Set(screen.rows.map((entry: { t: string }) => entry.t))).toEqual(
      new Set(['tracks', 'genres', 'zap_rules']),
    );
  });

  it("[SY-11] refuse to act in somebody else's name", async () => {
    const calls = [
      ['check_upload_slot_availability', { p_user_id: owner }],
      ['check_upload_words', { p_user_id: owner, p_title: '', p_artist_name: '', p_description: '' }],
      ['increment_upload_count', { p_user_id: owner }],
      ['validate_file_upload', { p_user_id: owner, p_file_name: 'a.mp3', p_file_type: 'audio/mpeg', p_file_size: 1 }],
      ['log_security_event', { p_user_id: owner, p_event_type: 'a', p_severity: 'info', p_event_data: {} }],
    ] as const;
    for (const [name, args] of calls) {
      expect(await refusal(actors.other.rpc(name, args))).toEqual({
        code: '42501',
        message: 'You can only act for yourself',
      });
      expect((await refusal(actors.guest.rpc(name, args))).code).toBe('42501');
    }
  });

  it('log_security_event stores only small plain data, and a limited amount of it', async () => {
    const user = await db.createUser();
    const log = (type: string, data: Record<string, unknown>, severity = 'info') =>
      db.asUser(user).rpc('log_security_event', {
        p_user_id: user,
        p_event_type: type,
        p_severity: severity,
        p_event_data: data,
      });
    expect(await log('upload_success', { file: 'a.mp3' })).toEqual({ success: true });
    expect(await log('upload_success', { file: 'x'.repeat(5_000) })).toEqual({ success: false });
    expect(await log('<script>', {})).toEqual({ success: false });
    expect(await log('upload_success', {}, 'x'.repeat(17))).toEqual({ success: false });
    await db.sql`insert into public.security_events (user_id, event_type, severity, event_data)
                 select ${user}, 'spam', 'info', '{}' from generate_series(1, 99)`;
    expect(await log('upload_success', {})).toEqual({ success: false });
  });
});

describe('a new account', () => {
  it('has a profile named after its e-mail, a balance and statistics', async () => {
    const ownRows = async (email: string) => {
      const id = await db.createUser({ email });
      const response = await pull(db.asUser(id), { tables: ['user_profiles', 'user_balances', 'user_stats'] });
      return response.rows.filter(({ row }) => row.id === id).map(({ row }) => row);
    };
    const rows = await ownRows('dj.nova@example.com');
    expect(rows).toHaveLength(3);
    expect(rows).toContainEqual(
      expect.objectContaining({ artist_name: 'dj.nova', avatar_url: null, tip_link: null, privacy_setting: 'public' }),
    );
    expect(await ownRows('@example.com')).toContainEqual(expect.objectContaining({ artist_name: 'New User' }));
    expect(await ownRows(`${'n'.repeat(64)}@example.com`)).toContainEqual(
      expect.objectContaining({ artist_name: 'n'.repeat(50) }),
    );
  });

  it('gets its missing rows from backfill_missing_profile, and keeps existing ones', async () => {
    const id = await db.createUser({ email: 'late@example.com' });
    await db.sql`delete from public.user_balances where user_id = ${id}`;
    await db.sql`update public.user_profiles set artist_name = 'Kept' where id = ${id}`;

    expect(await db.asUser(id).rpc('backfill_missing_profile')).toEqual({ success: true });
    expect([
      ...(await db.sql`select p.artist_name, b.zaps from public.user_profiles p join public.user_balances b on b.user_id = p.id
                       where p.id = ${id}`),
    ]).toEqual([{ artist_name: 'Kept', zaps: 0 }]);
  });
});

describe('files', () => {
  it('can be written only into one’s own folders of the bucket incoming, and renamed and deleted by their owner only', async () => {
    const put = (actor: Actor, bucket: string, name: string) =>
      actor.run(
        (tx) => tx`insert into storage.objects (bucket_id, name, owner_id) values (${bucket}, ${name}, ${owner})`,
      );

    await put(actors.owner, 'incoming', `${owner}/tracks/mine.mp3`);
    for (const [actor, bucket, name] of [
      [actors.other, 'incoming', `${owner}/tracks/theirs.mp3`],
      [actors.owner, 'incoming', `${owner}/secrets/mine.mp3`],
      [actors.owner, 'tracks', `${owner}/mine.mp3`],
      [actors.owner, 'incoming', 'loose.mp3'],
      [actors.owner, 'incoming', `x/${owner}/deep.mp3`],
      [actors.guest, 'incoming', `${owner}/avatars/avatar.png`],
    ] as const) {
      expect((await refusal(put(actor, bucket, name))).code).toBe('42501');
    }
    const rename = (actor: Actor, to: string) =>
      actor.run((tx) => tx`update storage.objects set name = ${to} where name = ${`${owner}/tracks/mine.mp3`}`);
    expect((await rename(actors.other, `${other}/tracks/stolen.mp3`)).count).toBe(0);
    expect((await refusal(rename(actors.owner, `${other}/tracks/planted.mp3`))).code).toBe('42501');
    const remove = (actor: Actor) =>
      actor.run((tx) => tx`delete from storage.objects where name = ${`${owner}/tracks/mine.mp3`}`);
    expect((await remove(actors.other)).count).toBe(0);
    expect((await remove(actors.owner)).count).toBe(1);
  });

  it('have buckets with the limits of the specification', async () => {
    const images = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
    expect([
      ...(await db.sql`select id, public, file_size_limit::int, allowed_mime_types from storage.buckets order by id`),
    ]).toEqual([
      { id: 'avatars', public: true, file_size_limit: 5_242_880, allowed_mime_types: images },
      { id: 'covers', public: true, file_size_limit: 5_242_880, allowed_mime_types: images },
      {
        id: 'incoming',
        public: false,
        file_size_limit: 52_428_800,
        allowed_mime_types: ['audio/mpeg', ...images],
      },
      { id: 'tracks', public: true, file_size_limit: 52_428_800, allowed_mime_types: ['audio/mpeg'] },
    ]);
  });
});
