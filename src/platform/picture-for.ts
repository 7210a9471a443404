import { pictureFiles } from '../../sync/media/picture-sizes.ts';
import { savesData } from './saves-data.ts';

/** Of its own pictures the storage says in the name which sizes there are; another host's name promises nothing. */
const STORED = '/storage/v1/object/public/';

/** Screens with more pixels are served as if they had this many for one of CSS: finer than that nobody sees a photograph. */
const MOST_RATIO = 2.4;

/** The address of a picture in the smallest size that is sharp at so many CSS pixels; for who saves data, on a coarse screen. */
export function pictureFor(src: string, px: number, pixelRatio?: number): string {
  if (!src.includes(STORED)) return src;
  const side = px * Math.min(pixelRatio ?? devicePixelRatio, savesData() ? 1 : MOST_RATIO);
  return pictureFiles(src).find((file) => file.side >= side)?.address ?? src;
}
