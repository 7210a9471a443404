import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { bytesToRead, readPlacedFrames } from '../../sync/media/frame-table.ts';
import { makeMp4Head } from '../../sync/media/mp4-head.ts';
import { type RealFile, realFiles } from '../../tests/support/real-files.ts';
import { FROM_HZ } from '../../tests/support/sweep.ts';
import { readInWorker } from './read-audio.ts';

/** Length in seconds from which a file is not decoded as a whole. */
const LONG_S = 600;
let files: Record<string, RealFile>;
beforeAll(async () => {
  files = await realFiles();
});

// Browsers allow sound only after a user gesture.
beforeEach(async () => {
  const button = document.body.appendChild(document.createElement('button'));
  await userEvent.click(button);
  button.remove();
});

/** The service worker serves variable-bitrate files as MP4. */
async function asPlayed(blob: Blob): Promise<Blob> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const placed = readPlacedFrames(bytes.subarray(0, bytesToRead(bytes)), bytes.length);
  return placed ? new Blob([makeMp4Head(placed), bytes.subarray(placed.from)], { type: 'audio/mp4' }) : blob;
}

function loudest(analyser: AnalyserNode): number {
  const bins = new Float32Array(analyser.frequencyBinCount);
  analyser.getFloatFrequencyData(bins);
  let best = 0;
  for (let at = 1; at < bins.length; at += 1) if ((bins[at] ?? -Infinity) > (bins[best] ?? -Infinity)) best = at;
  return (best * analyser.context.sampleRate) / analyser.fftSize;
}

const nextEvent = (audio: HTMLAudioElement, event: string) =>
  new Promise<void>((resolve) => audio.addEventListener(event, () => resolve(), { once: true }));

async function seekAndListen(blob: Blob, shares: readonly number[], { rise, period }: RealFile) {
  const audio = new Audio(URL.createObjectURL(blob));
  const context = new AudioContext();
  const analyser = new AnalyserNode(context, { fftSize: 8192, smoothingTimeConstant: 0 });
  context.createMediaElementSource(audio).connect(analyser);
  analyser.connect(new GainNode(context, { gain: 0 })).connect(context.destination);
  try {
    await nextEvent(audio, 'canplay');
    await context.resume();
    await audio.play();
    const off: number[] = [];
    for (const share of shares) {
      audio.currentTime = share * audio.duration;
      await nextEvent(audio, 'seeked');
      const start = audio.currentTime;
      // Wait until the analyser's window holds only audio after the seek.
      while (audio.currentTime < start + 0.5) await nextEvent(audio, 'timeupdate');
      const inMusic = (loudest(analyser) - FROM_HZ) / rise + analyser.fftSize / 2 / context.sampleRate;
      off.push(Math.abs(inMusic - (audio.currentTime % period)));
    }
    audio.currentTime = audio.duration - 0.5;
    await nextEvent(audio, 'ended');
    return { off, duration: audio.duration, end: audio.currentTime };
  } finally {
    audio.pause();
    URL.revokeObjectURL(audio.src);
    await context.close();
  }
}

describe('A real MP3 after repair', () => {
  it.each([
    'a variable rate without a table',
    'a variable rate with a table, and 3 MB of picture in ID3v2.4',
    'zeros and an APE tag after the audio',
    'garbage before the audio',
    'a constant rate, and ID3v1 alone',
    'MPEG 2 in mono',
    'MPEG 2.5 in mono',
    'a truncated end',
    'two joined files',
    'a quarter of an hour at a variable rate',
    'two hours at 32 kbit/s',
  ])('has the right duration, seeks exactly and plays to its end: %s', { timeout: 60_000 }, async (kind) => {
    const file = files[kind];
    if (!file) throw new Error('no such file');
    const { read } = await readInWorker(new Blob([file.bytes]));
    if (read.kind !== 'whole') throw new Error(read.kind);
    const seconds = read.durationMs / 1000;
    if (seconds < LONG_S) {
      const decoded = await new OfflineAudioContext(1, 1, 8000).decodeAudioData(await read.blob.arrayBuffer());
      expect(Math.abs(decoded.duration - seconds)).toBeLessThan(0.1);
    }
    if (file.seconds !== null) expect(Math.abs(seconds - file.seconds)).toBeLessThan(0.3);
    const { off, duration, end } = await seekAndListen(await asPlayed(read.blob), [0.1, 0.6, 0.97], file);
    expect(Math.max(...off)).toBeLessThan(0.3);
    expect(Math.abs(duration - seconds)).toBeLessThan(0.1);
    expect(Math.abs(end - duration)).toBeLessThan(0.1);
  });
});
