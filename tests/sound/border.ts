import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { EngineKind } from '../engines/engine-browser.ts';
import { firefox } from '../engines/firefox.ts';
import { webkit } from '../engines/webkit.ts';
import { by, type Visit } from '../engines/visit.ts';
import { disturbances, findBorders } from './border-sound.ts';
import { chromium } from './chromium.ts';
import { ffmpeg, ffmpegTool } from './ffmpeg.ts';
import type { SoundPart } from './part.ts';
import { HZ, inSoundScene, playOnItsPage, type SoundScene } from './scene.ts';

const MAX_SILENT_MS = 50;
/** Maximum delay or overlap of the next track, and maximum length of a disturbance. */
const MAX_SHIFT_MS = 50;
const ROUNDS = 5;
/** Samples at which the second and the third track begin. No frame of an MP3 begins there. */
const CUTS = [6 * HZ + 500, 11 * HZ + 700];
const TOTAL_S = 15;
/** The recording continues after the last track for this long. */
const AFTER_MS = 2_500;

interface CutSound {
  readonly title: string;
  readonly isSine: boolean;
  /** An input of ffmpeg's lavfi. */
  readonly source: string;
  readonly rate: readonly string[];
}

const noise = 'anoisesrc=color=pink:amplitude=0.2:seed=7:sample_rate=44100,tremolo=f=0.7:d=0.5';
const sounds: readonly CutSound[] = [
  { title: 'Sine', isSine: true, source: 'sine=frequency=441:sample_rate=44100', rate: ['-b:a', '192k'] },
  { title: 'Noise', isSine: false, source: noise, rate: ['-b:a', '192k'] },
  { title: 'Noise at a variable rate', isSine: false, source: noise, rate: ['-q:a', '2'] },
];

interface CutRelease extends CutSound {
  readonly id: string;
  readonly original: Float32Array;
}

/** Cuts a sound into three tracks and encodes each with LAME, which writes the encoder's delay and padding. */
async function makeTracks(
  folder: string,
  { title, source, rate }: CutSound,
): Promise<{ paths: string[]; original: Float32Array }> {
  const raw = join(folder, `${title}.raw`);
  const format = ['-f', 'f32le', '-ar', String(HZ), '-ac', '1'];
  await ffmpeg('-f', 'lavfi', '-i', source, '-t', String(TOTAL_S), ...format, raw);
  const bytes = await readFile(raw);
  const original = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const paths: string[] = [];
  for (const [index, start] of [0, ...CUTS].entries()) {
    const path = join(folder, `${title} ${index + 1}.mp3`);
    const cut = `atrim=start_sample=${start}:end_sample=${CUTS[index] ?? original.length},asetpts=PTS-STARTPTS`;
    await ffmpeg(...format, '-i', raw, '-af', cut, '-ac', '2', '-c:a', 'libmp3lame', ...rate, path);
    paths.push(path);
  }
  return { paths, original };
}

async function publish({ server, artistId }: SoundScene, title: string, trackIds: readonly string[]): Promise<string> {
  const id = randomUUID();
  await server.sql()`
    insert into public.releases (id, user_id, title, artist_name, places, published_at)
    values (${id}, ${artistId}, ${title}, 'Ines Calder', ${[...trackIds]}, now())`;
  await server.sql()`update public.tracks set release_id = ${id} where id = any(${[...trackIds]})`;
  return id;
}

async function record({ soundCard }: SoundScene, visit: Visit, id: string): Promise<Float32Array> {
  const endRecording = soundCard.record();
  await playOnItsPage(visit, `/release/${id}`);
  await pause(TOTAL_S * 1000 + AFTER_MS);
  const { samples } = endRecording();
  // The list repeats. Without a pause, its sound would be in the next recording.
  await visit.press(by('main button', 'Pause'));
  return samples.filter((_, index) => index % 2 === 0);
}

interface HeardBorders {
  readonly silentMs: number[];
  readonly shiftMs: number[];
}

function bordersIn(samples: Float32Array, { isSine, original }: CutRelease): HeardBorders {
  // A sine repeats itself, so its recording cannot be compared with the original.
  if (isSine) return { silentMs: [], shiftMs: disturbances(samples, HZ, TOTAL_S) };
  const borders = findBorders(samples, original, CUTS, HZ);
  return { silentMs: borders.map(({ silentMs }) => silentMs), shiftMs: borders.map(({ lateMs }) => lateMs) };
}

interface Worst {
  silentMs: number;
  shiftMs: number;
}

const told = ({ silentMs, shiftMs }: Worst) =>
  `${silentMs.toFixed(0)} ms of silence, ${shiftMs.toFixed(0)} ms of shift`;

/** Plays each release `rounds` times in a browser that has not played before. @returns the worst figures */
async function listen(
  scene: SoundScene,
  kind: EngineKind,
  releases: readonly CutRelease[],
  rounds: number,
): Promise<Worst> {
  const visit = await scene.open(kind);
  const worst = { silentMs: 0, shiftMs: 0 };
  for (let round = 1; round <= rounds; round += 1)
    for (const release of releases) {
      const { silentMs, shiftMs } = bordersIn(await record(scene, visit, release.id), release);
      worst.silentMs = Math.max(worst.silentMs, ...silentMs);
      worst.shiftMs = Math.max(worst.shiftMs, ...shiftMs.map(Math.abs));
      const rounded = (values: readonly number[]) => values.map((value) => value.toFixed(0)).join(' and ');
      const what = release.isSine
        ? `disturbed ${rounded(shiftMs)} ms`
        : `silent ${rounded(silentMs)} ms, late ${rounded(shiftMs)} ms`;
      console.log(`        ${kind.name}, ${release.title}, round ${round}: ${what}`);
    }
  await visit.browser.quit();
  return worst;
}

/** Records the borders of tracks that are cut from one sound. The first border after a page's start is one with a cold sound card. */
export const border: SoundPart = {
  needs: [ffmpegTool, ...chromium.needs, ...firefox.needs, ...webkit.needs],
  run: (folder) =>
    inSoundScene(folder, async (scene) => {
      const made = [];
      for (const sound of sounds) made.push({ ...sound, ...(await makeTracks(folder, sound)) });
      const ids = await scene.upload(made.flatMap(({ paths }) => paths));
      const releases: CutRelease[] = [];
      for (const { paths, ...release } of made)
        releases.push({ ...release, id: await publish(scene, release.title, ids.splice(0, paths.length)) });
      const inChromium = await listen(scene, chromium, releases, ROUNDS);
      const others = [];
      for (const kind of [firefox, webkit])
        others.push(`${told(await listen(scene, kind, releases, 1))} in ${kind.name}`);
      assert.ok(inChromium.silentMs <= MAX_SILENT_MS && inChromium.shiftMs <= MAX_SHIFT_MS, told(inChromium));
      return `at most ${told(inChromium)} in Chromium; ${others.join(', ')}, which have no limit`;
    }),
};
