import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tables } from '../../sync/model/tables.ts';
import type { PullRequest } from '../../sync/model/wire.ts';
import { type TestDatabase, openTestDatabase } from '../../tests/support/postgres.ts';
import { credit } from './economy-scene.ts';
import { action, createTrack, play, pull, push, putFile } from './scene.ts';
import { connect, createPerson, message, request } from './social-scene.ts';
import { watchChanges } from './watch-changes.ts';

let db: TestDatabase;
let artist: string;
let fan: string;
beforeEach(async () => {
  db = await openTestDatabase();
  [artist, fan] = [await createPerson(db), await createPerson(db, { name: 'Otis', earned: 40 })];
});
afterEach(async () => {
  await db.close();
});

const everything = Object.values(tables).map(({ name }) => name);

/** Sweeps as on this day; day 0 is today. */
async function sweep(day: number): Promise<void> {
  const at = new Date(Date.now() + day * 24 * 60 * 60 * 1000).toISOString();
  await db.sql.begin(async (tx) => {
    await tx`select set_config('tests.now', ${at}, true)`;
    await tx`select private.sweep_logs()`;
  });
}

/** Numbers of deleted rows, by table. */
async function tombstones(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of everything) {
    const [row] = await db.sql<{ count: number }[]>`
      select count(*)::integer as count from public.${db.sql(table)} where deleted_at is not null`;
    if (row && row.count > 0) counts[table] = row.count;
  }
  return counts;
}

const minSince = async () => (await db.sql`select min_since::text from public.sync_meta`)[0]?.['min_since'];
const pullAs = (user: string, more: Partial<PullRequest>) =>
  pull(db.asUser(user), { tables: everything, filled_from: '0', ...more });
const floorNow = async () => (await pullAs(fan, { tables: [], filled_from: null })).floor;
const removeAccount = (id: string) => db.asUser(id).rpc('delete_my_profile');
const removeTrack = (track: string) => push(db.asUser(artist), [action('track.delete', { track_id: track })]);

/**
 * Leaves tombstones of each kind: of a voted and shared track, an ended connection, a lifted block, and a conversation
 * between deleted accounts.
 */
async function leaveTombstones() {
  const track = await createTrack(db, artist);
  await push(db.asUser(fan), [
    action('vote.cast', { track_id: track, weight: 4 }),
    action('share.add', { track_id: track }),
  ]);
  await removeTrack(track);
  await connect(db, artist, fan);
  await push(db.asUser(fan), [action('connection.end', { partner_id: artist })]);
  await push(db.asUser(fan), [action('connection.block', { partner_id: artist })]);
  await push(db.asUser(fan), [action('connection.unblock', { partner_id: artist })]);
  const [one, other] = [await createPerson(db), await createPerson(db)];
  await connect(db, one, other);
  const sent = randomUUID();
  await push(db.asUser(one), [message(other, 'Hello', { id: sent })]);
  await removeAccount(one);
  await removeAccount(other);
  return { track, one, sent };
}

const allTombstones = {
  blocks: 1,
  connections: 2,
  messages: 1,
  shared_tracks: 1,
  track_votes: 1,
  tracks: 1,
  user_profiles: 2,
};

