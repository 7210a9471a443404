import { middleOf } from '../../lib/crop-area.ts';
import { pictureSize } from '../../lib/square-picture.ts';
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
