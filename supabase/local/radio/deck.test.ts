import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { openDeck, readFrameTable } from './deck.ts';
import { LEVEL, levelAt, makeMp3, withPicture, type SoundOptions } from './sample-sound.ts';
import { SAMPLE_RATE } from './stream-format.ts';

async function play(
  bytes: Uint8Array,
  fromMs = 0,
  untilMs: number | null = null,
  gain = 1,
): Promise<{ left: Float32Array; right: Float32Array }> {
  const table = readFrameTable(bytes);
  if (!table) throw new Error('It is no MP3');
  const deck = await openDeck(bytes, table, { fromMs, untilMs, gain });
  const left: Float32Array[] = [];
  const right: Float32Array[] = [];
  for (let sound = deck.read(); sound; sound = deck.read()) {
    left.push(sound.left);
    right.push(sound.right);
  }
  deck.close();
  return { left: join(left), right: join(right) };
}

function join(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((total, part) => total + part.length, 0));
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}

const middle = (sound: Float32Array) => sound.subarray(SAMPLE_RATE, 2 * SAMPLE_RATE);

describe('A deck', () => {
  it.each<SoundOptions>([
    { seconds: 3, tone: 440, bitrate: 128 },
    { seconds: 3, tone: 440 },
    { seconds: 3, tone: 440, sampleRate: 22_050, channels: 1, bitrate: 64 },
    { seconds: 3, tone: 440, sampleRate: 48_000, bitrate: 320 },
    { seconds: 3, tone: 440, sampleRate: 8_000, channels: 1, bitrate: 16 },
  ])('plays %o as stereo at 44.1 kHz, with its level and pitch', async (options) => {
    const { left, right } = await play(await makeMp3(options));
    expect(Math.abs(left.length / SAMPLE_RATE - 3)).toBeLessThan(0.3);
    expect(right.length).toBe(left.length);
    expect(levelAt(440, middle(left), SAMPLE_RATE)).toBeCloseTo(LEVEL, 1);
    expect(levelAt(options.channels === 1 ? 440 : 880, middle(right), SAMPLE_RATE)).toBeCloseTo(LEVEL, 1);
  });

  it.each<SoundOptions>([
    { seconds: 3, tone: 440, bitrate: 128 },
    { seconds: 3, tone: 440, channels: 1, bitrate: 64 },
    { seconds: 3, tone: 440, sampleRate: 48_000, bitrate: 320 },
  ])('turns both channels down by its gain: %o', async (options) => {
    const mp3 = await makeMp3(options);
    const [full, lower] = [await play(mp3), await play(mp3, 0, null, 0.25)];
    for (const side of ['left', 'right'] as const) {
      const tone = side === 'left' || options.channels === 1 ? 440 : 880;
      const [before, after] = [full, lower].map((sound) => levelAt(tone, middle(sound[side]), SAMPLE_RATE));
      expect(after).toBeCloseTo((before ?? NaN) / 4, 4);
    }
  });

  it('begins at the requested position, to within 20 ms', async () => {
    const whole = await play(await makeMp3({ seconds: 8, tone: 440, bitrate: 128 }));
    const part = await play(await makeMp3({ seconds: 8, tone: 440, bitrate: 128 }), 5_000);
    const missing = (whole.left.length - part.left.length) / SAMPLE_RATE;
    expect(Math.abs(missing - 5)).toBeLessThan(0.02);
    expect(levelAt(440, part.left.subarray(0, SAMPLE_RATE), SAMPLE_RATE)).toBeCloseTo(LEVEL, 1);
  });

  it.each<SoundOptions>([
    { seconds: 12, tone: 440, bitrate: 128 },
    { seconds: 12, tone: 440, sampleRate: 22_050, channels: 1, bitrate: 64 },
  ])('ends at the requested position, faded out: %o (S-55)', async (options) => {
    const mp3 = await makeMp3(options);
    for (const fromMs of [0, 5000]) {
      const { left, right } = await play(mp3, fromMs, 9000);
      expect([left.length, right.length]).toEqual([9 - fromMs / 1000, 9 - fromMs / 1000].map((s) => s * SAMPLE_RATE));
      const levelOf = (second: number) => {
        const from = (second - fromMs / 1000) * SAMPLE_RATE;
        return levelAt(440, left.subarray(from, from + SAMPLE_RATE / 10), SAMPLE_RATE);
      };
      expect(levelOf(5.1)).toBeCloseTo(LEVEL, 1);
      expect(levelOf(7)).toBeCloseTo(LEVEL / 2, 1);
      expect(levelOf(8.8)).toBeLessThan(LEVEL / 10);
    }
    expect((await play(mp3, 9000, 9000)).left.length).toBe(0);
  });

  it('has nothing to play beyond the end', async () => {
    const { left } = await play(await makeMp3({ seconds: 3, tone: 440, bitrate: 128 }), 60_000);
    expect(left.length).toBe(0);
  });

  it('is not confused by a picture that looks like audio frames', async () => {
    const mp3 = await makeMp3({ seconds: 3, tone: 440, bitrate: 128 });
    const plain = await play(mp3);
    const pictured = await play(withPicture(mp3, 2_000_000));
    expect(pictured).toEqual(plain);
  });

  it('plays a truncated file as far as it goes, and a file of another encoder', async () => {
    const mp3 = await makeMp3({ seconds: 6, tone: 440, bitrate: 128 });
    const { left } = await play(mp3.slice(0, mp3.length / 2 + 100));
    expect(Math.abs(left.length / SAMPLE_RATE - 3)).toBeLessThan(0.2);
    const outside = await play(
      new Uint8Array(await readFile(new URL('../../../tests/fixtures/outside-vbr-art.mp3', import.meta.url))),
    );
    expect(Math.abs(outside.left.length / SAMPLE_RATE - 45)).toBeLessThan(0.1);
  });

  it('clips the samples that damaged frames decode to', async () => {
    const mp3 = await makeMp3({ seconds: 4, tone: 440, bitrate: 128 });
    let seed = 1;
    for (const start of readFrameTable(mp3)?.starts.slice(30, 100) ?? []) {
      for (let at = start + 20; at < start + 400; at += 1) {
        seed = (seed * 16_807) % 2_147_483_647;
        mp3[at] = seed & 0x7f;
      }
    }
    const { left, right } = await play(mp3);
    expect(left.length).toBeGreaterThan(SAMPLE_RATE);
    expect([...left, ...right].every((sample) => Math.abs(sample) <= 1)).toBe(true);
  });

  it('rejects a file that is not an MP3', async () => {
    const wav = await readFile(new URL('../../../tests/fixtures/wav-in-disguise.mp3', import.meta.url));
    expect(readFrameTable(new Uint8Array(wav))).toBeNull();
    expect(readFrameTable(new Uint8Array(0))).toBeNull();
  });
});
