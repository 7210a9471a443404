import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RealFile, realFiles } from '../support/real-files.ts';
import { wrapDifference, soundAfterJump } from './heard-position.ts';
import type { Journey, Step } from './journey.ts';
import { RECORDED_HZ } from './sound-card.ts';
import { expectSound, listenIn, openPlayer, seekTo } from './sound.ts';
import { chooseMp3, describeTrack, sendTrack } from './upload-form.ts';
import { by, type Visit } from './visit.ts';

/** Seek targets as shares of the length. */
const SHARES = [0.1, 0.6, 0.97];
/** Interval of the samples of the page's clock. */
const CLOCK_MS = 40;
/** Seconds of clock samples that are compared with the sound of a seek. */
const CLOCK_S = 5;
/**
 * Seconds by which the sound may differ from the page's clock, and the server's length from the file's. `seekTo` checks
 * the clock itself.
 */
const SYNC_TOLERANCE_S = 0.3;
/**
 * Seconds of sound that may be missing after a seek: frames are silent if they use the bit reservoir of earlier frames.
 */
const MISSING_S = 0.5;
/** Seconds by which a length may differ from the catalogue's. */
const LENGTH_S = 0.1;
/** Seconds. Longer files are not decoded as a whole. */
const LONG_S = 600;
/** Time limit for the form to read a file; a two-hour file takes longest. */
const READING_MS = 60_000;
const wavInDisguise = fileURLToPath(new URL('../fixtures/wav-in-disguise.mp3', import.meta.url));

/** Uploads a file as a track. @returns the track's id, and its length according to the server, in s */
async function upload(journey: Journey, kind: string, file: RealFile): Promise<{ id: string; seconds: number }> {
  const { visit, server, email } = journey;
  const path = join(server.folder, 'real.mp3');
  writeFileSync(path, file.bytes);
  await visit.goto('/upload');
  await chooseMp3(journey, path);
  const title = `[...document.querySelectorAll('form input')].find((e) => nameOf(e).startsWith('Title'))`;
  await visit.until('The file is accepted', `text().includes('real.mp3') && !!${title}`, READING_MS);
  if (file.title !== '') await visit.until('Its title', `${title}.value === ${JSON.stringify(file.title)}`, READING_MS);
  await describeTrack(journey, kind.slice(0, 60), 'The Outsiders');
  await sendTrack(journey);
  const [track] = await server.sql()<{ id: string; ms: number }[]>`
    select t.id, t.duration_ms as ms from public.tracks t join auth.users u on u.id = t.user_id
    where u.email = ${email} and t.deleted_at is null order by t.created_at desc limit 1`;
  assert.ok(track, 'a track was created');
  return { id: track.id, seconds: track.ms / 1000 };
}

async function playOnItsPage(visit: Visit, id: string): Promise<void> {
  await visit.goto(`/track/${id}`);
  await listenIn(visit);
  // The player bar appears after the page, with the previous track.
  await visit.until('The bar', '!!player()');
  await visit.press(by('main button', 'Play'));
  await expectSound(visit);
}

/** Differences in seconds. */
interface SeekMeasurement {
  /** Between the sound and the page's clock. */
  off: number;
  /** Between the seek target and the first sound. */
  missing: number;
}

/** Plays a track to its end, with a seek to each of `SHARES`. @returns a measurement per seek; null if its jump is not heard */
async function measureSeeks(
  journey: Journey,
  file: RealFile,
  id: string,
  seconds: number,
): Promise<(SeekMeasurement | null)[]> {
  const { visit } = journey;
  await playOnItsPage(visit, id);
  const length = await visit.evaluate<number>('window.sounding.duration');
  assert.ok(Math.abs(length - seconds) < LENGTH_S, `${length} s long, ${seconds} s in the catalogue`);
  if (seconds < LONG_S) {
    const decoded = await visit.evaluate<number>(`fetch(window.sounding.currentSrc)
      .then((response) => response.arrayBuffer())
      .then((bytes) => new OfflineAudioContext(1, 1, 44100).decodeAudioData(bytes))
      .then(({ duration }) => duration)`);
    assert.ok(Math.abs(decoded - seconds) < LENGTH_S, `${decoded} s decoded, ${seconds} s in the catalogue`);
  }
  await visit.evaluate(`(() => {
    window.sounding.addEventListener('ended', () => (window.hasEnded = true));
    window.clock = [];
    setInterval(() => window.clock.push([Date.now(), window.sounding.currentTime]), ${CLOCK_MS});
  })()`);
  await openPlayer(visit);
  // Seek away from the start first, so that each measured seek is a jump that the tone shows, even in a repeating file.
  await seekTo(visit, 0.3);
  await expectSound(visit);
  const heard: (SeekMeasurement | null)[] = [];
  for (const share of SHARES) heard.push(await measureSeek(journey, file, share));
  if (seconds > LONG_S) await visit.evaluate('window.sounding.currentTime = window.sounding.duration - 2');
  await visit.until('It plays to its end', 'window.hasEnded');
  return heard;
}

