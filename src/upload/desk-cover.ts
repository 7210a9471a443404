import { openPicture, pictureTexts } from '../platform/open-picture.ts';
import type { Square } from '../platform/square-picture.ts';
import type { Drafts } from './desk-drafts.ts';
import { cutCover } from './file-checks.ts';
import { uploadTexts } from './upload-texts.ts';

export async function pickCover(drafts: Drafts, file: File): Promise<void> {
  await coverFrom(drafts, drafts.state.get().openId, file, file.name);
}

/** Makes the picture in the MP3's tags the cover of the open form. */
export async function takeFoundCover(drafts: Drafts): Promise<void> {
  const { openId } = drafts.state.get();
  const found = drafts.formStateOf(openId).foundCover;
  if (found) await coverFrom(drafts, openId, found.blob, uploadTexts.foundCover);
}

/** @param area null discards the picture */
export async function endCrop(drafts: Drafts, area: Square | null): Promise<void> {
  const { cropping } = drafts.state.get();
  drafts.set({ cropping: null });
  if (cropping && area) await putCover(drafts, cropping.id, cropping.picture, cropping.name, area);
}

async function coverFrom(drafts: Drafts, id: string, file: Blob, name: string): Promise<void> {
  const opened = await drafts.checked(openPicture(file));
  drafts.showProblem(id, 'cover', opened.kind === 'refused' ? opened.message : null);
  if (opened.kind === 'refused') return;
  const { picture, size } = opened;
  if (size.width === size.height) return putCover(drafts, id, picture, name);
  drafts.set({ cropping: { id, picture, name, size } });
}

async function putCover(drafts: Drafts, id: string, picture: Blob, name: string, area?: Square): Promise<void> {
  const blob = await drafts.checked(cutCover(picture, area));
  drafts.showProblem(id, 'cover', blob ? null : pictureTexts.notImage);
  if (blob) drafts.putFile(id, 'cover', { name, blob, durationMs: null });
}
