import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseMpeg } from '../../functions/_shared/media/mpeg.ts';
import { compose, genres } from './compose.ts';
import { encodeMp3, id3 } from './encode.ts';
import { loudnessOf } from './master.ts';
import { SAMPLE_RATE, type Stereo } from './sound.ts';

function fingerprint(sound: Stereo): string {
  const hash = createHash('sha256');
  for (const channel of [sound.left, sound.right]) hash.update(Buffer.from(channel.buffer));
  return hash.digest('hex');
}

function levels({ left, right }: Stereo) {
  let peak = 0;
  let sum = 0;
  let difference = 0;
  let isFinite = true;
  for (let i = 0; i < left.length; i += 1) {
    const [l, r] = [left[i] ?? 0, right[i] ?? 0];
    isFinite &&= Number.isFinite(l) && Number.isFinite(r);
    peak = Math.max(peak, Math.abs(l), Math.abs(r));
    sum += l * l + r * r;
    difference += (l - r) ** 2;
  }
  return { isFinite, peak, rms: Math.sqrt(sum / left.length / 2), width: Math.sqrt(difference / Math.max(1e-9, sum)) };
}

describe('A composed piece', () => {
  it('has equal samples for equal seeds, and different samples for different seeds', () => {
    const piece = fingerprint(compose('House', 'one', 2));
    expect(fingerprint(compose('House', 'one', 2))).toBe(piece);
    expect(fingerprint(compose('House', 'two', 2))).not.toBe(piece);
  });

  it.each(genres)(
    'lasts 40 to 60 s, is audible, does not clip, and ends in silence: %s',
    { timeout: 60_000 },
    (genre) => {
      const piece = compose(genre, 'level');
      const seconds = piece.left.length / SAMPLE_RATE;
      expect(seconds).toBeGreaterThan(40);
      expect(seconds).toBeLessThan(60);
      const { isFinite, peak, rms, width } = levels(piece);
      expect(isFinite).toBe(true);
      expect(peak).toBeLessThanOrEqual(0.9);
      expect(rms).toBeGreaterThan(0.05);
      expect(rms).toBeLessThan(0.4);
      expect(width).toBeGreaterThan(0.02);
      const loudness = loudnessOf(piece);
      expect(loudness).toBeGreaterThan(-18.5);
      expect(loudness).toBeLessThan(-12.5);
      expect([Math.abs(piece.left[0] ?? 1), Math.abs(piece.left.at(-1) ?? 1)]).toEqual([0, expect.closeTo(0, 3)]);
    },
  );

  it(
    'encodes to an MP3 that the upload check accepts, with its duration and tags (S-15)',
    { timeout: 30_000 },
    async () => {
      const piece = compose('Lo-Fi', 'encode', 6);
      const tags = { title: 'Übung', artist: 'Who', genre: 'Lo-Fi' };
      const bytes = await encodeMp3(piece, tags);
      const parsed = parseMpeg(bytes);
      const expectedMs = (piece.left.length / SAMPLE_RATE) * 1000;
      expect({ kind: parsed?.kind, channels: parsed?.channels, rate: parsed?.sampleRate }).toEqual({
        kind: 'mpeg',
        channels: 2,
        rate: SAMPLE_RATE,
      });
      expect(Math.abs((parsed?.durationMs ?? 0) - expectedMs)).toBeLessThan(60);
      const tag = id3(tags);
      expect(Buffer.from(bytes.subarray(0, tag.length)).equals(Buffer.from(tag))).toBe(true);
      expect(Buffer.from(tag).includes(Buffer.from('Übung', 'utf16le'))).toBe(true);
    },
  );
});