describe('[SY-8] [G-7] The sweep of tombstones', () => {
  it('deletes all that are older than 60 days, and rebuilds only replicas that were away for longer', async () => {
    const before = await floorNow();
    await leaveTombstones();
    const { epoch, floor: after } = await pullAs(fan, { tables: [] });
    await sweep(0);
    await sweep(59);
    expect(await tombstones()).toEqual(allTombstones);
    expect(await minSince()).toBe('0');
    const away = { epoch, since: after };
    const asBefore = await pullAs(fan, away);

    await sweep(60.5);
    expect(await tombstones()).toEqual({});
    expect(await pullAs(fan, away)).toMatchObject({ rows: asBefore.rows, gone: asBefore.gone, left: asBefore.left });
    expect((await pullAs(fan, away)).reset).toBeUndefined();
    expect((await pullAs(fan, { epoch, since: before })).reset).toBe('floor');

    const filling = { epoch: null, since: '0' };
    expect((await pullAs(fan, { ...filling, filled_from: before })).reset).toBe('floor');
    expect((await pullAs(fan, { ...filling, filled_from: after })).reset).toBeUndefined();
    expect(await pullAs(fan, { ...filling, filled_from: null })).toMatchObject({ gone: [], left: [] });
  });

  it('keeps what was deleted after the floor was noted, or by a transaction that was open then', async () => {
    const [early, slow, during, late] = [
      await createTrack(db, artist),
      await createTrack(db, artist),
      await createTrack(db, artist),
      await createTrack(db, artist),
    ];
    await removeTrack(early);
    await db.sql.begin(async (tx) => {
      await tx`delete from public.tracks where id = ${slow}`;
      // This transaction begins later, and ends first.
      await removeTrack(during);
      await sweep(0);
    });
    await removeTrack(late);
    await sweep(60.5);
    const remaining = await db.sql<{ id: string }[]>`select id from public.tracks where deleted_at is not null`;
    expect(remaining.map(({ id }) => id).sort()).toEqual([slow, during, late].sort());
    await sweep(121);
    expect(await tombstones()).toEqual({});
  });

  it('follows the retention that the operator sets', async () => {
    await leaveTombstones();
    await db.sql`update private.retentions set kept = interval '10 days' where log = 'tombstones'`;
    await sweep(0);
    await sweep(9.5);
    expect(await tombstones()).toEqual(allTombstones);
    await sweep(10.5);
    expect(await tombstones()).toEqual({});
  });

  it('raises no floor when there was nothing to delete', async () => {
    await sweep(0);
    await sweep(60.5);
    expect(await minSince()).toBe('0');
  });

  it('uses no floor of an earlier epoch', async () => {
    await leaveTombstones();
    await sweep(0);
    // As in a dump of a server whose transaction ids are higher.
    await db.sql`update private.floor_notes set floor = '999999999999'`;
    await db.sql`select private.begin_new_epoch()`;
    await sweep(60.5);
    expect(await tombstones()).toEqual(allTombstones);
    await sweep(121);
    expect(await tombstones()).toEqual({});
  });

  it('deletes up to 5000 rows of a table per call', async () => {
    await db.sql`
      insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed, deleted_at)
      select gen_random_uuid(), ${artist}, 'Deleted track', 'Unknown Artist', 'House', 'deleted/' || n, 1, 1, true, now()
      from generate_series(1, 5001) n`;
    await sweep(0);
    await sweep(60.5);
    expect(await tombstones()).toEqual({ tracks: 1 });
    await sweep(60.6);
    expect(await tombstones()).toEqual({});
  });

  it('changes nothing else, so that no device is notified', async () => {
    await leaveTombstones();
    await db.sql`delete from private.undigested_changes`;
    await sweep(0);
    const watch = await watchChanges(db.sql);
    await watch.takeChanges();
    await sweep(60.5);
    const changes = await watch.takeChanges();
    await watch.stop();
    const ofOtherLogs = / (private\.recent_actions|partitions\.|public\.beta_)/;
    expect(changes.filter((change) => !ofOtherLogs.test(change)).sort()).toEqual(
      [
        'delete private.floor_notes',
        'delete private.recent_messages',
        'delete private.vote_totals',
        'delete private.vote_weights',
        'delete private.unmeasured_tracks',
        'delete public.blocks',
        'delete public.connections',
        'delete public.connections',
        'delete public.messages',
        'delete public.shared_tracks',
        'delete public.track_votes',
        'delete public.tracks',
        'delete public.user_profiles',
        'delete public.user_profiles',
        'insert private.floor_notes',
        'insert private.swept_tracks',
        'update public.sync_meta',
      ].sort(),
    );
    expect([...(await db.sql`select * from private.undigested_changes`)]).toEqual([]);
  });

  it('keeps the tombstones that plays, messages and reports refer to', async () => {
    const [heard, reported] = [await createTrack(db, artist), await createTrack(db, artist)];
    const [gone, writer, written] = [await createPerson(db), await createPerson(db), randomUUID()];
    for (const sender of [gone, writer]) await connect(db, sender, fan);
    await push(db.asUser(gone), [message(fan, 'Hello')]);
    await push(db.asUser(writer), [message(fan, 'Hello', { id: written })]);
    await push(db.asUser(fan), [
      play(heard),
      action('report.send', { subject: 'track', subject_id: reported, reason: 'spam', details: '' }),
      action('report.send', { subject: 'message', subject_id: written, reason: 'spam', details: '' }),
    ]);
    await removeTrack(heard);
    await removeTrack(reported);
    await removeAccount(gone);
    await db.sql`delete from public.messages where id = ${written}`;
    const shown = () => db.sql`
      select (select jsonb_agg(q order by q.id) from public.report_queue q) as reports,
        (select jsonb_agg(p order by p.id) from public.track_plays p where p.user_id = ${fan}) as plays,
        (select jsonb_agg(l order by l.track_id) from private.track_listeners l) as heard`;
    const before = [...(await shown())];
    await sweep(0);
    await sweep(60.5);
    expect(await tombstones()).toEqual({ messages: 1, tracks: 2, user_profiles: 1 });
    expect([...(await shown())]).toEqual(before);
  });

  it('keeps the tracks that the figures of their artists still include', async () => {
    await leaveTombstones();
    await db.sql`update private.artist_figures_state set before_xid = '3'`;
    await sweep(0);
    await sweep(60.5);
    expect(await tombstones()).toEqual({ tracks: 1 });
  });

  it('keeps the profile of an account that still exists', async () => {
    await db.sql`delete from public.user_profiles where id = ${fan}`;
    await sweep(0);
    await sweep(60.5);
    expect(await tombstones()).toEqual({ user_profiles: 1 });
  });

  it('is the only way to delete a tombstone', async () => {
    await leaveTombstones();
    await sweep(0);
    await sweep(60.5);
    expect(await tombstones()).toEqual({});
    await leaveTombstones();
    for (const table of ['shared_tracks', 'connections', 'blocks', 'messages', 'tracks', 'user_profiles'])
      await db.sql`delete from public.${db.sql(table)} where deleted_at is not null`;
    expect(await tombstones()).toEqual(allTombstones);
  });
});

