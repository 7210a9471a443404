import { PICTURE_SIDES } from '../../../sync/media/picture-sizes.ts';
import { centreCrop, squareOf } from '../../platform/crop-area.ts';
import { openPicture } from '../../platform/open-picture.ts';
import { cropSquare } from '../../platform/square-picture.ts';
import type { ChosenPicture } from './picture-field.tsx';

export async function readPicture(
  file: File,
): Promise<{ kind: 'picture'; picture: ChosenPicture } | { kind: 'refused'; message: string }> {
  const opened = await openPicture(file);
  if (opened.kind === 'refused') return opened;
  const { picture, size } = opened;
  return { kind: 'picture', picture: { file: picture, size, crop: centreCrop(size) } };
}

/** Null if the browser cannot decode the picture. */
export async function cropPicture({ file, crop, size }: ChosenPicture): Promise<{ medium: Blob; small: Blob } | null> {
  const medium = await cropSquare(file, squareOf(crop, size), PICTURE_SIDES.medium);
  const small = medium && (await cropSquare(medium, undefined, PICTURE_SIDES.small));
  return small && { medium, small };
}
