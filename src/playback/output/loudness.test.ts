import { MPEGDecoder } from 'mpg123-decoder';
import { describe, expect, it } from 'vitest';
import { createMp3Encoder } from 'wasm-media-encoders';
import { type Decode, readLoudness } from './loudness.ts';

const decode: Decode = async (frames) => {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { channelData } = decoder.decode(frames);
  decoder.free();
  return channelData[0] ?? new Float32Array();
};

async function tone(loudness: number[], seconds: number): Promise<Uint8Array<ArrayBuffer>> {
  const rate = 44_100;
  const samples = Float32Array.from({ length: rate * seconds }, (_, i) => {
    const part = Math.floor((i / (rate * seconds)) * loudness.length);
    return (loudness[part] ?? 0) * Math.sin((i * 2 * Math.PI * 330) / rate);
  });
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: rate, channels: 1, bitrate: 64 });
  return Uint8Array.from([...encoder.encode([samples]).slice(), ...encoder.finalize().slice()]);
}

describe('the loudness of a track', () => {
  it('follows the audio over time, across several decode slices', async () => {
    const loudness = [0.1, 0.5, 0.5, 0, 0.5, 0.25, 0.25, 0.5, 0.05, 0.5];
    const read = await readLoudness(await tone(loudness, 60), 10, decode);
    const expected = [0.2, 1, 1, 0, 1, 0.5, 0.5, 1, 0.1, 1];
    expect(read).toHaveLength(expected.length);
    // The encoder's delay carries a frame of one part into the next.
    expect(read?.filter((value, part) => Math.abs(value - (expected[part] ?? 0)) > 0.06)).toEqual([]);
  });

  it('is null for bytes that are not MP3 and for MP3 that cannot be decoded', async () => {
    expect(await readLoudness(new Uint8Array(5000), 10, decode)).toBeNull();
    const refused: Decode = () => Promise.reject(new DOMException('Unable to decode audio data', 'EncodingError'));
    expect(await readLoudness(await tone([0.5], 2), 10, refused)).toBeNull();
  });
});
