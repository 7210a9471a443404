import { holdDraft } from '../hold-draft.ts';
import { readStored, type SentRelease } from './release-draft.ts';
import { COVER_KEY, RELEASES_KEY, type ReleaseParts } from './release-parts.ts';
import { finishSubmit } from './submit-release.ts';

const LOCK = 'release';

/** Reads the releases once this tab holds their lock. @returns a function that unlocks them for other tabs */
export function enterReleases(parts: ReleaseParts): () => void {
  const { drafts, scope, set } = parts;
  const leaving = new AbortController();
  const { signal } = leaving;
  drafts.leaving = leaving;
  const stops: (() => void)[] = [];
  const open = async () => {
    if (!(await holdDraft(scope.uploads, LOCK, signal)) && !signal.aborted) {
      set({ phase: 'elsewhere' });
      await waitForLock(parts, signal);
    }
    await recordsRead(parts, signal);
    if (signal.aborted) return;
    await load(parts);
    if (signal.aborted) return;
    stops.push(nameArtistOnceKnown(parts));
    // If the person's releases cannot be read, the next visit finishes an interrupted submit.
    const stop = await finishInterrupted(parts, signal).catch(() => () => undefined);
    if (signal.aborted) stop();
    else stops.push(stop);
  };
  open().catch(() => {
    if (signal.aborted) return;
    // The form still works while the page is open.
    set({ phase: 'open' });
    parts.messages.notStored();
  });
  return () => {
    leaving.abort();
    for (const stop of stops) stop();
  };
}

function waitForLock({ scope }: ReleaseParts, leaving: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const untilLeft = () =>
      new Promise<void>((release) => {
        resolve();
        leaving.addEventListener('abort', () => release(), { once: true });
      });
    scope.uploads.withLock(`draft:${LOCK}`, { signal: leaving }, untilLeft).catch(reject);
  });
}

function recordsRead({ scope }: ReleaseParts, leaving: AbortSignal): Promise<void> {
  const { records } = scope.uploads;
  return new Promise((resolve) => {
    const check = () => {
      if (records.get() === null && !leaving.aborted) return;
      stop();
      resolve();
    };
    const stop = records.subscribe(check);
    leaving.addEventListener('abort', check, { once: true });
    check();
  });
}

async function load(parts: ReleaseParts): Promise<void> {
  const { drafts, scope, set } = parts;
  const stored = readStored(await scope.device.get(RELEASES_KEY));
  const cover = readCover(await scope.device.get(COVER_KEY));
  for (const { id } of scope.uploads.records.get() ?? []) drafts.storedIds.add(id);
  const draft = stored.draft ?? parts.freshDraft();
  const listed = [draft.id, ...stored.sent.map(({ id }) => id)];
  const sent = [...stored.sent, ...unlisted(parts, listed)].filter((release) => parts.uploadsOf(release).length > 0);
  const isBlank = draft.form.title === '' && parts.uploadsOf(draft).length === 0;
  const shownId = (isBlank && sent.at(-1)?.id) || draft.id;
  set({ phase: 'open', draft, cover: stored.draft ? cover : null, sent, shownId });
}

/** Fills the name of a new draft that was opened before the device had the profile. */
function nameArtistOnceKnown({ scope, state, changeDraft }: ReleaseParts): () => void {
  const { id, form } = state.get().draft;
  if (form.artistName !== '' || scope.me.get()?.profile) return () => undefined;
  const check = () => {
    const name = scope.me.get()?.profile?.artist_name;
    if (name === undefined) return;
    stop();
    const { draft } = state.get();
    if (draft.id === id && draft.form.artistName === '' && name)
      changeDraft((before) => ({ ...before, form: { ...before.form, artistName: name } }));
  };
  const stop = scope.me.subscribe(check);
  return stop;
}

/** Releases that only uploads name, because the stored releases were lost. They make the uploads visible. */
function unlisted({ scope }: ReleaseParts, listed: readonly string[]): SentRelease[] {
  const ids = (scope.uploads.records.get() ?? []).flatMap(({ release }) => release?.id ?? []);
  return [...new Set(ids)]
    .filter((id) => !listed.includes(id))
    .map((id) => ({ id, title: '', artistName: '', publishAt: null, order: [] }));
}

function readCover(value: unknown): Blob | null {
  if (typeof value !== 'object' || value === null || !('bytes' in value) || !('type' in value)) return null;
  return value.bytes instanceof ArrayBuffer && typeof value.type === 'string'
    ? new Blob([value.bytes], { type: value.type })
    : null;
}

/** A page that was closed during the submit may have queued the creation: then the same id must not be created again. */
async function finishInterrupted(parts: ReleaseParts, leaving: AbortSignal): Promise<() => void> {
  const { scope, state } = parts;
  if (parts.uploadsOf(state.get().draft).length === 0) return () => undefined;
  const { own } = await scope.releases();
  const check = () => {
    if (leaving.aborted) return;
    const { draft, isSubmitting } = state.get();
    const created = isSubmitting ? undefined : own.get().find(({ id }) => id === draft.id);
    if (created) finishSubmit(parts, draft, new Set(created.places.map(({ id }) => id))).catch(() => undefined);
  };
  const stop = own.subscribe(check);
  check();
  return stop;
}
