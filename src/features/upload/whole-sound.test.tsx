import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { createMp3Encoder } from 'wasm-media-encoders';
import { ape, id3v1, id3v2, join } from '../../../sync/media/sample-files.ts';
import { readInWorker } from './read-audio.ts';

/**
 * A tone that rises tells where in the music a moment is, whatever the clock says. The rates of the files are such that
 * without a true table Chromium would seek wrong.
 */
const SECONDS = 40;
const FROM_HZ = 300;
/** Hertz a second. */
const RISE = 60;

interface Kind {
  sampleRate: 44_100 | 22_050 | 8_000;
  channels: 1 | 2;
  bitrate?: 16 | 32 | 128;
  rise?: number;
  seconds?: number;
}

async function sweep({
  sampleRate,
  channels,
  bitrate,
  rise = RISE,
  seconds = SECONDS,
}: Kind): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = await createMp3Encoder();
  const common = { sampleRate, channels, outputSampleRate: sampleRate };
  encoder.configure(bitrate === undefined ? { ...common, vbrQuality: 2 } : { ...common, bitrate });
  let noise = 1;
  const tone = Float32Array.from({ length: seconds * sampleRate }, (_, i) => {
    const t = i / sampleRate;
    noise = (noise * 16_807) % 2_147_483_647;
    // Loud noise in the first third makes a variable rate vary.
    const rough = t < seconds / 3 ? 0.15 * (noise / 1_073_741_824 - 1) : 0;
    return 0.4 * Math.sin(2 * Math.PI * (FROM_HZ * t + (rise / 2) * t * t)) + rough;
  });
  const parts: Uint8Array[] = [];
  for (let from = 0; from < tone.length; from += sampleRate) {
    const slice = tone.subarray(from, from + sampleRate);
    parts.push(encoder.encode(channels === 2 ? [slice, slice] : [slice]).slice());
  }
  parts.push(encoder.finalize().slice());
  return join(parts);
}

const files: Record<string, Uint8Array<ArrayBuffer>> = {};
beforeAll(async () => {
  const varying = await sweep({ sampleRate: 44_100, channels: 2 });
  const zeros = new Uint8Array(1_000_000);
  files['a variable rate without a table'] = varying;
  files['zeros and an APE tag behind it'] = join([varying, zeros, ape(300_000, true), id3v1()]);
  files['garbage and 3 MB of picture before it'] = join([id3v2(2_000_000), new Uint8Array(3000).fill(0x55), varying]);
  files['a constant rate'] = await sweep({ sampleRate: 44_100, channels: 2, bitrate: 128 });
  files['MPEG 2 in mono'] = await sweep({ sampleRate: 22_050, channels: 1, bitrate: 32 });
  files['MPEG 2.5 in mono'] = await sweep({ sampleRate: 8_000, channels: 1, bitrate: 16, rise: 40 });
  files['a cut end'] = varying.slice(0, Math.floor(varying.length * 0.8));
  const half = await sweep({ sampleRate: 44_100, channels: 2, seconds: SECONDS / 2 });
  files['two joined files'] = join([half, id3v1(), id3v2(5000), half]);
});

// A page makes a sound after a press alone.
beforeEach(async () => {
  const button = document.body.appendChild(document.createElement('button'));
  await userEvent.click(button);
  button.remove();
});

/** The loudest tone that is heard now, in hertz. */
function loudest(analyser: AnalyserNode): number {
  const bins = new Float32Array(analyser.frequencyBinCount);
  analyser.getFloatFrequencyData(bins);
  let best = 0;
  for (let at = 1; at < bins.length; at += 1) if ((bins[at] ?? -Infinity) > (bins[best] ?? -Infinity)) best = at;
  return (best * analyser.context.sampleRate) / analyser.fftSize;
}

const heard = (audio: HTMLAudioElement, event: string) =>
  new Promise<void>((resolve) => audio.addEventListener(event, () => resolve(), { once: true }));

/** @param period seconds after which the tone begins again */
async function seekAndListen(blob: Blob, shares: readonly number[], rise: number, period: number) {
  const audio = new Audio(URL.createObjectURL(blob));
  const context = new AudioContext();
  const analyser = new AnalyserNode(context, { fftSize: 8192, smoothingTimeConstant: 0 });
  context.createMediaElementSource(audio).connect(analyser);
  analyser.connect(new GainNode(context, { gain: 0 })).connect(context.destination);
  try {
    await heard(audio, 'canplay');
    await context.resume();
    await audio.play();
    const off: number[] = [];
    for (const share of shares) {
      audio.currentTime = share * audio.duration;
      await heard(audio, 'seeked');
      const start = audio.currentTime;
      // The window of the analyser is filled with what sounds after the seek.
      while (audio.currentTime < start + 0.5) await heard(audio, 'timeupdate');
      const inMusic = (loudest(analyser) - FROM_HZ) / rise + analyser.fftSize / 2 / context.sampleRate;
      off.push(Math.abs(inMusic - (audio.currentTime % period)));
    }
    audio.currentTime = audio.duration - 0.5;
    await heard(audio, 'ended');
    return { off, duration: audio.duration, end: audio.currentTime };
  } finally {
    audio.pause();
    URL.revokeObjectURL(audio.src);
    await context.close();
  }
}

describe('A true MP3 that was made whole', () => {
  it.each([
    ['a variable rate without a table', SECONDS, RISE],
    ['zeros and an APE tag behind it', SECONDS, RISE],
    ['garbage and 3 MB of picture before it', SECONDS, RISE],
    ['a constant rate', SECONDS, RISE],
    ['MPEG 2 in mono', SECONDS, RISE],
    ['MPEG 2.5 in mono', SECONDS, 40],
    ['a cut end', null, RISE],
    ['two joined files', SECONDS, RISE, SECONDS / 2],
  ])(
    'is as long as it sounds, seeks to the true place and plays out: %s',
    { timeout: 60_000 },
    async (kind, seconds, rise, period = SECONDS) => {
      const bytes = files[kind];
      if (!bytes) throw new Error('no such file');
      const { read } = await readInWorker(new Blob([bytes]));
      if (read.kind !== 'whole') throw new Error(read.kind);
      const decoded = await new OfflineAudioContext(1, 1, 8000).decodeAudioData(await read.blob.arrayBuffer());
      expect(Math.abs(decoded.duration - read.durationMs / 1000)).toBeLessThan(0.1);
      if (seconds !== null) expect(Math.abs(read.durationMs / 1000 - seconds)).toBeLessThan(0.3);
      // A table has 256 steps: of a longer file with a varying rate each would be too many milliseconds.
      const { off, duration, end } = await seekAndListen(read.blob, [0.1, 0.6, 0.97], rise, period);
      expect(Math.max(...off)).toBeLessThan(0.3);
      expect(Math.abs(duration - read.durationMs / 1000)).toBeLessThan(0.1);
      expect(Math.abs(end - duration)).toBeLessThan(0.1);
    },
  );
});
