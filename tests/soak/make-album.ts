import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeZip } from '../../src/testing/zip-files.ts';
import { fixture } from '../e2e/upload-page.ts';

export interface AlbumTrack {
  /** Path of the track's file in the album's folder. */
  path: string;
  /** As the release shows it. */
  title: string;
  /** ffmpeg's names: title, artist, album, album_artist, track, disc. */
  tags?: Readonly<Record<string, string>>;
  /** An ID3v1 tag as old programs wrote it. */
  oldTag?: { title: string; artist: string; album: string; track: number; encoding: LegacyEncoding };
}

export type LegacyEncoding = 'windows-1252' | 'windows-1251' | 'shift_jis';

export interface Album {
  name: string;
  /** Tags by ffmpeg. */
  id3: 'ID3v2.3' | 'ID3v2.4' | 'none';
  hasCoverInTags?: boolean;
  /** In the order of the release. */
  tracks: readonly AlbumTrack[];
  /** Files beside the tracks, by path. */
  others?: Readonly<Record<string, Uint8Array>>;
  /** How the album is dropped: its files in a wrong order, its folder, or a ZIP of the folder whose names lack the UTF-8 flag. */
  drop: 'files' | 'folder' | 'zip';
}

const SECONDS = 2;

/** Makes the files in `folder` with LAME. @returns the paths to drop */
export async function makeAlbum(album: Album, folder: string): Promise<string[]> {
  const root = join(folder, album.name);
  for (const [at, track] of album.tracks.entries()) {
    const path = join(root, track.path);
    mkdirSync(dirname(path), { recursive: true });
    encode(path, album, track, 220 + 20 * at);
    if (track.oldTag) writeFileSync(path, Buffer.concat([readFileSync(path), oldTag(track.oldTag)]));
  }
  for (const [path, bytes] of Object.entries(album.others ?? {})) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), bytes);
  }
  const paths = [...album.tracks.map(({ path }) => path), ...Object.keys(album.others ?? {})].reverse();
  if (album.drop === 'folder') return [root];
  if (album.drop === 'files') return paths.map((path) => join(root, path));
  const zip = `${root}.zip`;
  const entries = paths.map((path) => ({
    path: path.startsWith('__MACOSX/') ? path : `${album.name}/${path}`,
    bytes: readFileSync(join(root, path)),
    isUndeclaredUtf8: true,
  }));
  writeFileSync(zip, new Uint8Array(await makeZip(entries).arrayBuffer()));
  return [zip];
}

function encode(path: string, { id3, hasCoverInTags = false }: Album, { tags = {} }: AlbumTrack, tone: number): void {
  const version = { none: '0', 'ID3v2.3': '3', 'ID3v2.4': '4' }[id3];
  const cover = hasCoverInTags ? ['-i', fixture('cover.png'), '-map', '0', '-map', '1', '-c:v', 'mjpeg'] : [];
  const { status, stderr, error } = spawnSync(
    'ffmpeg',
    [
      ...[
        '-hide_banner',
        '-loglevel',
        'error',
        '-y',
        '-f',
        'lavfi',
        '-i',
        `sine=frequency=${tone}:duration=${SECONDS}`,
      ],
      ...cover,
      ...['-c:a', 'libmp3lame', '-b:a', '128k', '-id3v2_version', version],
      ...Object.entries(tags).flatMap(([name, text]) => ['-metadata', `${name}=${text}`]),
      path,
    ],
    { encoding: 'utf8' },
  );
  if (error) throw new Error('Install ffmpeg with libmp3lame (on Debian: apt-get install ffmpeg)', { cause: error });
  if (status !== 0) throw new Error(`ffmpeg: ${stderr}`);
}

function oldTag({ title, artist, album, track, encoding }: NonNullable<AlbumTrack['oldTag']>): Buffer {
  const tag = Buffer.alloc(128);
  tag.write('TAG');
  for (const [at, text] of [title, artist, album].entries())
    tag.set(encodeText(text, encoding).subarray(0, 30), 3 + 30 * at);
  // ID3v1.1: the last byte of the comment is the track's number.
  tag[126] = track;
  tag[127] = 255;
  return tag;
}

const encodings = new Map<LegacyEncoding, Map<string, readonly number[]>>();

/** The inverse of TextDecoder, which knows all encodings. */
function encodeText(text: string, encoding: LegacyEncoding): Buffer {
  let bytesOf = encodings.get(encoding);
  if (!bytesOf) {
    const decoder = new TextDecoder(encoding);
    const singles = Array.from({ length: 256 }, (_, byte) => [byte]);
    const pairs = singles.slice(128).flatMap(([lead = 0]) => singles.slice(64).map(([trail = 0]) => [lead, trail]));
    const all = encoding === 'shift_jis' ? [...pairs, ...singles] : singles;
    bytesOf = new Map(all.map((bytes) => [decoder.decode(Uint8Array.from(bytes)), bytes]));
    encodings.set(encoding, bytesOf);
  }
  return Buffer.from(
    Array.from(text).flatMap((character) => {
      const bytes = bytesOf.get(character);
      if (!bytes) throw new Error(`${encoding} has no ${character}`);
      return bytes;
    }),
  );
}