async function measureSeek(
  { visit, soundCard }: Journey,
  file: RealFile,
  share: number,
): Promise<SeekMeasurement | null> {
  const endRecording = soundCard.record();
  const from = await visit.evaluate<number>('window.sounding.currentTime');
  await visit.until('The recording has sound before the seek', `window.sounding.currentTime > ${from} + 0.5`);
  await seekTo(visit, share);
  const landed = await visit.evaluate<number>('window.landed');
  await visit.until('Playback continues', `window.hasEnded || window.sounding.currentTime > ${landed} + 0.8`);
  const { samples, endedAt } = endRecording();
  const clock = await visit.evaluate<[at: number, seconds: number][]>(
    `window.clock.slice(-${(1000 * CLOCK_S) / CLOCK_MS})`,
  );
  const sound = soundAfterJump(samples, file);
  if (sound === null) return null;
  const { first, confirmed } = sound;
  const heardAt = endedAt - (samples.length / RECORDED_HZ - confirmed.afterS) * 1000;
  // A busy page may have sampled its clock only after this sound: then compare with the first sample at the new position.
  const since = clock.filter(([, shown]) => Math.abs(shown - landed) < CLOCK_S);
  const [at, seconds] = since.findLast(([sampledAt]) => sampledAt <= heardAt) ?? since[0] ?? [heardAt, Infinity];
  return {
    off: wrapDifference(confirmed.position - seconds - (heardAt - at) / 1000, file.period),
    missing: wrapDifference(first.position - landed, file.period),
  };
}

export const listeningToRealFiles: readonly Step[] = [
  {
    title: 'a long file can be kept on the device while it plays, and seeking in it works',
    async run(journey) {
      const { visit, server } = journey;
      const files = await realFiles();
      for (const kind of ['a quarter of an hour at a variable rate', 'two hours at 32 kbit/s']) {
        const file = files[kind];
        assert.ok(file);
        const { id } = await upload(journey, kind, file);
        await playOnItsPage(visit, id);
        await openPlayer(visit);
        await visit.press(by('button', 'Save on this device'));
        await visit.until(`${kind}: it is kept`, `!!${by('button', 'Saved on this device. Remove')}`, 30_000);
        await seekTo(visit, 0.8);
        await expectSound(visit);
        await server.sql()`select private.remove_track(${id})`;
      }
    },
  },
  {
    title: 'MP3s of every kind upload with their exact length, seek precisely and play to the end',
    async run(journey) {
      const all: SeekMeasurement[] = [];
      const maximum = (of: (heard: SeekMeasurement) => number) => `${Math.round(Math.max(...all.map(of)) * 1000)} ms`;
      for (const [kind, file] of Object.entries(await realFiles())) {
        try {
          const { id, seconds } = await upload(journey, kind, file);
          if (file.seconds !== null)
            assert.ok(Math.abs(seconds - file.seconds) < SYNC_TOLERANCE_S, `${seconds} s long`);
          const heard = (await measureSeeks(journey, file, id, seconds)).filter((measurement) => measurement !== null);
          console.log(
            `        ${kind}: ${heard.map(({ off, missing }) => `${off.toFixed(2)} s off after ${missing.toFixed(2)} s`).join(', ')}`,
          );
          assert.equal(heard.length, SHARES.length, 'each seek is heard');
          assert.deepEqual(
            heard.filter(({ off, missing }) => Math.abs(off) > SYNC_TOLERANCE_S || missing > MISSING_S),
            [],
          );
          all.push(...heard);
          // Frees the upload slot and unlinks the file. The server accepts only a few unlinked files.
          await journey.server.sql()`select private.remove_track(${id})`;
        } catch (error) {
          throw new Error(kind, { cause: error });
        }
      }
      return `at most ${maximum(({ off }) => Math.abs(off))} from the clock, ${maximum(({ missing }) => missing)} missing before the first sound`;
    },
  },
  {
    title: 'a file that is not an MP3 is refused with a message',
    async run(journey) {
      const { visit } = journey;
      await visit.goto('/upload');
      await chooseMp3(journey, wavInDisguise);
      await visit.until('The refusal', `text().includes('MP3 only for uploads!')`);
    },
  },
];
