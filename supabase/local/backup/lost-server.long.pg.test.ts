import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import type { PendingAction, Scope } from '../../../sync/client.ts';
import { tableNames } from '../../../sync/model/tables.ts';
import { hashStoredFiles } from '../../../tests/support/stored-files.ts';
import {
  type Accepted,
  hashOf,
  message,
  newMusic,
  newPerson,
  sendFile,
  sendTrack,
} from '../../../tests/sync/support/acting-person.ts';
import { until } from '../../../tests/sync/support/page.ts';
import { findMissingRows, readStatuses } from '../../../tests/sync/support/server-effects.ts';
import { openVisitedDevice } from '../../../tests/sync/support/visited-device.ts';
import { brokenLedgers } from '../../tests/scene.ts';
import { openTestStack, type TestStack, type TestUser } from '../test-stack.ts';
import { makeBackup } from './make-backup.ts';
import { openPlace } from './open-place.ts';
import { restoreBackup } from './restore-backup.ts';
import { startTestS3 } from './test-s3.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'undercurrent lost server '));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'data');
}

async function start(dataDir: string, port = 0): Promise<TestStack> {
  const opened = await openTestStack({ dataDir, port });
  closers.push(() => opened.close());
  return opened;
}

/** Number of tracks, and of rounds. In each round a person plays another track: a repeated play on the same day is not counted. */
const TRACKS = 5;
/** Uploads per person. The level of these people allows ten tracks (S-16). */
const UPLOADS = 4;
const MOST_MESSAGES = 40;

/** Waits until the device's queue is empty. Reads the queue itself, because `pending` is empty too until the queue has been read. */
const waitUntilSettled = (scope: Scope) =>
  vi.waitFor(async () => expect(await scope.readPending()).toEqual([]), { timeout: 30_000, interval: 20 });

const isAllRefused: (all: readonly PendingAction[]) => boolean = (all) =>
  all.length === 1 && all.every(({ state }) => state.kind === 'dead');

async function pull(scope: Scope): Promise<void> {
  const before = scope.status.get().lastSyncedAt ?? 0;
  scope.syncNow();
  await until(scope.status, ({ lastSyncedAt }) => lastSyncedAt !== null && lastSyncedAt > before, 30_000);
}

