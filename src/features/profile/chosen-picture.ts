import { PICTURE_SIDES } from '../../../sync/media/picture-sizes.ts';
import { middleOf, squareOf } from '../../lib/crop-area.ts';
import { cropSquare, pictureSize } from '../../lib/square-picture.ts';
import type { ChosenPicture } from './picture-field.tsx';
import { profileTexts } from './profile-texts.ts';

const MOST_BYTES = 5 * 1024 * 1024;

/** A file as a picture to be cropped, or the words for why it is none. Judged by what the browser can draw. */
export async function readPicture(
  file: File,
): Promise<{ kind: 'picture'; picture: ChosenPicture } | { kind: 'refused'; words: string }> {
  if (file.size > MOST_BYTES) return { kind: 'refused', words: profileTexts.errors.imageTooLarge };
  const size = await pictureSize(file);
  if (!size) return { kind: 'refused', words: profileTexts.errors.notImage };
  return { kind: 'picture', picture: { file, size, crop: middleOf(size) } };
}

/** What is kept of a picture, in the sizes of an avatar; null when the browser cannot draw it. */
export async function cutPicture({ file, crop, size }: ChosenPicture): Promise<{ medium: Blob; small: Blob } | null> {
  const medium = await cropSquare(file, squareOf(crop, size), PICTURE_SIDES.medium);
  const small = medium && (await cropSquare(medium, undefined, PICTURE_SIDES.small));
  return small && { medium, small };
}
