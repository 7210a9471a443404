import { expect, it } from 'vitest';
import { createMp3Encoder } from 'wasm-media-encoders';
import { MPEGDecoder } from 'mpg123-decoder';
import { type DecodeFrames, measureMpeg } from '../../supabase/functions/_shared/media/measure-mpeg.ts';
import { measureLoudness } from './measure-loudness.ts';

const RATE = 44_100;

/** An MP3 of two sines with a level that rises and falls, by default longer than one decoded part. */
async function song(channels: 1 | 2, level: number, seconds = 40): Promise<Uint8Array<ArrayBuffer>> {
  const samples = Float32Array.from({ length: RATE * seconds }, (_, i) => {
    const swell = 0.6 + 0.4 * Math.sin((2 * Math.PI * i) / RATE / 7);
    return level * swell * (Math.sin((i * 2 * Math.PI * 330) / RATE) + 0.4 * Math.sin((i * 2 * Math.PI * 2900) / RATE));
  });
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: RATE, channels, bitrate: 128 });
  const parts: number[] = [];
  for (let from = 0; from < samples.length; from += RATE) {
    const part = samples.subarray(from, from + RATE);
    parts.push(...encoder.encode(channels === 1 ? [part] : [part, part]));
  }
  return Uint8Array.from([...parts, ...encoder.finalize()]);
}

/** Decodes as the server does. */
const decodeByServer: DecodeFrames = async (frames) => {
  const decoder = new MPEGDecoder({ enableGapless: false });
  await decoder.ready;
  const { channelData } = decoder.decode(frames);
  decoder.free();
  return channelData;
};

it.each([
  [2, 0.7],
  [2, 0.05],
  [1, 0.5],
] as const)('a device measures %i channels at %f as the server does, within 0.1 LU', async (channels, level) => {
  const bytes = await song(channels, level);
  const [device, server] = await Promise.all([measureLoudness(new Blob([bytes])), measureMpeg(bytes, decodeByServer)]);
  expect(server?.lufs).toBeLessThan(0);
  expect(Math.abs((device?.lufs ?? NaN) - (server?.lufs ?? NaN))).toBeLessThan(0.1);
  expect(Math.abs((device?.truePeakDbtp ?? NaN) - (server?.truePeakDbtp ?? NaN))).toBeLessThan(0.1);
});

it('a file that cannot be measured is null', async () => {
  expect(await measureLoudness(new Blob(['no sound']))).toBeNull();
});
