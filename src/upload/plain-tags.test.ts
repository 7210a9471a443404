import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ape, id3Frames, id3v1, join, latin, mp3, png, utf16 } from '../../sync/media/sample-files.ts';
import { readTags } from './read-tags.ts';

const sound = mp3({ frames: 200 });
const picture = png({ width: 700, height: 600 });
/** Ends with bytes that look like an MPEG sync word, which unsynchronisation escapes. */
const tricky = join([picture, Uint8Array.of(0xff, 0xe0, 0xff, 0x00, 0xff, 0xff)]);
const apic = (bytes: Uint8Array) => join([latin('\0image/png\0\x03\0'), bytes]);
const title = utf16('\u00ff\u00e0 Night Bus');
const read = async (...parts: Uint8Array[]) => {
  const tags = await readTags(new Blob([join(parts)]));
  const bytes = tags.cover && new Uint8Array(await tags.cover.blob.arrayBuffer());
  return { title: tags.title, artist: tags.artistName, cover: bytes };
};
const expected = { title: '\u00ff\u00e0 Night Bus', artist: 'Ines', cover: tricky };

const sevenBits = (size: number) => [21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f);
const eightBits = (size: number) => [24, 16, 8, 0].map((shift) => (size >> shift) & 0xff);
function unsynchronised(bytes: Uint8Array): Uint8Array {
  const made: number[] = [];
  bytes.forEach((byte, at) => {
    made.push(byte);
    const next = bytes[at + 1];
    if (byte === 0xff && (next === undefined || next === 0 || next >= 0xe0)) made.push(0);
  });
  return Uint8Array.from(made);
}
const tag = (version: number, flags: number, body: Uint8Array) =>
  join([latin('ID3'), Uint8Array.of(version, 0, flags, ...sevenBits(body.length)), body]);
const frame = (id: string, size: readonly number[], flags: number, content: Uint8Array) =>
  join([latin(id), Uint8Array.of(...size, 0, flags), content]);
const artist = latin('\0Ines');
const fields = [
  ['TIT2', title],
  ['TPE1', artist],
  ['APIC', apic(tricky)],
] as const;
const frames3 = join(fields.map(([id, content]) => frame(id, eightBits(content.length), 0, content)));
const plain4 = id3Frames(4, fields);
const footer = join([latin('3DI'), plain4.subarray(3, 5), Uint8Array.of(0x10), plain4.subarray(6, 10)]);
const withFooter = join([plain4.subarray(0, 5), Uint8Array.of(0x10), plain4.subarray(6), footer]);
const lyrics = latin('LYRICSBEGININD0000200000031LYRICS200');

