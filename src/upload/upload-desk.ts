import type { Scope, UploadRecord } from '../../sync/client.ts';
import { isolated } from '../platform/bidi.ts';
import { within } from '../platform/characters.ts';
import { openPicture, pictureTexts } from '../platform/open-picture.ts';
import type { Square } from '../platform/square-picture.ts';
import { createLive, type LiveValue } from '../../sync/model/live.ts';
import { type DeskState, emptySheet, formOf, type Sheet, type TakenFile } from './desk-state.ts';
import { cutCover, takeAudio, type TakenAudio } from './file-checks.ts';
import { fileNameWords, inOrder } from './file-name-words.ts';
import { genreOf } from './genre-of.ts';
import { holdDraft } from './hold-draft.ts';
import { ARTIST_MAX, type FormErrors, TITLE_MAX, type UploadForm } from './upload-form.ts';
import { findSame } from './same-file.ts';
import { newDraft, newFile } from './upload-record.ts';
import { isUnderWay } from './upload-stage.ts';
import { uploadTexts } from './upload-texts.ts';
import { uuid } from '../../sync/model/uuid.ts';

export interface UploadDesk {
  state: Pick<LiveValue<DeskState>, 'get' | 'subscribe'>;
  open(id: string): void;
  /** Changes the open form. */
  change(part: Partial<UploadForm>): void;
  /** Adds MP3s: the first to the open form if it has none, each further one to a new form. */
  addAudio(files: readonly File[]): Promise<void>;
  /** Uploads a duplicate MP3 anyway, or leaves it out. */
  settleRepeated(key: string, isTaken: boolean): void;
  clearAudio(): void;
  pickCover(file: File): Promise<void>;
  /** Uses the cover embedded in the file. */
  takeFoundCover(): Promise<void>;
  /** Ends the crop with the chosen square, or null to cancel. */
  crop(area: Square | null): Promise<void>;
  /** Copies artist and genre of the open form to every other draft, and the cover to those without one. */
  copyToOthers(): void;
  setErrors(errors: FormErrors): void;
  /** Submits the open upload and opens the next draft. */
  submit(): Promise<void>;
  /** Cancels an upload under way; removes a draft or a finished one. */
  remove(id: string): void;
  /** Call it when the page mounts. @returns call it at unmount: releases the held drafts for other tabs */
  enter(): () => void;
}

/** Messages that the page shows. */
export interface DeskWords {
  /** A change could not be stored on the device. */
  notKept(): void;
  refused(title: string, text: string): void;
}

/**
 * The upload page's controller: forms and files, from the first keystroke to the track. Every keystroke is stored on
 * the device, in order.
 */
