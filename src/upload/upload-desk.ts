import type { Scope } from '../../sync/client.ts';
import type { LiveValue } from '../../sync/model/live.ts';
import type { Square } from '../platform/square-picture.ts';
import { addAudio, clearAudio, settleDuplicate } from './desk-audio.ts';
import { endCrop, pickCover, takeFoundCover } from './desk-cover.ts';
import { type Drafts, type DeskMessages, openDrafts } from './desk-drafts.ts';
import { followUploads, openForm, openNextForm, otherDrafts } from './desk-forms.ts';
import type { DeskState } from './desk-state.ts';
import type { FormErrors, UploadForm } from './upload-form.ts';
import { isUnderWay } from './upload-stage.ts';
import { uploadTexts } from './upload-texts.ts';

/** The state and the actions of the upload page. */
export interface UploadDesk {
  state: Pick<LiveValue<DeskState>, 'get' | 'subscribe'>;
  open(id: string): void;
  change(part: Partial<UploadForm>): void;
  /** The first MP3 goes to the open form if that has none; each other MP3 gets a new form. */
  addAudio(files: readonly File[]): Promise<void>;
  settleDuplicate(key: string, isWanted: boolean): void;
  clearAudio(): void;
  pickCover(file: File): Promise<void>;
  takeFoundCover(): Promise<void>;
  crop(area: Square | null): Promise<void>;
  /** Copies artist and genre to every other draft, and the cover to those without one. */
  copyToOthers(): void;
  setErrors(errors: FormErrors): void;
  submit(): Promise<void>;
  /** Cancels an upload that is being sent, or removes a draft or a finished upload. Does nothing at other stages. */
  remove(id: string): void;
  /** Call at mount. @returns call at unmount: releases the held drafts for other tabs */
  enter(): () => void;
}

export function createUploadDesk(scope: Scope, messages: DeskMessages): UploadDesk {
  const drafts = openDrafts(scope, messages);
  const openId = () => drafts.state.get().openId;
  return {
    state: drafts.state,
    open: (id) => openForm(drafts, id),
    change: (part) => drafts.changeForm(openId(), part),
    addAudio: (files) => addAudio(drafts, files),
    settleDuplicate: (key, isWanted) => settleDuplicate(drafts, key, isWanted),
    clearAudio: () => clearAudio(drafts),
    pickCover: (file) => pickCover(drafts, file),
    takeFoundCover: () => takeFoundCover(drafts),
    crop: (area) => endCrop(drafts, area),
    copyToOthers: () => copyToOthers(drafts),
    setErrors: (errors) => drafts.setFormState(openId(), { errors }),
    submit: () => submit(drafts),
    remove: (id) => remove(drafts, id),
    enter: () => followUploads(drafts),
  };
}

function copyToOthers(drafts: Drafts): void {
  const { openId } = drafts.state.get();
  const { artistName, genre } = drafts.formOf(openId);
  const { cover } = drafts.formStateOf(openId);
  for (const { id, cover: has } of otherDrafts(drafts, openId)) {
    drafts.changeForm(id, { artistName, genre });
    if (cover && !has) drafts.putFile(id, 'cover', { name: uploadTexts.foundCover, blob: cover, durationMs: null });
  }
}

async function submit(drafts: Drafts): Promise<void> {
  const { openId: id } = drafts.state.get();
  const now = drafts.formOf(id);
  const form = { ...now, title: now.title.trim(), artistName: now.artistName.trim() };
  drafts.store(id, form);
  await drafts.checked(
    drafts.change(id, (stored) =>
      stored.stage.kind === 'draft'
        ? { ...stored, form, startedAt: Date.now(), stage: { kind: 'sending', waitsFor: null } }
        : 'keep',
    ),
  );
  drafts.setFormState(id, { typed: null });
  if (drafts.state.get().openId === id && otherDrafts(drafts, id).length > 0) openNextForm(drafts);
}

function remove(drafts: Drafts, id: string): void {
  const record = drafts.recordOf(id);
  if (record?.stage.kind === 'sending') {
    const cancelled = drafts.change(id, (stored) =>
      stored.stage.kind === 'sending' ? { ...stored, stage: { kind: 'cancelling' } } : 'keep',
    );
    return void cancelled.catch(() => undefined);
  }
  if (record && isUnderWay(record)) return;
  drafts.accepted.delete(id);
  if (id === drafts.state.get().openId) openNextForm(drafts);
  drafts.remove(id);
}
