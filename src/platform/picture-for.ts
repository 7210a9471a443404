import { pictureFiles } from '../../sync/media/picture-sizes.ts';
import { isDataSaverOn } from './data-saver.ts';

/** Path of our own storage. Only its file names encode the available sizes. */
const STORED = '/storage/v1/object/public/';

/** Higher pixel ratios count as this one, because nobody sees finer detail in a photograph. */
const MAX_RATIO = 2.4;

/** URL of the smallest size that is sharp at `px` CSS pixels. Data saving limits the pixel ratio to 1. */
export function pictureFor(src: string, px: number, pixelRatio?: number): string {
  if (!src.includes(STORED)) return src;
  const side = px * Math.min(pixelRatio ?? devicePixelRatio, isDataSaverOn() ? 1 : MAX_RATIO);
  return pictureFiles(src).find((file) => file.side >= side)?.address ?? src;
}