export function createUploadDesk(scope: Scope, words: DeskWords): UploadDesk {
  const { uploads, userId } = scope;
  const state = createLive<DeskState>({
    isFound: false,
    openId: uuid(),
    sheets: new Map(),
    held: new Set(),
    checks: 0,
    repeated: [],
    cropping: null,
  });
  let leaving = new AbortController();
  /** The MP3s that this page accepted, by upload id. */
  const taken = new Map<string, Blob>();
  /** Ids of uploads that are stored or being stored. */
  const kept = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();

  const set = (part: Partial<DeskState>) => state.set({ ...state.get(), ...part });
  const sheetOf = (id: string) => state.get().sheets.get(id) ?? emptySheet;
  const setSheet = (id: string, part: Partial<Sheet>) =>
    set({ sheets: new Map(state.get().sheets).set(id, { ...sheetOf(id), ...part }) });
  const recordOf = (id: string) => uploads.records.get()?.find((one) => one.id === id) ?? null;
  const firstArtist = () => scope.me.get()?.profile?.artist_name ?? '';
  const form = (id: string) => formOf(recordOf(id), state.get().sheets.get(id), firstArtist());
  const write = (work: () => Promise<unknown>) => {
    const done = last.then(work);
    last = done.catch(words.notKept);
    return done;
  };
  const writeQuietly = (work: () => Promise<unknown>) => void write(work).catch(() => undefined);
  const changeRecord = (id: string, to: (stored: UploadRecord) => UploadRecord | 'keep') =>
    writeQuietly(() => uploads.change(id, to));
  async function checked<T>(work: Promise<T>): Promise<T> {
    set({ checks: state.get().checks + 1 });
    try {
      return await work;
    } finally {
      set({ checks: state.get().checks - 1 });
    }
  }

  const hold = (id: string) => holdDraft(uploads, id, leaving.signal);
  const keepDraft = (id: string, from: UploadForm) => {
    if (kept.has(id)) return;
    kept.add(id);
    set({ held: new Set(state.get().held).add(id) });
    void hold(id);
    writeQuietly(() => uploads.add(newDraft(id, from), { audio: null, cover: null }));
  };
  const changeForm = (id: string, part: Partial<UploadForm>) => {
    const next = { ...form(id), ...part };
    keepDraft(id, next);
    setSheet(id, { typed: next });
    changeRecord(id, (stored) => (isUnderWay(stored) ? 'keep' : { ...stored, form: next }));
  };
  const putFile = (id: string, part: 'audio' | 'cover', file: TakenFile | null) => {
    if (userId === null) return;
    keepDraft(id, form(id));
    if (part === 'cover') setSheet(id, { cover: file?.blob ?? null });
    const known = file && newFile(userId, { ...file, type: file.blob.type, bytes: file.blob.size });
    // Counted as a check, because a submit during the write would miss the file.
    checked(
      write(async () => {
        await uploads.putFiles(id, { [part]: file?.blob ?? null });
        await uploads.change(id, (stored) => ({ ...stored, [part]: known }));
      }),
    ).catch(() => undefined);
  };
  const noteProblem = (id: string, part: 'audio' | 'cover', problem: string | null) => {
    const { [part]: _, ...others } = sheetOf(id).errors;
    setSheet(id, { errors: problem === null ? others : { ...others, [part]: problem } });
    const title = part === 'audio' ? uploadTexts.fileInvalid.title : uploadTexts.coverInvalid;
    if (problem !== null) words.refused(title, problem);
  };

  /** Puts an MP3 into a form, and its tags into the fields that are empty. */
  const putAudio = (id: string, { tags, ...audio }: TakenAudio, like: UploadForm) => {
    const now = form(id);
    const genres = scope.genres.get().map(({ name }) => name);
    const said: Partial<UploadForm> = {};
    const named = fileNameWords(audio.name);
    const title = tags?.title || named.title;
    const artistName = tags?.artistName || named.artistName;
    if (now.title === '' && title) said.title = within(title, TITLE_MAX);
    // Never replace the person's own artist name.
    if (now.artistName === '' && artistName) said.artistName = within(artistName, ARTIST_MAX);
    const genre = now.genre === '' ? genreOf(tags?.genres ?? [], genres) : '';
    if (genre !== '') said.genre = genre;
    taken.set(id, audio.blob);
    putFile(id, 'audio', audio);
    changeForm(id, { artistName: now.artistName || like.artistName, genre: now.genre || like.genre, ...said });
    setSheet(id, { fromFile: said, foundCover: tags?.cover ?? null });
  };
  /** Puts an MP3 into the open form if that has none, else into a new one. */
  const placeAudio = (audio: TakenAudio) => {
    const { openId } = state.get();
    const record = recordOf(openId);
    const isFree = !taken.has(openId) && (record === null || (record.stage.kind === 'draft' && !record.audio));
    const id = isFree ? openId : uuid();
    if (isFree) noteProblem(id, 'audio', null);
    putAudio(id, audio, form(openId));
    // A finished upload has no form: show the new one.
    if (recordOf(openId)?.stage.kind === 'done') show(id);
  };
  const putCover = async (id: string, picture: Blob, name: string, area?: Square) => {
    const blob = await checked(cutCover(picture, area));
    noteProblem(id, 'cover', blob ? null : pictureTexts.notImage);
    if (blob) putFile(id, 'cover', { name, blob, durationMs: null });
  };
  /** Uses a square picture as it is; otherwise opens the crop dialog. */
  const coverFrom = async (id: string, file: Blob, name: string) => {
    const opened = await checked(openPicture(file));
    noteProblem(id, 'cover', opened.kind === 'refused' ? opened.words : null);
    if (opened.kind === 'refused') return;
    const { picture, size } = opened;
    if (size.width === size.height) return putCover(id, picture, name);
    set({ cropping: { id, picture, name, size } });
  };

  const show = (id: string) => {
    set({ openId: id, cropping: null });
    if (!kept.has(id) || sheetOf(id).cover) return;
    uploads.files(id).then(
      (files) => files?.cover && !sheetOf(id).cover && setSheet(id, { cover: files.cover }),
      // Without its bytes the cover is not shown.
      () => undefined,
    );
  };
  /** Opens this page's oldest draft, or an empty form. */
  const showNext = () => {
    const { held, openId } = state.get();
    const next = uploads.records
      .get()
      ?.find(({ id, stage }) => id !== openId && stage.kind === 'draft' && held.has(id));
    show(next?.id ?? uuid());
  };

  let isBegun = false;
  const begin = async () => {
    const records = uploads.records.get();
    if (isBegun || records === null) return;
    isBegun = true;
    const { signal } = leaving;
    for (const { id } of records) kept.add(id);
    const newestFirst = [...records].reverse();
    const held: string[] = [];
    for (const { id, stage } of newestFirst) if (stage.kind === 'draft' && (await hold(id))) held.push(id);
    if (signal.aborted) return;
    const first = newestFirst.find(isUnderWay) ?? newestFirst.find(({ stage }) => stage.kind === 'done');
    const found = first?.id ?? held[0];
    if (found !== undefined && !kept.has(state.get().openId)) show(found);
    set({ isFound: true, held: new Set([...state.get().held, ...held]) });
  };
  let known = new Set<string>();
  const look = () => {
    void begin();
    const now = new Set((uploads.records.get() ?? []).map(({ id }) => id));
    const { openId } = state.get();
    // Another tab has removed the open upload.
    if (known.has(openId) && !now.has(openId)) showNext();
    known = now;
    for (const id of now) kept.add(id);
  };

  return {
    state,
    open: show,
    change: (part) => changeForm(state.get().openId, part),
    async addAudio(files) {
      const { openId } = state.get();
      for (const file of inOrder(files)) {
        const audio = await checked(takeAudio(file));
        if (typeof audio === 'string') {
          if (files.length === 1) noteProblem(openId, 'audio', audio);
          else words.refused(uploadTexts.fileInvalid.title, `${isolated(file.name)}: ${audio}`);
          continue;
        }
        const same = await checked(findSame(scope, audio.blob, taken));
        if (same) set({ repeated: [...state.get().repeated, { key: uuid(), audio, same }] });
        else placeAudio(audio);
      }
    },
    settleRepeated(key, isTaken) {
      const { repeated } = state.get();
      set({ repeated: repeated.filter((one) => one.key !== key) });
      const settled = repeated.find((one) => one.key === key);
      if (settled && isTaken) placeAudio(settled.audio);
    },
    clearAudio() {
      const { openId } = state.get();
      taken.delete(openId);
      putFile(openId, 'audio', null);
      setSheet(openId, { fromFile: {}, foundCover: null });
    },
    async pickCover(file) {
      const { openId: id } = state.get();
      await coverFrom(id, file, file.name);
    },
    async takeFoundCover() {
      const { openId: id } = state.get();
      const found = sheetOf(id).foundCover;
      if (found) await coverFrom(id, found.blob, uploadTexts.foundCover);
    },
    async crop(area) {
      const { cropping } = state.get();
      set({ cropping: null });
      if (cropping && area) await putCover(cropping.id, cropping.picture, cropping.name, area);
    },
    copyToOthers() {
      const { openId, held } = state.get();
      const { artistName, genre } = form(openId);
      const { cover } = sheetOf(openId);
      for (const { id, stage, cover: has } of uploads.records.get() ?? []) {
        if (id === openId || stage.kind !== 'draft' || !held.has(id)) continue;
        changeForm(id, { artistName, genre });
        if (cover && !has) putFile(id, 'cover', { name: uploadTexts.foundCover, blob: cover, durationMs: null });
      }
    },
    setErrors: (errors) => setSheet(state.get().openId, { errors }),
    async submit() {
      const { openId: id } = state.get();
      const now = form(id);
      const next = { ...now, title: now.title.trim(), artistName: now.artistName.trim() };
      keepDraft(id, next);
      await checked(
        write(() =>
          uploads.change(id, (stored) =>
            stored.stage.kind === 'draft'
              ? { ...stored, form: next, startedAt: Date.now(), stage: { kind: 'sending', waitsFor: null } }
              : 'keep',
          ),
        ),
      );
      setSheet(id, { typed: null });
      const { openId, held } = state.get();
      const isNext = (one: UploadRecord) => one.id !== id && one.stage.kind === 'draft' && held.has(one.id);
      if (openId === id && uploads.records.get()?.some(isNext)) showNext();
    },
    remove(id) {
      const record = recordOf(id);
      if (record?.stage.kind === 'sending')
        return changeRecord(id, (stored) =>
          stored.stage.kind === 'sending' ? { ...stored, stage: { kind: 'cancelling' } } : 'keep',
        );
      if (record && isUnderWay(record)) return;
      taken.delete(id);
      if (id === state.get().openId) showNext();
      writeQuietly(() => uploads.remove(id));
    },
    enter() {
      leaving = new AbortController();
      isBegun = false;
      const stopRecords = uploads.records.subscribe(look);
      look();
      return () => {
        stopRecords();
        leaving.abort();
      };
    },
  };
}
