import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { copyPreparedDatabase } from '../../../tests/support/prepared-database.ts';
import { makeMp3, withPicture } from '../radio/sample-sound.ts';
import { openTestStack, type TestStack, type TestUser } from '../test-stack.ts';
import { startMeasuring } from './keep-measuring.ts';
import { runMeasureCommand } from './measure-command.ts';
import { measureTracks, openMeasureThread } from './measure-tracks.ts';

let dataDir: string;
let test: TestStack;
let artist: TestUser;
let mp3: Uint8Array;
const printed: string[] = [];
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'undercurrent loudness '));
  await copyPreparedDatabase(dataDir);
  test = await openTestStack({ dataDir });
  artist = await test.createUser();
  mp3 = await makeMp3({ seconds: 3, tone: 1000, bitrate: 128, sampleRate: 48_000 });
});
afterAll(async () => {
  await test.close();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  await test.sql`delete from private.unmeasured_tracks`;
  printed.length = 0;
  for (const method of ['log', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((text: string) => void printed.push(text));
});

/** @param claim loudness that the device claims */
async function addTrack(title: string, bytes: Uint8Array | null = mp3, claim: number | null = null): Promise<string> {
  const id = randomUUID();
  const name = `${artist.id}/${id}.mp3`;
  if (bytes) await test.stack.storage.putObject({ bucket: 'tracks', name, bytes, ownerId: artist.id });
  await test.sql`
    insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed,
                               loudness_lufs, true_peak_dbtp)
    values (${id}, ${artist.id}, ${title}, 'Someone', 'House', ${name}, 4000, 64000, true, ${claim}, ${claim})`;
  return id;
}

const loudnessOf = async (id: string) =>
  (await test.sql`select loudness_lufs as lufs, true_peak_dbtp as peak from public.tracks where id = ${id}`)[0];
/** Sines of 1 and 2 kHz at -6 dBFS, one in each channel: by K-weighting the second sounds 1.5 dB louder. */
const measured = { lufs: expect.closeTo(-5.2, 0), peak: expect.closeTo(-6, 0) };
const env = () => ({ UNDERCURRENT_DATA: dataDir });

it('the server corrects the claim of a device', async () => {
  const id = await addTrack('Liar', mp3, -60);
  const lines: string[] = [];
  const stop = startMeasuring(test.sql, test.stack.storage.findFile, (line) => lines.push(line));
  await expect.poll(() => loudnessOf(id), { timeout: 15_000 }).toEqual(measured);
  await stop();
  expect(lines).toEqual([]);
});

it('the command measures all unmeasured tracks, and bad files do not stop it', async () => {
  const old = [await addTrack('One'), await addTrack('Two', withPicture(mp3, 100_000))];
  const gone = await addTrack('Gone', null, -9);
  const text = await addTrack('Text');
  await writeFile((await test.stack.storage.findFile('tracks', `${artist.id}/${text}.mp3`)) ?? '', 'This is no music.');
  expect(await runMeasureCommand([], env())).toBe(1);
  expect(await Promise.all(old.map(loudnessOf))).toEqual([measured, measured]);
  expect(await loudnessOf(gone)).toEqual({ lufs: -9, peak: -9 });
  expect(printed).toEqual([
    `The loudness of "Text" (${text}) was not measured, because it is no MP3.`,
    `The loudness of "Gone" (${gone}) was not measured, because its file is not in the storage.`,
    'Measured 2 tracks. 2 tracks could not be measured, and play as before.',
  ]);
  printed.length = 0;
  expect(await runMeasureCommand([], env())).toBe(0);
  expect(printed).toEqual(['Nothing new to measure. 2 tracks could not be measured, and play as before.']);
  await test.stack.storage.putObject({
    bucket: 'tracks',
    name: `${artist.id}/${gone}.mp3`,
    bytes: mp3,
    ownerId: artist.id,
  });
  printed.length = 0;
  expect(await runMeasureCommand(['--again'], env())).toBe(1);
  expect(await loudnessOf(gone)).toEqual(measured);
  expect(printed.at(-1)).toBe('Measured 1 track. 1 track could not be measured, and plays as before.');
  await test.sql`delete from public.tracks where id = ${text}`;
  printed.length = 0;
  expect(await runMeasureCommand(['--again'], env())).toBe(0);
  expect(printed).toEqual(['All tracks are measured.']);
});

it('the run after a stopped one measures the remaining tracks', async () => {
  const ids = [await addTrack('First'), await addTrack('Second')];
  const thread = openMeasureThread();
  let count = 0;
  const run = () =>
    measureTracks({
      sql: test.sql,
      thread,
      locate: async (name) => ({ path: (await test.stack.storage.findFile('tracks', name)) ?? '' }),
      isStopped: () => count === 1,
      onFailure: (line) => expect.unreachable(line),
      onProgress: (measuredCount) => (count = measuredCount),
    });
  expect(await run()).toEqual({ measured: 1, failed: 0 });
  expect(await Promise.all(ids.map(loudnessOf))).toEqual([{ lufs: null, peak: null }, measured]);
  count = 0;
  expect(await run()).toEqual({ measured: 1, failed: 0 });
  expect(await loudnessOf(ids[0] ?? '')).toEqual(measured);
  await thread.close();
});

it('the command fetches the files of a project from its Storage', async () => {
  const id = await addTrack('Hosted');
  const gone = await addTrack('Gone', null);
  const project = {
    PROJECT_DATABASE_URL: test.stack.keys.databaseUrl,
    PROJECT_URL: `${test.stack.url}/`,
    PROJECT_SECRET_KEY: test.stack.keys.serviceRoleKey,
  };
  expect(await runMeasureCommand([], project)).toBe(1);
  expect(await loudnessOf(id)).toEqual(measured);
  expect(printed[0]).toBe(`The loudness of "Gone" (${gone}) was not measured, because its file is missing.`);
});

it('a Storage that does not answer leaves all tracks for the next run', async () => {
  await addTrack('Hosted');
  const project = {
    PROJECT_DATABASE_URL: test.stack.keys.databaseUrl,
    PROJECT_URL: 'http://localhost:1',
    PROJECT_SECRET_KEY: 'sb_secret_none',
  };
  expect(await runMeasureCommand([], project)).toBe(1);
  expect(printed.join()).toMatch(
    /^It stopped: Storage did not answer: .*Run it again: it continues where it stopped\.$/,
  );
  expect(await test.sql`select problem from private.unmeasured_tracks`).toEqual([{ problem: null }]);
});

it('a Storage that refuses the key leaves all tracks for the next run', async () => {
  await addTrack('Hosted');
  const project = {
    PROJECT_DATABASE_URL: test.stack.keys.databaseUrl,
    PROJECT_URL: test.stack.url,
    PROJECT_SECRET_KEY: 'sb_secret_wrong',
  };
  expect(await runMeasureCommand([], project)).toBe(1);
  expect(printed.join()).toContain('It stopped: Storage answered');
  expect(await test.sql`select problem from private.unmeasured_tracks`).toEqual([{ problem: null }]);
});

it('the command says what is missing', async () => {
  expect(await runMeasureCommand(['--all'], env())).toBe(2);
  expect(printed[0]).toContain('npm run measure-loudness -- [--again]');
  expect(await runMeasureCommand([], { DATABASE_URL: 'postgres://localhost:1/none', ...env() })).toBe(1);
  expect(printed[1]).toContain('Start the server with npm start, then run this again');
  expect(await runMeasureCommand([], { PROJECT_DATABASE_URL: 'postgres://localhost:1/none' })).toBe(1);
  expect(printed[2]).toContain('Set PROJECT_URL and PROJECT_SECRET_KEY too.');
});
