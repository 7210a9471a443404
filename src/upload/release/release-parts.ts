import type { Scope, UploadRecord } from '../../../sync/client.ts';
import { createLive, type LiveValue } from '../../../sync/model/live.ts';
import type { PictureSize } from '../../platform/square-picture.ts';
import { type DeskMessages, type Drafts, openDrafts } from '../desk-drafts.ts';
import {
  newDraft,
  type ReleaseDraft,
  type ReleaseErrors,
  type SentRelease,
  type StoredReleases,
} from './release-draft.ts';

export const RELEASES_KEY = 'upload-releases';
export const COVER_KEY = 'upload-release-cover';

/** `elsewhere`: another tab edits the release. */
export type ReleasePhase = 'loading' | 'elsewhere' | 'open';

/** Values by the name of the action's field. The date is as in `ReleaseFormValues`. */
export type RefusedFields = Readonly<Record<string, string | null>>;

export interface ReleaseState {
  phase: ReleasePhase;
  draft: ReleaseDraft;
  /** Of the draft. */
  cover: Blob | null;
  sent: readonly SentRelease[];
  /** The fields that the person changed in refused releases, by the id of the refused action. */
  refusedFields: ReadonlyMap<string, RefusedFields>;
  /** Id of the draft, or of a release that was sent. */
  shownId: string;
  errors: ReleaseErrors;
  coverProblem: string | null;
  /** Sentences about files that were left out. */
  notes: readonly string[];
  cropping: { id: string; picture: Blob; size: PictureSize } | null;
  isSubmitting: boolean;
}

/** The releases of the upload page, and the functions by which its actions change them. */
export interface ReleaseParts {
  scope: Scope;
  messages: DeskMessages;
  /** Of the uploads. */
  drafts: Drafts;
  state: LiveValue<ReleaseState>;
  set(part: Partial<ReleaseState>): void;
  /** Changes the draft and stores it, if this tab holds the releases. */
  changeDraft(to: (draft: ReleaseDraft) => ReleaseDraft): void;
  setCover(cover: Blob | null): void;
  /** Stores the draft and the sent releases, after all earlier writes. */
  save(): void;
  /** Like `save`. Rejects if they cannot be stored. */
  saved(): Promise<void>;
  /** The uploads of the release in order. */
  uploadsOf(release: Pick<ReleaseDraft, 'id' | 'order'>): UploadRecord[];
  freshDraft(): ReleaseDraft;
}

export function openReleaseParts(scope: Scope, messages: DeskMessages): ReleaseParts {
  const freshDraft = () => newDraft(scope.me.get()?.profile?.artist_name ?? '');
  const draft = freshDraft();
  const state = createLive<ReleaseState>({
    phase: 'loading',
    draft,
    cover: null,
    sent: [],
    refusedFields: new Map(),
    shownId: draft.id,
    errors: {},
    coverProblem: null,
    notes: [],
    cropping: null,
    isSubmitting: false,
  });
  let last: Promise<unknown> = Promise.resolve();
  const write = (work: () => Promise<void>) => {
    const done = last.then(work);
    last = done.catch(messages.notStored);
    return done;
  };
  const put = (value: StoredReleases) => write(() => scope.device.put(RELEASES_KEY, value));
  const set = (part: Partial<ReleaseState>) => state.set({ ...state.get(), ...part });

  const parts: ReleaseParts = {
    scope,
    messages,
    drafts: openDrafts(scope, messages),
    state,
    set,
    changeDraft(to) {
      const { phase, draft: before } = state.get();
      if (phase !== 'open') return;
      const draft = to(before);
      set({ draft });
      parts.save();
    },
    setCover(cover) {
      set({ cover });
      const work = write(async () =>
        // Private windows of WebKit refuse a Blob, but store its bytes.
        scope.device.put(COVER_KEY, cover && { bytes: await cover.arrayBuffer(), type: cover.type }),
      );
      work.catch(() => undefined);
    },
    save: () => void parts.saved().catch(() => undefined),
    saved() {
      const { draft, sent } = state.get();
      return put({ draft, sent: [...sent] });
    },
    uploadsOf: ({ id, order }) => uploadsIn(scope.uploads.records.get() ?? [], id, order),
    freshDraft,
  };
  return parts;
}

/** The uploads of a release: those that `order` names in that order, then any others. */
export function uploadsIn(
  records: readonly UploadRecord[],
  releaseId: string,
  order: readonly string[],
): UploadRecord[] {
  const own = records.filter(({ release }) => release?.id === releaseId);
  const named = order.flatMap((id) => own.find((record) => record.id === id) ?? []);
  return [...named, ...own.filter((record) => !named.includes(record))];
}
