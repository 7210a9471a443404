import { uuid } from '../../../sync/model/uuid.ts';
import { isolated } from '../../platform/bidi.ts';
import { truncate } from '../../platform/characters.ts';
import { checkAudio, type CheckedAudio } from '../file-checks.ts';
import { bareName } from '../file-name-words.ts';
import { genreOf } from '../genre-of.ts';
import { findSame } from '../same-file.ts';
import { isZip } from '../sort-files.ts';
import { ARTIST_MAX, emptyForm, TITLE_MAX } from '../upload-form.ts';
import { noTags } from '../tags.ts';
import { uploadTexts } from '../upload-texts.ts';
import { type AlbumArtist, albumArtist, ownArtist } from './album-artist.ts';
import { albumOfFolder, inAlbumOrder } from './album-order.ts';
import { type AlbumWords, albumWords } from './album-words.ts';
import { type FoundFile, isCoverName, pathOf, purposeOf } from './found-files.ts';
import { pickCover, takeFoundCover } from './release-cover.ts';
import type { ReleaseFormValues } from './release-draft.ts';
import type { ReleaseParts } from './release-parts.ts';
import { releaseTexts } from './release-texts.ts';

interface AlbumAudio extends CheckedAudio {
  folder: string;
  words: AlbumWords;
}

/**
 * Adds MP3s to the draft in the order of the album, and fills its empty fields from the tags. Waits until the draft is loaded, and until a
 * running submit has ended.
 */
export async function addFiles(parts: ReleaseParts, files: readonly FoundFile[]): Promise<void> {
  const { drafts, messages, set, state } = parts;
  if (!(await isEditable(parts)))
    return messages.refused(releaseTexts.editedElsewhere, releaseTexts.editedElsewhereHow);
  set({ shownId: state.get().draft.id });
  const { picture, others, left } = sortPictures(files);
  note(parts, releaseTexts.left, left);
  const found = await drafts.checked(collect(parts, others));
  const read: (CheckedAudio & { folder: string })[] = [];
  for (const { file, folder } of found.audio) {
    const audio = await drafts.checked(checkAudio(file));
    if (typeof audio === 'string') refuse(parts, file.name, audio);
    else read.push({ ...audio, folder });
  }
  const words = albumWords(read);
  const ordered = inAlbumOrder(read.flatMap((audio, i) => (words[i] ? [{ ...audio, words: words[i] }] : [])));
  const artist = albumArtist(ordered.map(({ tags }) => tags ?? noTags));
  fillForm(parts, ordered, artist.name);
  for (const each of ordered) {
    const audio = asTagged(each, artist);
    const same = await drafts.checked(findSame(parts.scope, audio.blob, drafts.accepted));
    if (same) drafts.set({ duplicates: [...drafts.state.get().duplicates, { key: uuid(), audio, same }] });
    else place(parts, audio);
  }
  const tagged = ordered.find(({ tags }) => tags?.cover)?.tags?.cover?.blob;
  if (picture) await pickCover(parts, picture);
  else if (tagged ?? found.cover) await takeFoundCover(parts, tagged ?? found.cover ?? new Blob());
}

/** Waits until the draft is loaded and no submit runs. Resolves to false if another tab edits the draft. */
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

/** Finds the cover among the pictures that are not in folders. Files in folders, pictures too, stay in `others`. */
function sortPictures(files: readonly FoundFile[]): { picture: File | undefined; others: FoundFile[]; left: string[] } {
  const isPicture = ({ file, folder }: FoundFile) => folder === '' && file.type.startsWith('image/');
  const pictures = files.filter(isPicture).map(({ file }) => file);
  const picture = pictures.find(({ name }) => isCoverName(name)) ?? pictures[0];
  return {
    picture,
    others: files.filter((file) => !isPicture(file)),
    left: pictures.filter((other) => other !== picture).map(({ name }) => name),
  };
}

