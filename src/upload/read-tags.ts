import { parseBlob, selectCover } from 'music-metadata';
import { readLegacy } from './legacy-text.ts';
import { parseImage } from '../../supabase/functions/_shared/media/image.ts';
import { type PlainTag, plainTags } from './plain-tags.ts';

export interface FoundCover {
  blob: Blob;
  /** In pixels. */
  width: number;
  height: number;
}

export interface Tags {
  title: string;
  artistName: string;
  genres: string[];
  cover: FoundCover | null;
}

export const noTags: Tags = { title: '', artistName: '', genres: [], cover: null };

/** Reads ID3 of every version and APE. Unreadable tags count as absent. */
export async function readTags(file: Blob): Promise<Tags> {
  const found: Tags[] = [];
  for (const tag of await plainTags(new Uint8Array(await file.arrayBuffer())))
    found.push(await readTag(tag).catch(() => noTags));
  return {
    title: found.find(({ title }) => title !== '')?.title ?? '',
    artistName: found.find(({ artistName }) => artistName !== '')?.artistName ?? '',
    genres: found.find(({ genres }) => genres.length > 0)?.genres ?? [],
    cover: found.find(({ cover }) => cover !== null)?.cover ?? null,
  };
}

async function readTag({ file, isLatin1 }: PlainTag): Promise<Tags> {
  const { common } = await parseBlob(file, { duration: false });
  const picture = selectCover(common.picture);
  const image = picture && parseImage(picture.data);
  const texts = [common.title, common.artist, ...(common.genre ?? [])].map(oneLine);
  const [title = '', artistName = '', ...genres] = isLatin1 ? readLegacy(texts) : texts;
  return {
    title,
    artistName,
    genres,
    cover: image
      ? { blob: new Blob([picture.data.slice()], { type: image.mime }), width: image.width, height: image.height }
      : null,
  };
}

/** Collapses white space and control characters. 0x80 to 0x9f stay: they may be letters of another code page. */
function oneLine(text: string | undefined): string {
  return (text ?? '').replace(/(?:[^\P{Cc}\u0080-\u009f]|\s)+/gu, ' ').trim();
}
