import type { ReleasesApi, UploadFile, UploadRecord } from '../../../sync/client.ts';
import { newFile } from '../upload-record.ts';
import { uploadTexts } from '../upload-texts.ts';
import { type ReleaseDraft, toRelease } from './release-draft.ts';
import type { ReleaseParts } from './release-parts.ts';

/** Creates the release, then sends its uploads. If the device cannot store it, shows a message and rejects; the form keeps everything. */
export async function submitRelease(parts: ReleaseParts, ids: readonly string[]): Promise<void> {
  const { scope, state, set } = parts;
  const { draft, isSubmitting } = state.get();
  if (isSubmitting) return;
  set({ isSubmitting: true, errors: {} });
  try {
    const records = parts.uploadsOf(draft);
    const cover = coverFile(parts);
    // Fill also uploads that wait for a slot, because they are sent later, without this form.
    for (const record of records) await fill(parts, record, cover);
    const places = records.filter(({ id }) => ids.includes(id)).flatMap(({ release }) => release?.place ?? []);
    const releases = await scope.releases();
    // An earlier start may have failed after the creation was queued.
    if (!(await isQueued(parts, releases, draft.id))) await releases.create({ ...toRelease(draft), places });
    await finishSubmit(parts, draft, new Set(places));
  } finally {
    set({ isSubmitting: false });
  }
}

async function isQueued({ scope }: ReleaseParts, { own }: ReleasesApi, id: string): Promise<boolean> {
  if (own.get().some((release) => release.id === id)) return true;
  return (await scope.readPending()).some(
    ({ kind, payload }) => kind === 'release.create' && payload['release_id'] === id,
  );
}

/** Sends the uploads of these places, then starts a new draft. If a crash interrupts this, the next visit repeats it. */
export async function finishSubmit(
  parts: ReleaseParts,
  draft: ReleaseDraft,
  places: ReadonlySet<string>,
): Promise<void> {
  const { drafts, state, set } = parts;
  const records = parts.uploadsOf(draft);
  const sending = records.filter(({ release }) => release && places.has(release.place));
  for (const [at, { id }] of sending.entries()) await startSending(parts, id, Date.now() - (sending.length - at));
  const { title, artistName, publishAt } = toRelease(draft);
  const sent = { id: draft.id, title, artistName, publishAt, order: records.map(({ id }) => id) };
  set({
    sent: [...state.get().sent.filter(({ id }) => id !== draft.id), sent],
    draft: parts.freshDraft(),
    shownId: draft.id,
    notes: [],
    coverProblem: null,
  });
  // An unanswered question is about this release, never about the next one.
  drafts.set({ duplicates: [] });
  for (const { id } of records) drafts.accepted.delete(id);
  parts.setCover(null);
  await parts.saved();
}

/** @param startedAt orders the uploads, in ms since the epoch */
export async function startSending({ drafts }: ReleaseParts, id: string, startedAt: number): Promise<void> {
  await drafts.checked(
    drafts.change(id, (stored) =>
      stored.stage.kind === 'draft' && stored.audio
        ? { ...stored, startedAt, stage: { kind: 'sending', waitsFor: null } }
        : 'keep',
    ),
  );
  drafts.setFormState(id, { typed: null });
}

/** The cover, with one path for all tracks of the release: the first upload sends it. Null without a cover. */
function coverFile({ scope: { userId }, state }: ReleaseParts): UploadFile | null {
  if (userId === null) throw new Error('only a signed-in person uploads');
  const { cover } = state.get();
  return (
    cover && newFile(userId, { name: uploadTexts.foundCover, type: cover.type, bytes: cover.size, durationMs: null })
  );
}

async function fill(
  { drafts, scope, state }: ReleaseParts,
  { id, release }: UploadRecord,
  file: UploadFile | null,
): Promise<void> {
  const { cover, draft } = state.get();
  const { artistName, genre, rightsConfirmed, radioOptIn } = draft.form;
  const { title } = drafts.formOf(id);
  const form = {
    title: title.trim(),
    artistName: release?.artistName ?? artistName.trim(),
    genre,
    description: '',
    rightsConfirmed,
    radioOptIn,
  };
  await scope.uploads.putFiles(id, { cover });
  await drafts.change(id, (stored) => (stored.stage.kind === 'draft' ? { ...stored, form, cover: file } : 'keep'));
  drafts.setFormState(id, { typed: null });
}
