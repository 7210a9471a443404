import { parseBlob, selectCover } from 'music-metadata';
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
  const { common } = await parseBlob(file, { duration: false });
  const picture = selectCover(common.picture);
  const image = picture && parseImage(picture.data);
  const texts = [common.title, common.artist, common.album, common.albumartist, ...(common.genre ?? [])].map(oneLine);
  const [title = '', artistName = '', album = '', albumArtist = '', ...genres] = isLatin1 ? readLegacy(texts) : texts;
  return {
    title,
    artistName,
    album,
    albumArtist,
    genres,
    disc: common.disk.no || null,
    track: common.track.no || null,
    cover: image
      ? { blob: new Blob([picture.data.slice()], { type: image.mime }), width: image.width, height: image.height }
      : null,
  };
}

/** Collapses white space and control characters. 0x80 to 0x9f stay: they may be letters of another code page. */
function oneLine(text: string | undefined): string {
  return (text ?? '').replace(/(?:[^\P{Cc}\u0080-\u009f]|\s)+/gu, ' ').trim();
}
