import { PICTURE_SIDES } from '../../../sync/media/picture-sizes.ts';
import { middleOf, squareOf } from '../../platform/crop-area.ts';
import { openPicture } from '../../platform/open-picture.ts';
import { cropSquare } from '../../platform/square-picture.ts';
import type { ChosenPicture } from './picture-field.tsx';

/** A file as a picture to be cropped, or the words for why it is none. Judged by what the browser can draw. */
export async function readPicture(
  file: File,
): Promise<{ kind: 'picture'; picture: ChosenPicture } | { kind: 'refused'; words: string }> {
  const opened = await openPicture(file);
  if (opened.kind === 'refused') return opened;
  const { picture, size } = opened;
  return { kind: 'picture', picture: { file: picture, size, crop: middleOf(size) } };
}

/** What is kept of a picture, in the sizes of an avatar; null when the browser cannot draw it. */
export async function cutPicture({ file, crop, size }: ChosenPicture): Promise<{ medium: Blob; small: Blob } | null> {
  const medium = await cropSquare(file, squareOf(crop, size), PICTURE_SIDES.medium);
  const small = medium && (await cropSquare(medium, undefined, PICTURE_SIDES.small));
  return small && { medium, small };
}
