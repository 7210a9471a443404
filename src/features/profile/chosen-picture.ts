import { middleOf } from './crop-area.ts';
import type { ChosenPicture } from './picture-field.tsx';
import { profileTexts } from './profile-texts.ts';

const MOST_BYTES = 5 * 1024 * 1024;

/** A file as a picture to be cropped, or the words for why it is none. Judged by what the browser can draw. */
export async function readPicture(
  file: File,
): Promise<{ kind: 'picture'; picture: ChosenPicture } | { kind: 'refused'; words: string }> {
  if (file.size > MOST_BYTES) return { kind: 'refused', words: profileTexts.errors.imageTooLarge };
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return { kind: 'refused', words: profileTexts.errors.notImage };
  const size = { width: bitmap.width, height: bitmap.height };
  bitmap.close();
  return { kind: 'picture', picture: { file, size, crop: middleOf(size) } };
}
