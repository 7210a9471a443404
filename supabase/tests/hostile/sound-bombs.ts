import { ape, id3v1, id3v2, join, latin, mp3 } from '../../../sync/media/sample-files.ts';

export const MAX_SOUND_BYTES = 50 * 1024 * 1024;

export function repeated(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const times = Math.floor(size / bytes.length);
  return new Uint8Array(Buffer.alloc(times * bytes.length, bytes));
}

/** 14.6 hours of audio in the largest allowed file. */
export const endlessSound = (): Uint8Array<ArrayBuffer> =>
  repeated(mp3({ frames: 1, kilobits: 8, sampleRate: 8_000 }), MAX_SOUND_BYTES);

/** A file with some audio, then only false frame headers, each of which the parser examines. */
export function falseFrames(size = MAX_SOUND_BYTES): Uint8Array<ArrayBuffer> {
  const bytes = repeated(Uint8Array.of(0xff, 0xfb, 0x94, 0x00), size);
  for (let at = 384 * 3; at < bytes.length; at += 384 * 4) bytes.fill(0, at, at + 384);
  bytes.set(mp3({ frames: 50, sampleRate: 48_000 }));
  return bytes;
}

/** Files whose tags or frames state false sizes, or repeat to the end of the file. */
export function lyingSounds(): readonly (readonly [file: string, bytes: Uint8Array])[] {
  const head = (size: number, flags = 0, version = 4) =>
    Uint8Array.of(0x49, 0x44, 0x33, version, 0, flags, ...[21, 14, 7, 0].map((shift) => (size >> shift) & 127));
  const noise = repeated(latin('Night Bus, no frame at all. '), 1_000_000);
  const most = 0x0fffffff;
  return [
    ['false-frames.mp3', falseFrames()],
    ['tag-of-256-mb.mp3', join([head(most), noise])],
    ['tag-and-nothing.mp3', head(most)],
    ['tags-without-end.mp3', repeated(id3v2(0), MAX_SOUND_BYTES)],
    ['tag-of-unsynchronised-nothing.mp3', join([head(most, 0x80), repeated(Uint8Array.of(0xff, 0), 20_000_000)])],
    ['extended-header.mp3', join([head(most, 0x40), Uint8Array.of(127, 127, 127, 127), noise])],
    ['frame-of-4-gb.mp3', join([head(5_000, 0, 3), latin('APIC'), Uint8Array.of(255, 255, 255, 255, 0, 0), noise])],
    ['frames-without-size.mp3', join([head(most), repeated(join([latin('TIT2'), new Uint8Array(6)]), 20_000_000)])],
    ['tags-at-the-end.mp3', join([noise, repeated(ape(0, true), 20_000_000), id3v1()])],
    ['sync-words.mp3', repeated(Uint8Array.of(0xff, 0xfb), MAX_SOUND_BYTES)],
    ['free-format.mp3', repeated(Uint8Array.of(0xff, 0xfb, 0x04, 0xc4, 0xff), MAX_SOUND_BYTES)],
    ['zip.mp3', repeated(join([latin('PK\x03\x04'), new Uint8Array(26)]), 5_000_000)],
  ];
}
