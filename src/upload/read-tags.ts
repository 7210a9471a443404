import { type IAudioMetadata, parseBlob, selectCover } from 'music-metadata';
import { readLegacy } from './legacy-text.ts';
import { parseImage } from '../../supabase/functions/_shared/media/image.ts';
import { type PlainTag, plainTags } from './plain-tags.ts';
import { noTags, type Tags } from './tags.ts';

/** Reads ID3 of every version and APE. Unreadable tags count as absent. */
export async function readTags(file: Blob): Promise<Tags> {
  const found: Tags[] = [];
  for (const tag of await plainTags(new Uint8Array(await file.arrayBuffer())))
    found.push(await readTag(tag).catch(() => noTags));
  return {
    title: found.find(({ title }) => title !== '')?.title ?? '',
    artistName: found.find(({ artistName }) => artistName !== '')?.artistName ?? '',
    album: found.find(({ album }) => album !== '')?.album ?? '',
    albumArtist: found.find(({ albumArtist }) => albumArtist !== '')?.albumArtist ?? '',
    genres: found.find(({ genres }) => genres.length > 0)?.genres ?? [],
    disc: found.find(({ disc }) => disc !== null)?.disc ?? null,
    track: found.find(({ track }) => track !== null)?.track ?? null,
    cover: found.find(({ cover }) => cover !== null)?.cover ?? null,
  };
}

async function readTag({ file, isLatin1 }: PlainTag): Promise<Tags> {
  const { common, native } = await parseBlob(file, { duration: false });
  const picture = selectCover(common.picture);
  const image = picture && parseImage(picture.data);
  const texts = [
    common.title,
    everyValue(native, ['TPE1', 'TP1']) ?? common.artist,
    common.album,
    everyValue(native, ['TPE2', 'TP2']) ?? common.albumartist,
    ...(common.genre ?? []),
  ].map(oneLine);
  const [title = '', artistName = '', album = '', albumArtist = '', ...genres] = isLatin1 ? readLegacy(texts) : texts;
  return {
    title,
    artistName,
    album,
    albumArtist,
    genres,
    disc: common.disk.no || null,
    track: common.track.no || trackOf(everyValue(native, ['TRCK', 'TRK']) ?? ''),
    cover: image
      ? { blob: new Blob([picture.data.slice()], { type: image.mime }), width: image.width, height: image.height }
      : null,
  };
}

/** All values of an ID3v2 frame. The parser splits those of older versions at '/', as in 'AC/DC'. Undefined without the frame. */
function everyValue(native: IAudioMetadata['native'], ids: readonly string[]): string | undefined {
  for (const [version, tags] of Object.entries(native)) {
    if (!version.startsWith('ID3v2')) continue;
    const values = tags.flatMap(({ id, value }) => (ids.includes(id) && typeof value === 'string' ? [value] : []));
    if (values.length > 0) return values.join(version === 'ID3v2.4' ? ', ' : '/');
  }
  return undefined;
}

/** Side B's first track is 2001. A side has fewer tracks than this. */
const ORDERS_PER_SIDE = 1000;

/** Reads '#3', and 'B2' or 'B' for the side of a record; the parser reads neither. Null without a number. */
function trackOf(text: string): number | null {
  const [, side, number] = /^#?([A-H])?(\d{1,2})?$/i.exec(text.trim()) ?? [];
  const first = side === undefined ? 0 : (side.toUpperCase().charCodeAt(0) - 64) * ORDERS_PER_SIDE;
  return first + Number(number ?? (side === undefined ? 0 : 1)) || null;
}

/** Collapses white space and control characters. 0x80 to 0x9f stay: they may be letters of another code page. */
function oneLine(text: string | undefined): string {
  return (text ?? '').replace(/(?:[^\P{Cc}\u0080-\u009f]|\s)+/gu, ' ').trim();
}
