import type { Dropped } from './dropped-files.ts';

const AUDIO = /\.(mp3|m4a|wav|flac|ogg|opus|aac|aiff?)$/i;
const PICTURE = /\.(jpe?g|png|webp|gif|avif|heic|heif|bmp|svg|tiff?)$/i;

export const isZip = ({ name, type }: File): boolean => /\.zip$/i.test(name) || /^application\/(x-)?zip/.test(type);

/** Sorts by MIME type, or by extension if the type is missing. Null for other files. */
export function sortFiles(files: readonly File[]): Dropped | null {
  const audio = files.filter(
    (file) => isZip(file) || file.type.startsWith('audio/') || (file.type === '' && AUDIO.test(file.name)),
  );
  if (audio.length > 0) return { use: 'upload', files: audio };
  const pictures = files.filter(({ type, name }) => type.startsWith('image/') || (type === '' && PICTURE.test(name)));
  return pictures.length > 0 ? { use: 'picture', files: pictures.slice(0, 1) } : null;
}