/** Finds the MP3s among the files and in ZIPs, and the first cover in a folder or ZIP. Notes files that are left out. */
async function collect(
  parts: ReleaseParts,
  files: readonly FoundFile[],
): Promise<{ audio: FoundFile[]; cover: File | null }> {
  const audio: FoundFile[] = [];
  const left: string[] = [];
  let cover: File | null = null;
  for (const found of files) {
    const { file, folder } = found;
    if (!isZip(file)) {
      const purpose = folder === '' ? 'audio' : purposeOf(pathOf(found));
      if (purpose === 'audio') audio.push(found);
      else if (purpose === 'cover' && !cover) cover = file;
      else left.push(pathOf(found));
      continue;
    }
    const { readZip } = await import('./read-zip.ts');
    const zip = await readZip(file);
    if (zip.kind === 'refused') {
      refuse(parts, file.name, zip.text);
      continue;
    }
    const root = [folder, bareName(file.name)].filter(Boolean).join('/');
    audio.push(...zip.audio.map((each) => ({ ...each, folder: [root, each.folder].filter(Boolean).join('/') })));
    cover ??= zip.cover;
    note(parts, releaseTexts.left, zip.left);
    note(parts, releaseTexts.tooLargeInZip, zip.tooLarge);
  }
  note(parts, releaseTexts.left, left);
  return { audio, cover };
}

function note({ state, set }: ReleaseParts, words: string, paths: readonly string[]): void {
  if (paths.length > 0) set({ notes: [...state.get().notes, `${words}: ${paths.map(isolated).join(', ')}.`] });
}

function refuse({ messages }: ReleaseParts, name: string, why: string): void {
  messages.refused(uploadTexts.fileInvalid.title, releaseTexts.fileNotRead(isolated(name), why));
}

/** Sets the title from the tags, else from the file name. Keeps the artist only if it is not the album's. */
function asTagged({ words, ...audio }: AlbumAudio, artist: AlbumArtist): CheckedAudio {
  const tags = audio.tags ?? noTags;
  return { ...audio, tags: { ...tags, title: tags.title || words.title, artistName: ownArtist(tags, artist) } };
}

function place({ drafts, state, changeDraft }: ReleaseParts, { tags, ...audio }: CheckedAudio): void {
  const id = uuid();
  const title = truncate(tags?.title ?? '', TITLE_MAX);
  const artistName = truncate(tags?.artistName ?? '', ARTIST_MAX);
  const release = { id: state.get().draft.id, place: uuid(), ...(artistName && { artistName }) };
  drafts.store(id, { ...emptyForm, title }, release);
  drafts.accepted.set(id, audio.blob);
  drafts.setFormState(id, { fromFile: { title } });
  drafts.putFile(id, 'audio', audio);
  changeDraft((draft) => ({ ...draft, order: [...draft.order, id] }));
}

/** Fills each empty field from the first file that has a value for it. */
function fillForm({ scope, state, changeDraft }: ReleaseParts, files: readonly AlbumAudio[], artistName: string): void {
  const { form } = state.get().draft;
  const filled: Partial<ReleaseFormValues> = {};
  const firstOf = (textOf: (file: AlbumAudio) => string | undefined) => files.map(textOf).find(Boolean) ?? '';
  const album =
    firstOf(({ tags }) => tags?.album) ||
    firstOf(({ words }) => words.album) ||
    firstOf(({ folder }) => albumOfFolder(folder));
  const artist = artistName || firstOf(({ words }) => words.artistName);
  const genres = scope.genres.get().map(({ name }) => name);
  const genre = firstOf(({ tags }) => genreOf(tags?.genres ?? [], genres));
  if (form.title === '' && album) filled.title = truncate(album, TITLE_MAX);
  if (form.artistName === '' && artist) filled.artistName = truncate(artist, ARTIST_MAX);
  if (form.genre === '' && genre) filled.genre = genre;
  if (Object.keys(filled).length > 0) changeDraft((draft) => ({ ...draft, form: { ...draft.form, ...filled } }));
}
