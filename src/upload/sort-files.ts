import type { Dropped } from './dropped-files.ts';

const AUDIO = /\.(mp3|m4a|wav|flac|ogg|opus|aac|aiff?)$/i;
const PICTURE = /\.(jpe?g|png|webp|gif|avif|heic|heif|bmp|svg|tiff?)$/i;

/** Sorts by MIME type, or by extension if the type is missing. Null for other files. */
export function sortFiles(files: readonly File[]): Dropped | null {
  const audio = files.filter(({ type, name }) => type.startsWith('audio/') || (type === '' && AUDIO.test(name)));
  if (audio.length > 0) return { use: 'upload', files: audio };
  const pictures = files.filter(({ type, name }) => type.startsWith('image/') || (type === '' && PICTURE.test(name)));
  return pictures.length > 0 ? { use: 'picture', files: pictures.slice(0, 1) } : null;
}
