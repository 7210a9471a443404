import type { Scope, UploadRecord } from '../../sync/client.ts';
import { createLive, type LiveValue } from '../../sync/model/live.ts';
import { uuid } from '../../sync/model/uuid.ts';
import { type DeskState, emptyFormState, formOf, type FormState, type CheckedFile } from './desk-state.ts';
import { holdDraft } from './hold-draft.ts';
import type { UploadForm } from './upload-form.ts';
import { newDraft, newFile } from './upload-record.ts';
import { isUnderWay } from './upload-stage.ts';
import { uploadTexts } from './upload-texts.ts';

export interface DeskMessages {
  notStored(): void;
  refused(title: string, text: string): void;
}

type Part = 'audio' | 'cover';

/** The drafts of the upload page, and the functions by which its actions change them. */
export interface Drafts {
  scope: Scope;
  messages: DeskMessages;
  state: LiveValue<DeskState>;
  /** Ids of the uploads that are or were stored on the device. */
  storedIds: Set<string>;
  /** MP3s that this page has accepted, by upload id. */
  accepted: Map<string, Blob>;
  /** Aborts when the page is left, which releases the held drafts. */
  leaving: AbortController;
  set(part: Partial<DeskState>): void;
  formStateOf(id: string): FormState;
  setFormState(id: string, part: Partial<FormState>): void;
  recordOf(id: string): UploadRecord | null;
  formOf(id: string): UploadForm;
  /** Locks a draft for this page. False if another tab holds the lock. */
  hold(id: string): Promise<boolean>;
  /** Stores and locks a new draft. Does nothing if it is already stored. */
  store(id: string, form: UploadForm, release?: UploadRecord['release']): void;
  changeForm(id: string, part: Partial<UploadForm>): void;
  putFile(id: string, part: Part, file: CheckedFile | null): void;
  showProblem(id: string, part: Part, problem: string | null): void;
  /** Runs after all earlier writes. If the change cannot be stored, shows a message and rejects. */
  change(id: string, to: (stored: UploadRecord) => UploadRecord | 'keep'): Promise<unknown>;
  remove(id: string): void;
  /** Counts the work as a check: while it is pending, no form can be submitted. */
  checked<T>(work: Promise<T>): Promise<T>;
}

export function openDrafts(scope: Scope, messages: DeskMessages): Drafts {
  const { uploads, userId } = scope;
  const state = createLive<DeskState>({
    isLoaded: false,
    openId: uuid(),
    formStates: new Map(),
    held: new Set(),
    checks: 0,
    duplicates: [],
    cropping: null,
  });
  let last: Promise<unknown> = Promise.resolve();
  const write = (work: () => Promise<unknown>) => {
    const done = last.then(work);
    last = done.catch(messages.notStored);
    return done;
  };
  const ignoreFailure = (done: Promise<unknown>) => void done.catch(() => undefined);

  const drafts: Drafts = {
    scope,
    messages,
    state,
    storedIds: new Set(),
    accepted: new Map(),
    leaving: new AbortController(),
    set: (part) => state.set({ ...state.get(), ...part }),
    formStateOf: (id) => state.get().formStates.get(id) ?? emptyFormState,
    setFormState: (id, part) =>
      drafts.set({ formStates: new Map(state.get().formStates).set(id, { ...drafts.formStateOf(id), ...part }) }),
    recordOf: (id) => uploads.records.get()?.find((record) => record.id === id) ?? null,
    formOf: (id) =>
      formOf(drafts.recordOf(id), state.get().formStates.get(id), scope.me.get()?.profile?.artist_name ?? ''),
    hold: (id) => holdDraft(uploads, id, drafts.leaving.signal),
    store(id, form, release = null) {
      if (drafts.storedIds.has(id)) return;
      drafts.storedIds.add(id);
      drafts.set({ held: new Set(state.get().held).add(id) });
      void drafts.hold(id);
      ignoreFailure(write(() => uploads.add(newDraft(id, form, release), { audio: null, cover: null })));
    },
    changeForm(id, part) {
      const form = { ...drafts.formOf(id), ...part };
      drafts.store(id, form);
      drafts.setFormState(id, { typed: form });
      ignoreFailure(drafts.change(id, (stored) => (isUnderWay(stored) ? 'keep' : { ...stored, form })));
    },
    putFile(id, part, file) {
      if (userId === null) return;
      drafts.store(id, drafts.formOf(id));
      if (part === 'cover') drafts.setFormState(id, { cover: file?.blob ?? null });
      const newStored = file && newFile(userId, { ...file, type: file.blob.type, bytes: file.blob.size });
      const written = write(async () => {
        await uploads.putFiles(id, { [part]: file?.blob ?? null });
        await uploads.change(id, (record) => ({ ...record, [part]: newStored }));
      });
      // Counted as a check, because a submit during the write would miss the file.
      ignoreFailure(drafts.checked(written));
    },
    showProblem(id, part, problem) {
      const { [part]: _, ...others } = drafts.formStateOf(id).errors;
      drafts.setFormState(id, { errors: problem === null ? others : { ...others, [part]: problem } });
      const title = part === 'audio' ? uploadTexts.fileInvalid.title : uploadTexts.coverInvalid;
      if (problem !== null) messages.refused(title, problem);
    },
    change: (id, to) => write(() => uploads.change(id, to)),
    remove: (id) => ignoreFailure(write(() => uploads.remove(id))),
    async checked(work) {
      drafts.set({ checks: state.get().checks + 1 });
      try {
        return await work;
      } finally {
        drafts.set({ checks: state.get().checks - 1 });
      }
    },
  };
  return drafts;
}