it('[SY-8] a server that was lost is restored from a backup in S3 that was made while people used it, and devices and server agree again', async () => {
  const s3 = await startTestS3();
  closers.push(() => s3.close());
  const backups = openPlace('s3://music/radio', s3.env);
  const [lostDir, newDir] = [await newDataDir(), await newDataDir()];
  const first = await start(lostDir);
  const config = { supabaseUrl: first.stack.url, publishableKey: first.stack.keys.publishableKey };
  const [artist, annUser, benUser, stranger] = [
    await first.createUser(),
    await first.createUser(),
    await first.createUser(),
    await first.createUser(),
  ];
  const tracks: string[] = [];
  await first.sql`update auth.users set created_at = '2026-01-01'`;
  for (const { id } of [annUser, benUser]) {
    await first.sql`update public.user_profiles set artist_name = ${id}, avatar_url = ${`${id}/face.png`} where id = ${id}`;
    await first.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on) values (${id}, 'zap', 900, '2026-01-05')`;
    await first.sql`insert into public.blocks (user_id, blocked_id) values (${id}, ${stranger.id})`;
    await first.sql`insert into public.favourites (user_id, track_id) values (${id}, gen_random_uuid())`;
    await first.sql`insert into public.playlist_likes (user_id, playlist_id) values (${id}, gen_random_uuid())`;
    const [playlist] = await first.sql<{ id: string }[]>`
      insert into public.playlists (id, user_id, title) values (gen_random_uuid(), ${id}, 'Night') returning id`;
    await first.sql`
      insert into public.playlist_tracks (id, playlist_id, user_id, track_id, position)
      values (gen_random_uuid(), ${playlist?.id ?? null}, ${id}, gen_random_uuid(), 'a0')`;
    await first.sql`
      insert into public.releases (id, user_id, title, artist_name) values (gen_random_uuid(), ${id}, 'Tides', 'Someone')`;
    await first.sql`
      insert into public.user_cosmetics (user_id, item_id, item_name, category)
      select ${id}, id, name, category from public.store_items where name = 'Glow Border'`;
  }
  await first.sql`insert into public.connections (user_id, connection_id, status) values (${annUser.id}, ${benUser.id}, 'accepted')`;
  const openDevice = (user: TestUser) => openVisitedDevice({ user, ...config });
  const [phone, tablet, laptop] = [openDevice(annUser), openDevice(annUser), openDevice(benUser)];
  const ann = newPerson(annUser, benUser.id, [phone, tablet]);
  const ben = newPerson(benUser, annUser.id, [laptop]);

  /** SHA-256 of each file that was ever sent. */
  const hashes = new Map<string, string>();
  for (let n = 0; n < TRACKS; n += 1) {
    const name = `${artist.id}/${randomUUID()}.mp3`;
    const blob = newMusic();
    await first.stack.storage.putObject({
      bucket: 'tracks',
      name,
      bytes: Buffer.from(await blob.arrayBuffer()),
      ownerId: artist.id,
    });
    hashes.set(`tracks/${name}`, await hashOf(blob));
    const [row] = await first.sql<{ id: string }[]>`
      insert into public.tracks (user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed)
      values (${artist.id}, ${`Track ${n}`}, 'Artist', 'House', ${name}, 180000, ${blob.size}, true) returning id`;
    tracks.push(row?.id ?? '');
  }
  const trackAt = (n: number) => tracks[n % tracks.length] ?? '';

  let isBusy = true;
  let hasBegun = false;
  const answeredBefore: Accepted[] = [];
  let rounds = 0;
  const work = [ann, ben].map(async (person) => {
    for (let n = 0; isBusy; n += 1) {
      const device = person.devices[n % person.devices.length];
      await device?.visit(async (scope) => {
        const accepted: Accepted[] = [];
        if (n < TRACKS) {
          accepted.push(
            await person.act(scope, 'play.record', { track_id: trackAt(n), progress_ms: 30_000, is_manual: true }),
          );
          accepted.push(await person.act(scope, 'share.add', { track_id: trackAt(n) }));
        }
        accepted.push(await person.act(scope, 'vote.cast', { track_id: trackAt(n), weight: 1 + (n % 5) }));
        accepted.push(await person.act(scope, 'profile.update', { bio: `Round ${n}` }));
        if (n < MOST_MESSAGES) accepted.push(await person.act(scope, 'message.send', message(person, `Message ${n}`)));
        if (n < UPLOADS) {
          const { payload } = await sendTrack(scope, `Upload ${n}`, hashes);
          accepted.push(await person.act(scope, 'track.create', payload));
          // Another upload, which the person cancels.
          const { path } = await sendTrack(scope, 'Withdrawn', hashes);
          expect(await scope.uploads.deleteFiles([{ bucket: 'tracks', path }])).toMatchObject({ ok: true });
        }
        await waitUntilSettled(scope);
        if (!hasBegun) answeredBefore.push(...accepted);
      });
      rounds += 1;
    }
  });
  await vi.waitFor(() => expect(rounds).toBeGreaterThan(2), { timeout: 60_000 });
  hasBegun = true;
  const report = await makeBackup(lostDir, backups, 14).finally(() => (isBusy = false));
  await Promise.all(work);
  expect(report.facts.accounts).toBe(4);

  // After the backup, the phone gets no answers; the tablet gets answers but pulls nothing; the laptop gets answers and pulls.
  const lost = await phone.visit((scope) => sendTrack(scope, 'Lost upload', hashes));
  const unheard = await phone.visit(async (scope) => {
    phone.network = 'cut';
    const accepted = [
      await ann.act(scope, 'message.send', message(ann, 'The answer was lost')),
      await ann.act(scope, 'vote.cast', { track_id: trackAt(0), weight: 5 }),
      await ann.act(scope, 'track.create', lost.payload),
    ];
    phone.network = 'loses answers';
    scope.syncNow();
    await vi.waitFor(
      async () => expect(await readStatuses(first, accepted)).toEqual(['applied', 'applied', 'applied']),
      { timeout: 30_000 },
    );
    return accepted;
  });
  const answered = await tablet.visit(async (scope) => {
    tablet.network = 'cut';
    const accepted = [
      await ann.act(scope, 'profile.update', { bio: 'Answered, but not pulled' }),
      await ann.act(scope, 'message.send', message(ann, 'Answered, but not pulled')),
    ];
    tablet.network = 'loses pulls';
    scope.syncNow();
    await until(
      scope.pending,
      (all) => all.length === 2 && all.every(({ state }) => state.kind === 'answered'),
      30_000,
    );
    return accepted;
  });
  const lostTrack = await laptop.visit(async (scope) => {
    const { payload } = await sendTrack(scope, 'Pulled, and lost with the server', hashes);
    await ben.act(scope, 'track.create', payload);
    await ben.act(scope, 'message.send', message(ben, 'Pulled, and lost with the server'));
    await waitUntilSettled(scope);
    return payload.track_id;
  });
  const newPhone = openDevice(benUser);
  await newPhone.visit(pull);

  const { port } = first.stack;
  await first.stack.stop();
  await rm(lostDir, { recursive: true });
  const queued = [
    await phone.visit((scope) => ann.act(scope, 'message.send', message(ann, 'Written without a server'))),
    await tablet.visit((scope) => ann.act(scope, 'vote.cast', { track_id: trackAt(1), weight: 5 })),
    await laptop.visit((scope) => ben.act(scope, 'message.send', message(ben, 'Written without a server'))),
    await newPhone.visit((scope) => ben.act(scope, 'profile.update', { bio: 'Written without a server' })),
  ];
  const refused = await laptop.visit((scope) => ben.act(scope, 'share.add', { track_id: lostTrack }));

  expect((await restoreBackup(backups, null, newDir)).name).toBe(report.name);
  // If this process is root, PostgreSQL runs as another user, who must be able to enter the outer folders.
  const open = process.getuid?.() === 0 ? '755' : '700';
  const modeOf = async (path: string) => ((await stat(join(newDir, path))).mode & 0o777).toString(8);
  expect(await Promise.all(['', 'postgres', 'postgres/cluster', 'storage', 'storage/objects'].map(modeOf))).toEqual([
    open,
    open,
    '700',
    '700',
    '700',
  ]);
  const second = await start(newDir, port);
  for (const device of [phone, tablet]) device.network = 'good';

  await phone.visit(async (scope) => {
    const [dead] = await until(scope.pending, isAllRefused, 30_000);
    expect(dead).toMatchObject({
      payload: lost.payload,
      state: { error: { code: 'file_missing', message: 'The file was not found. Please upload it again.' } },
    });
    expect(await sendFile(scope, lost)).toEqual({ kind: 'up' });
    await scope.retry(dead?.id ?? '');
    await waitUntilSettled(scope);
  });
  await tablet.visit(waitUntilSettled);
  await laptop.visit(async (scope) => {
    const [dead] = await until(scope.pending, isAllRefused, 30_000);
    expect(dead).toMatchObject({
      id: refused.id,
      state: { error: { code: 'track_missing', message: 'This track is no longer available.' } },
    });
    expect(await scope.discard(refused.id)).toBe(true);
  });
  // The restored server does not know the session that began after the backup.
  await newPhone.expireToken();
  await newPhone.visit(async (scope, client) => {
    await until(scope.isLocked, (isLocked) => isLocked, 30_000);
    expect(await scope.readPending()).toHaveLength(1);
    expect(await client.auth.signIn(benUser.email, benUser.password)).toMatchObject({ ok: true });
    await waitUntilSettled(scope);
  });

  const expected = [
    ...answeredBefore,
    ...answered,
    ...queued,
    ...unheard.filter(({ kind }) => kind !== 'track.create'),
  ];
  expect(await readStatuses(second, expected)).toEqual(expected.map(() => 'applied'));
  expect(await findMissingRows(second, expected)).toEqual([]);
  const titles = await second.sql<{ title: string }[]>`select title from public.tracks where title like '%ost %'`;
  expect(titles).toEqual([{ title: 'Lost upload' }]);
  expect(await brokenLedgers(second)).toEqual([]);

  const stored = await hashStoredFiles({
    sql: second.sql,
    url: second.stack.url,
    serviceRoleKey: second.stack.keys.serviceRoleKey,
  });
  const used = await second.sql<
    { file: string }[]
  >`select 'tracks/' || audio_url as file from public.tracks where deleted_at is null`;
  expect(used.length).toBeGreaterThan(TRACKS + 1);
  expect(used.filter(({ file }) => !stored.has(file))).toEqual([]);
  for (const [file, hash] of stored) expect(hash, file).toBe(hashes.get(file));

  for (const [user, devices] of [
    [annUser, [phone, tablet]],
    [benUser, [laptop, newPhone]],
  ] as const) {
    // The server's sweeps may change a row between two visits.
    await vi.waitFor(
      async () => {
        const fresh = openDevice(user);
        await fresh.visit(pull);
        const rows = await fresh.rows();
        expect(new Set(Object.keys(rows).map((key) => key.split('/')[0]))).toEqual(new Set(tableNames));
        for (const device of devices) {
          await device.visit(pull);
          expect(await device.rows()).toEqual(rows);
        }
      },
      { timeout: 60_000, interval: 100 },
    );
  }
}, 300_000);
