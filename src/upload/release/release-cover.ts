import { openPicture, pictureTexts } from '../../platform/open-picture.ts';
import type { Square } from '../../platform/square-picture.ts';
import { uuid } from '../../../sync/model/uuid.ts';
import { cutCover } from '../file-checks.ts';
import { uploadTexts } from '../upload-texts.ts';
import type { ReleaseParts } from './release-parts.ts';

/** A picture that is not square is cropped by the person first. */
export async function pickCover(parts: ReleaseParts, file: Blob): Promise<void> {
  const { drafts, set } = parts;
  const opened = await drafts.checked(openPicture(file));
  if (opened.kind === 'refused') return showProblem(parts, opened.message);
  const { picture, size } = opened;
  if (size.width === size.height) return putCover(parts, picture);
  set({ cropping: { id: uuid(), picture, size }, coverProblem: null });
}

/** @param area null discards the picture */
export async function cropCover(parts: ReleaseParts, area: Square | null): Promise<void> {
  const { cropping } = parts.state.get();
  parts.set({ cropping: null });
  if (cropping && area) await putCover(parts, cropping.picture, area);
}

/** Uses the middle of a picture that came with the files, if there is no cover yet. A picture that cannot be opened is ignored. */
export async function takeFoundCover(parts: ReleaseParts, found: Blob): Promise<void> {
  if (parts.state.get().cover) return;
  const opened = await parts.drafts.checked(openPicture(found));
  if (opened.kind === 'picture' && !parts.state.get().cover) await putCover(parts, opened.picture);
}

async function putCover(parts: ReleaseParts, picture: Blob, area?: Square): Promise<void> {
  const blob = await parts.drafts.checked(cutCover(picture, area));
  if (!blob) return showProblem(parts, pictureTexts.notImage);
  parts.set({ coverProblem: null });
  parts.setCover(blob);
}

function showProblem({ set, messages }: ReleaseParts, problem: string): void {
  set({ coverProblem: problem });
  messages.refused(uploadTexts.coverInvalid, problem);
}
