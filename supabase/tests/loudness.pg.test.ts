import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase } from '../../tests/support/postgres.ts';
import { action, createTrack, outcome, pull, putFile } from './scene.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

/** Uploads a track with these fields in the payload. @returns its synced row */
async function upload(fields: Record<string, unknown>) {
  const artist = await db.createUser();
  const created = action('track.create', {
    track_id: randomUUID(),
    title: 'Night Bus',
    artist_name: 'Nina',
    genre: 'House',
    audio_path: await putFile(db, artist),
    cover_path: null,
    radio_opt_in: true,
    rights_confirmed: true,
    ...fields,
  });
  expect(await outcome(db.asUser(artist), created)).toMatchObject({ success: true });
  const { rows } = await pull(db.asUser(artist), { tables: ['tracks'] });
  const own = rows.find(({ row }) => row?.['id'] === created.payload['track_id']);
  return { artist, id: String(created.payload['track_id']), row: own?.row };
}

const loudnessOf = async (id: string) =>
  (await db.sql`select loudness_lufs as lufs, true_peak_dbtp as peak from public.tracks where id = ${id}`)[0];
const readUnmeasured = async () =>
  (await db.sql<{ id: string }[]>`select id from private.tracks_to_measure(1000)`).map(({ id }) => id);
const record = (id: string, lufs: number | null, peak: number | null, problem: string | null = null) =>
  db.sql`select private.record_loudness(${id}, ${lufs}, ${peak}, ${problem})`;

it('a measurement outside the range of a column is stored as its bound', async () => {
  const { id } = await upload({});
  await record(id, 24.1, 31);
  const [row] = await db.sql`select loudness_lufs, true_peak_dbtp from public.tracks where id = ${id}`;
  expect(row).toEqual({ loudness_lufs: 10, true_peak_dbtp: 20 });
  expect(await readUnmeasured()).not.toContain(id);
});

describe('the measurement of the device', () => {
  it('is stored with the track, and synced', async () => {
    const { row } = await upload({ loudness_lufs: -8.317, true_peak_dbtp: 0.42 });
    expect(row).toMatchObject({ loudness_lufs: -8.32, true_peak_dbtp: 0.42 });
  });

  it('is absent from the uploads of earlier apps, and of devices that could not measure', async () => {
    expect((await upload({})).row).toMatchObject({ loudness_lufs: null, true_peak_dbtp: null });
    const nothing = { loudness_lufs: null, true_peak_dbtp: null };
    expect((await upload(nothing)).row).toMatchObject(nothing);
  });

  it.each([
    [-70.1, -1],
    [10.1, -1],
    [-8, 20.1],
    [-8, -100.1],
    [1e300, 1e300],
    ['-8', '-1'],
    ['NaN', 'NaN'],
    [[-8], { db: -1 }],
    [true, false],
    [-8, null],
    [null, -1],
  ])('does not count if it is absurd, and the upload succeeds: %j, %j', async (lufs, peak) => {
    const { row } = await upload({ loudness_lufs: lufs, true_peak_dbtp: peak });
    expect(row).toMatchObject({ loudness_lufs: null, true_peak_dbtp: null });
  });
});

describe('the measurement of the server', () => {
  it('replaces the claim of the device, and is synced', async () => {
    const { id, artist, row } = await upload({ loudness_lufs: -60, true_peak_dbtp: -50 });
    expect(await readUnmeasured()).toContain(id);
    await record(id, -8.32, 0.1);
    const { rows } = await pull(db.asUser(artist), { tables: ['tracks'] });
    expect(rows.find((changed) => changed.row?.['id'] === id)?.row).toMatchObject({
      loudness_lufs: -8.32,
      true_peak_dbtp: 0.1,
      rev: Number(row?.['rev']) + 1,
    });
    expect(await readUnmeasured()).not.toContain(id);
  });

  it('changes no row if the device was right', async () => {
    const { id, row } = await upload({ loudness_lufs: -8.32, true_peak_dbtp: 0.1 });
    await record(id, -8.32, 0.1);
    expect(await db.sql`select rev::integer from public.tracks where id = ${id}`).toEqual([{ rev: row?.['rev'] }]);
  });

  it('is null for silence', async () => {
    const { id } = await upload({ loudness_lufs: -8, true_peak_dbtp: 0 });
    await record(id, null, null);
    expect(await loudnessOf(id)).toEqual({ lufs: null, peak: null });
    expect(await readUnmeasured()).not.toContain(id);
  });

  it('is not tried again after a file could not be measured; the claim of the device stays', async () => {
    const { id } = await upload({ loudness_lufs: -8, true_peak_dbtp: 0 });
    await record(id, null, null, 'it cannot be decoded');
    expect(await loudnessOf(id)).toEqual({ lufs: -8, peak: 0 });
    expect(await readUnmeasured()).not.toContain(id);
  });

  it('is due for the newest track first, and never for a deleted one', async () => {
    const artist = await db.createUser();
    const first = await createTrack(db, artist);
    const second = await createTrack(db, artist);
    const deleted = await createTrack(db, artist);
    await db.sql`delete from public.tracks where id = ${deleted}`;
    expect((await readUnmeasured()).slice(0, 2)).toEqual([second, first]);
    await record(deleted, -8, 0);
    expect(await loudnessOf(deleted)).toEqual({ lufs: null, peak: null });
  });
});

describe('the columns', () => {
  it.each([
    ['NaN', '0'],
    ['-8', 'NaN'],
    ['Infinity', '0'],
    ['-71', '-1'],
    ['11', '0'],
    ['-8', null],
    [null, '0'],
  ])('refuse %s, %s from anybody', async (lufs, peak) => {
    const id = await createTrack(db, await db.createUser());
    await expect(
      db.sql`update public.tracks set loudness_lufs = ${lufs}::real, true_peak_dbtp = ${peak}::real where id = ${id}`,
    ).rejects.toThrow('tracks_loudness_is_plausible');
  });

  it('cannot be written by the artist, who cannot record a measurement either', async () => {
    const artist = await db.createUser();
    const id = await createTrack(db, artist);
    await expect(
      db
        .asUser(artist)
        .run((tx) => tx`update public.tracks set loudness_lufs = -8, true_peak_dbtp = 0 where id = ${id}`),
    ).rejects.toThrow('permission denied');
    await expect(db.asUser(artist).run((tx) => tx`select private.record_loudness(${id}, -8, 0, null)`)).rejects.toThrow(
      'permission denied',
    );
  });
});
