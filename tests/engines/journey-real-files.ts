import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RealFile, realFiles } from '../support/real-files.ts';
import { FROM_HZ } from '../support/sweep.ts';
import type { Journey, Step } from './journey.ts';
import { listenIn, seekTo } from './sound.ts';
import { chooseMp3, describe, sendTrack } from './upload-form.ts';
import { by } from './visit.ts';

/** How far the sound may be from the clock, and the length from the true one, in s. */
const PLACE_S = 0.3;
const LENGTH_S = 0.1;
/** What is longer is not decoded as a whole. */
const LONG_S = 600;

/** Hears into the element that plays: `window.tone()` is the loudest tone now, in hertz, `window.toneAge` how old it is. */
const hearTone = `(async () => {
  const context = new AudioContext();
  const analyser = new AnalyserNode(context, { fftSize: 8192, smoothingTimeConstant: 0 });
  context.createMediaElementSource(window.sounding).connect(analyser);
  analyser.connect(new GainNode(context, { gain: 0 })).connect(context.destination);
  await context.resume();
  const bins = new Float32Array(analyser.frequencyBinCount);
  window.toneAge = analyser.fftSize / 2 / context.sampleRate;
  window.tone = () => {
    analyser.getFloatFrequencyData(bins);
    let best = 0;
    for (let at = 1; at < bins.length; at += 1) if (bins[at] > bins[best]) best = at;
    return (best * context.sampleRate) / analyser.fftSize;
  };
  window.sounding.addEventListener('ended', () => (window.hasEnded = true));
})()`;

/** Seconds that the sound is away from where the clock is. */
async function offPlace({ visit }: Journey, { rise, period }: RealFile): Promise<number> {
  const [tone, clock, age] = await visit.ask<[number, number, number]>(
    '[window.tone(), window.sounding.currentTime, window.toneAge]',
  );
  const off = (tone - FROM_HZ) / rise + age - (clock % period);
  // Around the place where the tone begins again.
  return Math.min(Math.abs(off), Math.abs(off - period), Math.abs(off + period));
}

/** Uploads a file through the form. @returns its track, and how long the server says it is, in s */
async function upload(journey: Journey, kind: string, file: RealFile): Promise<{ id: string; seconds: number }> {
  const { visit, server, email } = journey;
  const path = join(server.folder, 'real.mp3');
  writeFileSync(path, file.bytes);
  await visit.goto('/upload');
  await chooseMp3(journey, path);
  await visit.until('The file is taken', `text().includes('real.mp3') && !text().includes('Checking')`, 60_000);
  await visit.until('Its form', `!!by('form input', /^Title/)`);
  if (file.title !== '') await visit.until('Its title', `by('form input', /^Title/).value === '${file.title}'`);
  await describe(journey, kind.slice(0, 60), 'The Outsiders');
  await sendTrack(journey);
  const [track] = await server.sql()<{ id: string; ms: number }[]>`
    select t.id, t.duration_ms as ms from public.tracks t join auth.users u on u.id = t.user_id
    where u.email = ${email} and t.deleted_at is null order by t.created_at desc limit 1`;
  assert.ok(track, 'a track was made');
  return { id: track.id, seconds: track.ms / 1000 };
}

/** Plays a track of its own page to its end, over three places. @returns the farthest that a sound was from its place, in s */
async function hear(journey: Journey, file: RealFile, id: string, seconds: number): Promise<number> {
  const { visit } = journey;
  await visit.goto(`/track/${id}`);
  const play = by('main button', 'Play');
  await visit.until('The page', `!!${play}`);
  await listenIn(visit);
  await visit.press(play);
  await visit.until('It plays', `player()?.dataset.state === 'playing' && window.sounding?.currentTime > 0`);
  const length = await visit.ask<number>('window.sounding.duration');
  assert.ok(Math.abs(length - seconds) < LENGTH_S, `${length} s long, ${seconds} s in the catalogue`);
  if (seconds < LONG_S) {
    const decoded = await visit.ask<number>(
      `fetch(window.sounding.currentSrc).then((a) => a.arrayBuffer()).then((b) => new OfflineAudioContext(1, 1, 44100).decodeAudioData(b)).then((d) => d.duration)`,
    );
    assert.ok(Math.abs(decoded - seconds) < LENGTH_S, `${decoded} s decoded, ${seconds} s in the catalogue`);
  }
  await visit.ask(hearTone);
  await visit.press(by('button', /^Open player/));
  const offs: number[] = [];
  for (const share of [0.1, 0.6, 0.97]) {
    await seekTo(visit, share);
    await visit.until('The sound goes on', 'window.sounding.currentTime > window.landed + 0.5');
    const off = await offPlace(journey, file);
    assert.ok(off < PLACE_S, `at ${share * 100} % the sound is ${off.toFixed(2)} s away from the clock`);
    offs.push(off);
  }
  await visit.ask('window.sounding.currentTime = window.sounding.duration - 1');
  await visit.until('It plays to its end', 'window.hasEnded');
  return Math.max(...offs);
}

export const listeningToRealFiles: readonly Step[] = [
  {
    title: 'MP3s of every kind are uploaded as long as they are, seek to the true place and play out',
    async run(journey) {
      const farthest: number[] = [];
      for (const [kind, file] of Object.entries(await realFiles())) {
        try {
          const { id, seconds } = await upload(journey, kind, file);
          if (file.seconds !== null) assert.ok(Math.abs(seconds - file.seconds) < PLACE_S, `${seconds} s long`);
          farthest.push(await hear(journey, file, id, seconds));
          // Frees its slot.
          await journey.server.sql()`update public.tracks set deleted_at = now() where id = ${id}`;
        } catch (error) {
          throw new Error(kind, { cause: error });
        }
      }
      return `${farthest.length} files, at most ${Math.round(Math.max(...farthest) * 1000)} ms away`;
    },
  },
];
