import { uuid } from '../../sync/model/uuid.ts';
import { isolated } from '../platform/bidi.ts';
import { truncate } from '../platform/characters.ts';
import type { Drafts } from './desk-drafts.ts';
import { openForm } from './desk-forms.ts';
import { checkAudio, type CheckedAudio } from './file-checks.ts';
import { fileNameWords, inOrder } from './file-name-words.ts';
import { genreOf } from './genre-of.ts';
import { findSame } from './same-file.ts';
import { ARTIST_MAX, TITLE_MAX, type UploadForm } from './upload-form.ts';
import { uploadTexts } from './upload-texts.ts';

export async function addAudio(drafts: Drafts, files: readonly File[]): Promise<void> {
  const { scope, state, messages, checked } = drafts;
  const { openId } = state.get();
  for (const file of inOrder(files)) {
    const audio = await checked(checkAudio(file));
    if (typeof audio === 'string') {
      if (files.length === 1) drafts.showProblem(openId, 'audio', audio);
      else messages.refused(uploadTexts.fileInvalid.title, `${isolated(file.name)}: ${audio}`);
      continue;
    }
    const same = await checked(findSame(scope, audio.blob, drafts.accepted));
    if (same) drafts.set({ duplicates: [...state.get().duplicates, { key: uuid(), audio, same }] });
    else placeAudio(drafts, audio);
  }
}

/** Ends the question about a duplicate MP3. Uses the MP3 if `isWanted`, else drops it. */
export function settleDuplicate(drafts: Drafts, key: string, isWanted: boolean): void {
  const { duplicates } = drafts.state.get();
  drafts.set({ duplicates: duplicates.filter((duplicate) => duplicate.key !== key) });
  const settled = duplicates.find((duplicate) => duplicate.key === key);
  if (settled && isWanted) placeAudio(drafts, settled.audio);
}

export function clearAudio(drafts: Drafts): void {
  const { openId } = drafts.state.get();
  drafts.accepted.delete(openId);
  drafts.putFile(openId, 'audio', null);
  drafts.setFormState(openId, { fromFile: {}, foundCover: null });
}

/** Uses the open form if it has no MP3, else a new form. */
function placeAudio(drafts: Drafts, audio: CheckedAudio): void {
  const { openId } = drafts.state.get();
  const record = drafts.recordOf(openId);
  const isFree = !drafts.accepted.has(openId) && (record === null || (record.stage.kind === 'draft' && !record.audio));
  const id = isFree ? openId : uuid();
  if (isFree) drafts.showProblem(id, 'audio', null);
  putAudio(drafts, id, audio, drafts.formOf(openId));
  // A finished upload has no form.
  if (drafts.recordOf(openId)?.stage.kind === 'done') openForm(drafts, id);
}

/** Fills empty fields from the tags, else from the file name. Artist name and genre fall back to `defaults`. */
function putAudio(drafts: Drafts, id: string, { tags, ...audio }: CheckedAudio, defaults: UploadForm): void {
  const form = drafts.formOf(id);
  const genres = drafts.scope.genres.get().map(({ name }) => name);
  const fromFile = emptyFieldsOf(form, { tags, name: audio.name }, genres);
  drafts.accepted.set(id, audio.blob);
  drafts.putFile(id, 'audio', audio);
  const rest = { artistName: form.artistName || defaults.artistName, genre: form.genre || defaults.genre };
  drafts.changeForm(id, { ...rest, ...fromFile });
  drafts.setFormState(id, { fromFile, foundCover: tags?.cover ?? null });
}

function emptyFieldsOf(
  form: UploadForm,
  { tags, name }: Pick<CheckedAudio, 'tags' | 'name'>,
  genres: readonly string[],
): Partial<UploadForm> {
  const fields: Partial<UploadForm> = {};
  const named = fileNameWords(name);
  const title = tags?.title || named.title;
  const artistName = tags?.artistName || named.artistName;
  if (form.title === '' && title) fields.title = truncate(title, TITLE_MAX);
  // Never replace the person's own artist name.
  if (form.artistName === '' && artistName) fields.artistName = truncate(artistName, ARTIST_MAX);
  const genre = form.genre === '' ? genreOf(tags?.genres ?? [], genres) : '';
  if (genre !== '') fields.genre = genre;
  return fields;
}
