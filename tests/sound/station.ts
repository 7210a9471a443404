import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { TARGET_LUFS } from '../../supabase/functions/_shared/media/play-gain.ts';
import { STREAM_PATH } from '../../supabase/local/radio/now-playing.ts';
import { levelAt } from '../../supabase/local/radio/sample-sound.ts';
import { listenTo, type StreamListener } from '../radio/listener.ts';
import { chromium } from './chromium.ts';
import { ffmpeg, ffmpegTool, measureSamples } from './ffmpeg.ts';
import type { SoundPart } from './part.ts';
import { HZ, inSoundScene, type SoundScene } from './scene.ts';
import { makeUnevenTracks, type UnevenTrack } from './uneven-tracks.ts';

const TOLERANCE_LU = 1;
/** Length of the parts of the stream. The track of each part is recognised by its tone. */
const PART_S = 0.5;
/** A part belongs to a track if the level of the track's tone is more than this many times that of each other tone. */
const CLEAR = 4;
const ENOUGH_S = 8;
const STEP_MS = 10_000;
const WITHIN_MS = 180_000;
const CONNECTED_WITHIN_MS = 20_000;

async function decode(mp3: Uint8Array, folder: string): Promise<Float32Array> {
  const [from, to] = [join(folder, 'stream.mp3'), join(folder, 'stream.raw')];
  await writeFile(from, mp3);
  await ffmpeg('-i', from, '-f', 'f32le', '-ar', String(HZ), '-ac', '2', to);
  const bytes = await readFile(to);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/** For each track, the samples of the stream in which it alone is heard. */
function samplesOf(tracks: readonly UnevenTrack[], stream: Float32Array): Float32Array[] {
  const size = 2 * Math.round(PART_S * HZ);
  const parts = Array.from({ length: Math.floor(stream.length / size) }, (_, index) =>
    stream.subarray(index * size, (index + 1) * size),
  );
  const heard = parts.map((part) => {
    const left = part.filter((_, index) => index % 2 === 0);
    const levels = tracks.map(({ toneHz }) => levelAt(toneHz, left, HZ));
    return levels.findIndex((level) => levels.every((other) => other === level || level > CLEAR * other));
  });
  return tracks.map((_, track) => {
    // The first and the last part of an airing may contain another track too.
    const own = parts.filter((_part, index) => [-1, 0, 1].every((step) => heard[index + step] === track));
    const samples = new Float32Array(own.length * size);
    for (const [index, part] of own.entries()) samples.set(part, index * size);
    return samples;
  });
}

/** Puts only these tracks on the radio, and restarts the server, so that the station has played none of them. */
async function putOnAir({ server }: SoundScene, ids: readonly string[]): Promise<void> {
  await server.sql()`update public.tracks set radio_opt_in = false, sponsored = false, sponsored_at = null where id <> all(${[...ids]})`;
  await server.sql()`update public.tracks set radio_opt_in = true where id = any(${[...ids]})`;
  await server.stop();
  await server.start();
}

/** Connects to the stream, with retries, because a station that has just started is off the air. */
async function connect({ server }: SoundScene): Promise<StreamListener> {
  for (const until = Date.now() + CONNECTED_WITHIN_MS; ; await pause(500)) {
    const listener = await listenTo(`${server.address}/radio${STREAM_PATH}`);
    if (listener.status === 200) return listener;
    listener.stop();
    if (Date.now() > until) throw new Error(`The station answers ${listener.status}`);
  }
}

/** Puts tracks of different loudness on the radio, and checks that the loud ones are equally loud in the stream. */
export const station: SoundPart = {
  needs: [ffmpegTool, ...chromium.needs],
  run: (folder) =>
    inSoundScene(folder, async (scene) => {
      const tracks = await makeUnevenTracks(folder);
      await putOnAir(scene, await scene.upload(tracks.map(({ path }) => path)));
      const listener = await connect(scene);
      const until = Date.now() + WITHIN_MS;
      let heard: Float32Array[] = [];
      const isEnough = () => heard.length > 0 && heard.every((samples) => samples.length >= 2 * HZ * ENOUGH_S);
      while (!isEnough()) {
        assert.ok(Date.now() < until, `heard ${heard.map(({ length }) => length / 2 / HZ).join(', ')} s of the tracks`);
        await pause(STEP_MS);
        heard = samplesOf(tracks, await decode(listener.bytes(), folder));
      }
      listener.stop();
      const lufs: number[] = [];
      for (const samples of heard) lufs.push((await measureSamples(samples, HZ, join(folder, 'track.raw'))).lufs);
      const loud = lufs.filter((_, index) => (tracks[index]?.lufs ?? -Infinity) >= TARGET_LUFS);
      const apart = Math.max(...loud) - Math.min(...loud);
      const note = `files of ${tracks.map((track) => track.lufs).join(', ')} LUFS are heard at ${lufs.join(', ')} LUFS`;
      assert.ok(apart <= TOLERANCE_LU, note);
      return note;
    }),
};
