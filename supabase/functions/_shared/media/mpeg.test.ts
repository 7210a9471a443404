import { describe, expect, it } from 'vitest';
import { parseMpeg } from './mpeg.ts';
import { id3v1, id3v2, join, mp3, png } from '../../../../sync/media/sample-files.ts';

const text = (value: string) => new TextEncoder().encode(value);

describe('MPEG audio', () => {
  it('is measured by its frames at a constant rate (S-15)', () => {
    expect(parseMpeg(mp3({ frames: 1000 }))).toEqual({
      kind: 'mpeg',
      durationMs: 26_122,
      frames: 1000,
      sampleRate: 44_100,
      channels: 2,
      bitrate: 127_706,
      variable: false,
      samplesPerFrame: 1152,
      padding: 0,
    });
  });

  it('is measured at a variable rate, with or without a Xing table', () => {
    const plain = parseMpeg(mp3({ frames: 500, kilobits: [128, 32, 320] }));
    expect([plain?.durationMs, plain?.frames, plain?.variable]).toEqual([13_061, 500, true]);
    expect(parseMpeg(mp3({ frames: 500, kilobits: [128, 32, 320], xing: true }))).toEqual(plain);
  });

  it('is recognised in mono and at the low rates of MPEG 2 and 2.5', () => {
    const facts = (options: Parameters<typeof mp3>[0]) => {
      const { sampleRate, channels, durationMs } = parseMpeg(mp3(options)) ?? {};
      return [sampleRate, channels, durationMs];
    };
    expect(facts({ frames: 100, mono: true, kilobits: 64 })).toEqual([44_100, 1, 2612]);
    expect(facts({ frames: 100, sampleRate: 22_050, kilobits: 64 })).toEqual([22_050, 2, 2612]);
    expect(facts({ frames: 100, sampleRate: 11_025, kilobits: 32, mono: true })).toEqual([11_025, 1, 5224]);
  });

  it('is found between tags, even with a big picture', () => {
    const sound = mp3({ frames: 300 });
    expect(parseMpeg(join([id3v2(1_000_000), sound, id3v1()]))).toEqual(parseMpeg(sound));
    expect(parseMpeg(join([id3v2(100), id3v2(50), new Uint8Array(2000), sound]))).toEqual(parseMpeg(sound));
  });

  it('is counted in complete frames when its end is truncated', () => {
    const sound = mp3({ frames: 300 });
    expect(parseMpeg(sound.subarray(0, sound.length - 10))?.frames).toBe(299);
  });

  it('is counted on both sides of a damaged region', () => {
    const sound = mp3({ frames: 100 });
    const facts = parseMpeg(join([sound, new Uint8Array(500).fill(0x55), sound]));
    expect(facts?.frames).toBe(200);
  });
});

describe('A file that is not a valid MP3', () => {
  const sound = mp3({ frames: 300 });
  const cases: [string, Uint8Array][] = [
    ['an empty file', new Uint8Array(0)],
    ['text', text('hello '.repeat(5000))],
    ['a picture', png({ width: 10, height: 10 })],
    ['a WAV file, even with frames inside', join([text('RIFF0000WAVEfmt '), sound])],
    ['an MP4 file with frames inside', join([new Uint8Array([0, 0, 0, 24]), text('ftypM4A '), sound])],
    ['an Ogg file', join([text('OggS'), sound])],
    ['a tag with nothing behind it', id3v2(5000)],
    ['a few frames', mp3({ frames: 4 })],
    ['sync words and nothing else', new Uint8Array(100_000).fill(0xff)],
    ['frames in only half of the file', join([sound, new Uint8Array(sound.length).fill(0x41)])],
    ['frames far from the beginning', join([new Uint8Array(200_000).fill(0x41), sound])],
  ];
  it.each(cases)('is refused: %s (S-15)', (_label, bytes) => {
    expect(parseMpeg(bytes)).toBeNull();
  });

  it('is refused if its tag and three frames are cut off at any byte', () => {
    const bytes = join([id3v2(40), mp3({ frames: 3 })]);
    const results = Array.from({ length: bytes.length }, (_, end) => parseMpeg(bytes.subarray(0, end)));
    expect(results.every((result) => result === null)).toBe(true);
  });
});