describe('[SY-9] [G-7] An action that waited longer than a tombstone is kept', () => {
  it('is refused with the message for a deleted row', async () => {
    const { track, one } = await leaveTombstones();
    await credit(db, fan, 100);
    const late = () => [
      play(track),
      action('vote.cast', { track_id: track, weight: 5 }),
      action('share.add', { track_id: track }),
      action('track.update', { track_id: track, title: 'Day Bus' }),
      request(one),
      action('connection.answer', { partner_id: artist, status: 'accepted' }),
      action('connection.block', { partner_id: one }),
      message(one, 'Hello'),
    ];
    const results = async () => (await push(db.asUser(fan), late())).map(({ status, result }) => ({ status, result }));
    const ofDeleted = await results();
    expect(ofDeleted.map(({ status, result }) => (status === 'rejected' ? result['code'] : status))).toEqual([
      'track_missing',
      'track_missing',
      'track_missing',
      'track_missing',
      'partner_incomplete',
      'request_missing',
      'person_missing',
      'not_connected',
    ]);
    await sweep(0);
    await sweep(60.5);
    expect(await tombstones()).toEqual({});
    expect(await results()).toEqual(ofDeleted);
    // A deleted row still accepts these actions, but a swept one does not.
    const more = [
      action('report.send', { subject: 'track', subject_id: track, reason: 'spam', details: '' }),
      action('share.remove', { track_id: track }),
    ];
    expect((await push(db.asUser(fan), more)).map(({ result }) => Object(result).code)).toEqual([
      'subject_missing',
      'not_shared',
    ]);
  });

  it('cannot take the id of a swept track', async () => {
    const { track } = await leaveTombstones();
    await sweep(0);
    await sweep(60.5);
    const upload = action('track.create', {
      track_id: track,
      title: 'Night Bus',
      artist_name: 'Otis',
      genre: 'House',
      audio_path: await putFile(db, fan),
      cover_path: null,
      radio_opt_in: false,
      rights_confirmed: true,
    });
    expect(await push(db.asUser(fan), [upload])).toEqual([
      {
        id: upload.id,
        status: 'rejected',
        result: { code: 'track_exists', message: 'This track was uploaded before.' },
      },
    ]);
  });

  it('connects and blocks anew after the earlier row was swept', async () => {
    await leaveTombstones();
    await sweep(0);
    await sweep(60.5);
    const since = await floorNow();
    const outcomes = await push(db.asUser(fan), [request(artist), action('connection.block', { partner_id: artist })]);
    expect(outcomes.map(({ status }) => status)).toEqual(['applied', 'applied']);
    const { rows } = await pullAs(fan, { since, filled_from: since, tables: ['connections', 'blocks'] });
    expect(rows.map(({ t, row }) => `${t} at rev ${row.rev}`).sort()).toEqual([
      'blocks at rev 1',
      'connections at rev 1',
    ]);
  });
});