describe('the tags of an MP3', () => {
  const cases: readonly (readonly [string, readonly Uint8Array[]])[] = [
    ['ID3v2.3', [tag(3, 0, frames3), sound]],
    ['ID3v2.3, unsynchronised', [tag(3, 0x80, unsynchronised(frames3)), sound]],
    [
      'ID3v2.3 with an extended header',
      [tag(3, 0x40, join([Uint8Array.of(0, 0, 0, 6, 0, 0, 0, 0, 0, 0), frames3])), sound],
    ],
    [
      'ID3v2.3 with an extended header and its checksum',
      [tag(3, 0x40, join([Uint8Array.of(0, 0, 0, 10, 0x80, 0, 0, 0, 0, 0, 1, 2, 3, 4), frames3])), sound],
    ],
    [
      'ID3v2.3, unsynchronised, with an extended header, its checksum and padding',
      [
        tag(
          3,
          0xc0,
          join([
            unsynchronised(join([Uint8Array.of(0, 0, 0, 10, 0x80, 0, 0, 0, 0, 20, 1, 2, 0xff, 0xf4), frames3])),
            new Uint8Array(20),
          ]),
        ),
        sound,
      ],
    ],
    [
      'ID3v2.3 with compressed and grouped frames',
      [
        tag(
          3,
          0,
          join(
            fields.map(([id, content]) => {
              const packed = join([Uint8Array.of(...eightBits(content.length), 7), deflateSync(content)]);
              return frame(id, eightBits(packed.length), 0xa0, packed);
            }),
          ),
        ),
        sound,
      ],
    ],
    [
      'ID3v2.2',
      [
        tag(
          2,
          0,
          join([
            ...(
              [
                ['TT2', title],
                ['TP1', artist],
                ['PIC', join([latin('\0PNG\x03\0'), tricky])],
              ] as const
            ).map(([id, content]) => join([latin(id), Uint8Array.from(eightBits(content.length).slice(1)), content])),
          ]),
        ),
        sound,
      ],
    ],
    [
      'ID3v2.2, unsynchronised',
      [
        tag(
          2,
          0x80,
          unsynchronised(
            join([
              ...(
                [
                  ['TT2', title],
                  ['TP1', artist],
                  ['PIC', join([latin('\0PNG\x03\0'), tricky])],
                ] as const
              ).map(([id, content]) => join([latin(id), Uint8Array.from(eightBits(content.length).slice(1)), content])),
            ]),
          ),
        ),
        sound,
      ],
    ],
    ['ID3v2.4', [plain4, sound]],
    [
      'ID3v2.4 with unsynchronised frames',
      [
        tag(
          4,
          0,
          join(
            fields.map(([id, content]) =>
              frame(id, sevenBits(unsynchronised(content).length), 0x02, unsynchronised(content)),
            ),
          ),
        ),
        sound,
      ],
    ],
    [
      'ID3v2.4 with unsynchronised frames and data length indicators',
      [
        tag(
          4,
          0x80,
          join(
            fields.map(([id, content]) => {
              const raw = join([Uint8Array.from(sevenBits(content.length)), unsynchronised(content)]);
              return frame(id, sevenBits(raw.length), 0x03, raw);
            }),
          ),
        ),
        sound,
      ],
    ],
    [
      'ID3v2.4 with only the tag flag for unsynchronisation',
      [
        tag(
          4,
          0x80,
          join(
            fields.map(([id, content]) =>
              frame(id, sevenBits(unsynchronised(content).length), 0, unsynchronised(content)),
            ),
          ),
        ),
        sound,
      ],
    ],
    [
      'ID3v2.4 with compressed frames of a group',
      [
        tag(
          4,
          0,
          join(
            fields.map(([id, content]) => {
              const packed = join([Uint8Array.of(9, ...sevenBits(content.length)), deflateSync(content)]);
              return frame(id, sevenBits(packed.length), 0x49, packed);
            }),
          ),
        ),
        sound,
      ],
    ],
    [
      'ID3v2.4 with an extended header',
      [tag(4, 0x40, join([Uint8Array.of(0, 0, 0, 12, 1, 0x20, 5, 0, 1, 2, 3, 4), join([plain4.subarray(10)])])), sound],
    ],
    ['ID3v2.4 with plain instead of synchsafe sizes', [tag(4, 0, frames3), sound]],
    ['ID3v2.4 at the end', [sound, withFooter]],
    ['ID3v2.4 at the end, before others', [sound, withFooter, ape(300, true), id3v1('Other', 'Other')]],
    ['ID3v2.4 at the end, behind others', [sound, ape(300, false), lyrics, withFooter]],
    ['ID3v2.4 at the end, before zeros', [sound, withFooter, new Uint8Array(5000)]],
    [
      'several tags',
      [
        id3Frames(3, [['TPE1', artist]]),
        id3Frames(4, [['TIT2', title]]),
        new Uint8Array(900),
        id3Frames(3, [['APIC', apic(tricky)]]),
        sound,
      ],
    ],
    ['a tag in front and one at the end', [id3Frames(3, [['TPE1', artist]]), sound, withFooter]],
    [
      'a tag whose stated size exceeds the file',
      [
        join([plain4.subarray(0, 6), Uint8Array.from(sevenBits(plain4.length + 500))]),
        plain4.subarray(10),
        sound.subarray(0, 400),
      ],
    ],
  ];
  it.each(cases)('are read: %s', async (_, parts) => {
    expect(await read(...parts)).toEqual(expected);
  });

  it('are read from ID3v1, also with other data before or after it', async () => {
    const old = { title: 'Slack Water', artist: 'Ines Calder', cover: null };
    const v1 = id3v1('Slack Water', 'Ines Calder');
    expect(await read(sound, v1)).toEqual(old);
    expect(await read(sound, lyrics, v1)).toEqual(old);
    expect(await read(sound, v1, new Uint8Array(4000))).toEqual(old);
    expect(await read(sound, ape(40, true), v1)).toEqual(old);
  });

  it('are ignored if encrypted or unsupported, and have no cover if the file ends before the picture', async () => {
    const nothing = { title: '', artist: '', cover: null };
    for (const flags of [0x04, 0x08])
      expect(await read(tag(4, 0, frame('TIT2', sevenBits(title.length), flags, title)), sound)).toEqual(nothing);
    for (let end = 0; end < 60; end += 1) expect((await read(plain4.subarray(0, end))).cover).toBeNull();
    expect(await read(tag(2, 0x40, frames3), sound)).toEqual(nothing);
    expect(await read(tag(5, 0, frames3), sound)).toEqual(nothing);
  });
});
