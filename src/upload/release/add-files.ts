import { uuid } from '../../../sync/model/uuid.ts';
import { isolated } from '../../platform/bidi.ts';
import { truncate } from '../../platform/characters.ts';
import { checkAudio, type CheckedAudio } from '../file-checks.ts';
import { fileNameWords } from '../file-name-words.ts';
import { genreOf } from '../genre-of.ts';
import { findSame } from '../same-file.ts';
import { isZip } from '../sort-files.ts';
import { ARTIST_MAX, emptyForm, TITLE_MAX } from '../upload-form.ts';
import { uploadTexts } from '../upload-texts.ts';
import { inAlbumOrder } from './album-order.ts';
import { pickCover, takeFoundCover } from './release-cover.ts';
import type { ReleaseForm } from './release-draft.ts';
import type { ReleaseParts } from './release-parts.ts';
import { releaseTexts } from './release-texts.ts';
import type { ZippedFile } from './read-zip.ts';

const isPicture = ({ type }: File) => type.startsWith('image/');

/**
 * Adds MP3s to the draft in the order of the album, and fills its empty fields from the tags. Waits until the draft is read, and until another one
 * is sent.
 */
export async function addFiles(parts: ReleaseParts, files: readonly File[]): Promise<void> {
  const { drafts, messages, set, state } = parts;
  if (!(await isEditable(parts)))
    return messages.refused(releaseTexts.editedElsewhere, releaseTexts.editedElsewhereHow);
  set({ shownId: state.get().draft.id });
  const [picture, ...otherPictures] = files.filter(isPicture);
  note(
    parts,
    releaseTexts.left,
    otherPictures.map(({ name }) => name),
  );
  const found = await drafts.checked(
    unzipAll(
      parts,
      files.filter((file) => !isPicture(file)),
    ),
  );
  const read: (CheckedAudio & { folder: string })[] = [];
  for (const { file, folder } of found.audio) {
    const audio = await drafts.checked(checkAudio(file));
    if (typeof audio === 'string') refuse(parts, file.name, audio);
    else read.push({ ...audio, folder });
  }
  const ordered = inAlbumOrder(read);
  fillForm(parts, ordered);
  const accepted: CheckedAudio[] = [];
  for (const audio of ordered) {
    const same = await drafts.checked(findSame(parts.scope, audio.blob, drafts.accepted));
    if (same) drafts.set({ duplicates: [...drafts.state.get().duplicates, { key: uuid(), audio, same }] });
    else {
      place(parts, audio);
      accepted.push(audio);
    }
  }
  const tagged = ordered.find(({ tags }) => tags?.cover)?.tags?.cover?.blob;
  if (picture) await pickCover(parts, picture);
  else if (tagged ?? found.cover) await takeFoundCover(parts, tagged ?? found.cover ?? new Blob());
}

/** Resolves once the draft takes files: false if another tab edits it. */
function isEditable({ state }: ReleaseParts): Promise<boolean> {
  return new Promise((resolve) => {
    const check = () => {
      const { phase, isSubmitting } = state.get();
      if (phase === 'loading' || isSubmitting) return;
      stop();
      resolve(phase === 'open');
    };
    const stop = state.subscribe(check);
    check();
  });
}

/** Ends the question about a duplicate MP3. Adds it as the last one if `isWanted`, else drops it. */
export function settleDuplicate(parts: ReleaseParts, key: string, isWanted: boolean): void {
  const { duplicates } = parts.drafts.state.get();
  parts.drafts.set({ duplicates: duplicates.filter((duplicate) => duplicate.key !== key) });
  const settled = duplicates.find((duplicate) => duplicate.key === key);
  if (settled && isWanted) place(parts, settled.audio);
}

async function unzipAll(
  parts: ReleaseParts,
  files: readonly File[],
): Promise<{ audio: ZippedFile[]; cover: File | null }> {
  const audio: ZippedFile[] = [];
  let cover: File | null = null;
  for (const file of files) {
    if (!isZip(file)) {
      audio.push({ file, folder: '' });
      continue;
    }
    const { readZip } = await import('./read-zip.ts');
    const zip = await readZip(file);
    if (zip.kind === 'refused') {
      refuse(parts, file.name, zip.text);
      continue;
    }
    audio.push(...zip.audio);
    cover ??= zip.cover;
    note(parts, releaseTexts.left, zip.left);
    note(parts, releaseTexts.tooLargeInZip, zip.tooLarge);
  }
  return { audio, cover };
}

function note({ state, set }: ReleaseParts, words: string, paths: readonly string[]): void {
  if (paths.length > 0) set({ notes: [...state.get().notes, `${words}: ${paths.map(isolated).join(', ')}.`] });
}

function refuse({ messages }: ReleaseParts, name: string, why: string): void {
  messages.refused(uploadTexts.fileInvalid.title, releaseTexts.fileNotRead(isolated(name), why));
}

function place({ drafts, state, changeDraft }: ReleaseParts, { tags, ...audio }: CheckedAudio): void {
  const id = uuid();
  const title = truncate(tags?.title || fileNameWords(audio.name).title, TITLE_MAX);
  drafts.store(id, { ...emptyForm, title }, { id: state.get().draft.id, place: uuid() });
  drafts.accepted.set(id, audio.blob);
  drafts.setSheet(id, { fromFile: { title } });
  drafts.putFile(id, 'audio', audio);
  changeDraft((draft) => ({ ...draft, order: [...draft.order, id] }));
}

/** Fills the empty fields from the first file that has them. */
function fillForm({ scope, state, changeDraft }: ReleaseParts, files: readonly CheckedAudio[]): void {
  const { form } = state.get().draft;
  const filled: Partial<ReleaseForm> = {};
  const album = files.find(({ tags }) => tags?.album)?.tags?.album ?? '';
  const artist = files.map(({ tags, name }) => tags?.artistName || fileNameWords(name).artistName).find(Boolean) ?? '';
  const genres = scope.genres.get().map(({ name }) => name);
  const genre = files.map(({ tags }) => genreOf(tags?.genres ?? [], genres)).find(Boolean) ?? '';
  if (form.title === '' && album) filled.title = truncate(album, TITLE_MAX);
  if (form.artistName === '' && artist) filled.artistName = truncate(artist, ARTIST_MAX);
  if (form.genre === '' && genre) filled.genre = genre;
  if (Object.keys(filled).length > 0) changeDraft((draft) => ({ ...draft, form: { ...draft.form, ...filled } }));
}
