import type { Scope, UploadRecord } from '../../../sync/client.ts';
import type { LiveValue } from '../../../sync/model/live.ts';
import type { Square } from '../../platform/square-picture.ts';
import type { DeskMessages } from '../desk-drafts.ts';
import type { DeskState } from '../desk-state.ts';
import { addFiles, settleDuplicate } from './add-files.ts';
import type { ReleaseErrors, ReleaseFormValues, SentRelease } from './release-draft.ts';
import { readDropped } from './found-files.ts';
import { uploadTexts } from '../upload-texts.ts';
import { enterReleases } from './enter-releases.ts';
import { cropCover, pickCover } from './release-cover.ts';
import { openReleaseParts, type ReleaseState } from './release-parts.ts';
import { createSentReleaseActions, type SentReleaseActions } from './sent-release-actions.ts';
import { submitRelease } from './submit-release.ts';

/** The state and the actions of the upload of a release. */
export interface ReleaseDesk extends SentReleaseActions {
  state: Pick<LiveValue<ReleaseState>, 'get' | 'subscribe'>;
  /** Of the uploads: pending checks, duplicates, and titles as typed. */
  uploads: Pick<LiveValue<DeskState>, 'get' | 'subscribe'>;
  change(part: Partial<ReleaseFormValues>): void;
  /** MP3s, ZIPs of them, and a picture for the cover. They never join a release that was sent. */
  addFiles(files: readonly File[]): Promise<void>;
  /** Like `addFiles`, also for folders. Call during the drop event. */
  addDropped(transfer: DataTransfer): Promise<void>;
  settleDuplicate(key: string, isWanted: boolean): void;
  pickCover(file: File): Promise<void>;
  crop(area: Square | null): Promise<void>;
  rename(uploadId: string, title: string): void;
  /** Moves the upload to `index`, counted in the list without this upload. */
  move(uploadId: string, index: number): void;
  /** Removes an upload of the draft from the device. */
  remove(uploadId: string): void;
  setErrors(errors: ReleaseErrors): void;
  /** Creates the release and sends these uploads. The others wait as drafts (S-62). */
  submit(uploadIds: readonly string[]): Promise<void>;
  dismissNotes(): void;
  /** Opens the form, or a release that was sent. */
  show(id: string): void;
  /** Forgets the shown release if all its tracks have arrived, and opens the form. */
  startAnother(sent: SentRelease, records: readonly UploadRecord[]): void;
  /** Call at mount. @returns call at unmount: other tabs may then edit the release */
  enter(): () => void;
}

export function createReleaseDesk(scope: Scope, messages: DeskMessages): ReleaseDesk {
  const parts = openReleaseParts(scope, messages);
  const { drafts, state, set, changeDraft } = parts;
  return {
    state,
    uploads: drafts.state,
    change(part) {
      changeDraft((draft) => ({ ...draft, form: { ...draft.form, ...part } }));
    },
    addFiles: (files) =>
      addFiles(
        parts,
        files.map((file) => ({ file, folder: '' })),
      ),
    async addDropped(transfer) {
      try {
        const found = await drafts.checked(readDropped(transfer));
        if (found.length > 0) await addFiles(parts, found);
      } catch (error) {
        messages.refused(uploadTexts.fileInvalid.title, error instanceof Error ? error.message : '');
      }
    },
    settleDuplicate: (key, isWanted) => settleDuplicate(parts, key, isWanted),
    pickCover: (file) => pickCover(parts, file),
    crop: (area) => cropCover(parts, area),
    rename: (id, title) => drafts.changeForm(id, { title }),
    move(id, index) {
      changeDraft((draft) => ({
        ...draft,
        order: parts
          .uploadsOf(draft)
          .map((record) => record.id)
          .filter((other) => other !== id)
          .toSpliced(index, 0, id),
      }));
    },
    remove(id) {
      drafts.accepted.delete(id);
      drafts.remove(id);
      changeDraft((draft) => ({ ...draft, order: draft.order.filter((other) => other !== id) }));
    },
    setErrors: (errors) => set({ errors }),
    submit: (ids) => submitRelease(parts, ids),
    dismissNotes: () => set({ notes: [] }),
    show: (shownId) => set({ shownId }),
    startAnother(sent, records) {
      const isOver = records.every(({ stage }) => stage.kind === 'done');
      set({ shownId: state.get().draft.id });
      if (!isOver) return;
      for (const { id } of records) drafts.remove(id);
      set({ sent: state.get().sent.filter(({ id }) => id !== sent.id) });
      parts.save();
    },
    ...createSentReleaseActions(parts),
    enter: () => enterReleases(parts),
  };
}
