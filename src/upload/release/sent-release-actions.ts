import type { PendingAction, UploadRecord } from '../../../sync/client.ts';
import { isoOfLocal } from '../../platform/local-date.ts';
import { checkAudio } from '../file-checks.ts';
import { findRefusedRelease } from '../release-creation.ts';
import { isUnderWay } from '../upload-stage.ts';
import type { SentRelease } from './release-draft.ts';
import type { RefusedFields, ReleaseParts } from './release-parts.ts';
import { startSending } from './submit-release.ts';

/** Actions on the uploads of a release that was sent. */
export interface SentReleaseActions {
  replaceFile(uploadId: string, file: File): Promise<void>;
  /** Sends an upload that was refused, or that waited for a slot. */
  send(uploadId: string): Promise<void>;
  /** Holds the person's changes to a refused release in memory until it is sent again. */
  changeRefused(action: PendingAction, fields: RefusedFields): void;
  /** Gives the track an artist of its own, or the release's if the name is empty. Works in a draft of a release too. */
  nameTrackArtist(record: UploadRecord, artistName: string): Promise<void>;
  /** Sends the refused creation of the release again, with its changed fields. Uploads with no artist of their own take the release's. */
  sendReleaseAgain(sent: SentRelease, action: PendingAction): Promise<void>;
  /** Cancels an upload that is being sent. Removes a draft from the device and from the release. */
  removeSent(sent: SentRelease, record: UploadRecord): Promise<void>;
}

export function createSentReleaseActions(parts: ReleaseParts): SentReleaseActions {
  const { drafts, scope, state, set } = parts;
  return {
    async replaceFile(id, file) {
      const audio = await drafts.checked(checkAudio(file));
      if (typeof audio === 'string') return drafts.showProblem(id, 'audio', audio);
      drafts.showProblem(id, 'audio', null);
      drafts.putFile(id, 'audio', audio);
    },
    async send(id) {
      const form = drafts.formOf(id);
      drafts.changeForm(id, { title: form.title.trim() });
      await startSending(parts, id, Date.now());
    },
    changeRefused({ id }, fields) {
      const { refusedFields } = state.get();
      set({ refusedFields: new Map(refusedFields).set(id, { ...refusedFields.get(id), ...fields }) });
    },
    nameTrackArtist: (record, artistName) => nameTrackArtist(parts, record, artistName),
    sendReleaseAgain: (sent, action) => sendReleaseAgain(parts, sent, action),
    async removeSent(sent, record) {
      if (record.stage.kind === 'sending') {
        await drafts.change(record.id, (stored) =>
          stored.stage.kind === 'sending' ? { ...stored, stage: { kind: 'cancelling' } } : 'keep',
        );
        return;
      }
      if (isUnderWay(record) || record.stage.kind === 'done' || !record.release) return;
      const { id, place } = record.release;
      const releases = await scope.releases();
      // The release's places lack an upload that waited for a slot; a deleted release has no places.
      const release = releases.own.get().find((own) => own.id === id);
      if (!release) await removeFromRefused(parts, sent, place);
      else if (release.places.some((known) => known.id === place)) await releases.remove(id, place);
      drafts.accepted.delete(record.id);
      drafts.remove(record.id);
      const kept = sent.order.filter((other) => other !== record.id);
      const next = kept.length > 0 ? [{ ...sent, order: kept }] : [];
      set({
        sent: state.get().sent.flatMap((other) => (other.id === sent.id ? next : [other])),
        ...(next.length > 0 ? {} : { shownId: state.get().draft.id }),
      });
      parts.save();
    },
  };
}

/** @param places the remaining places of the release; all if omitted */
async function sendReleaseAgain(
  parts: ReleaseParts,
  sent: SentRelease,
  action: PendingAction,
  places?: readonly unknown[],
): Promise<void> {
  const { scope, state, set } = parts;
  const changes = changesOf(action, state.get().refusedFields.get(action.id) ?? {});
  const { title = sent.title, artist_name: artistName = sent.artistName } = changes;
  const { publish_at: publishAt = sent.publishAt } = changes;
  // Rename the uploads first: the tracks are created right after the release.
  const artists = new Map(
    parts.uploadsOf(sent).map((record) => [record, record.release?.artistName ?? artistName] as const),
  );
  for (const [record, name] of artists) await nameArtist(parts, record, name);
  if (Object.keys(changes).length === 0 && !places) await scope.retry(action.id);
  else if (!(await scope.edit(action.id, { ...changes, ...(places && { places }) }))) return;
  const refusedFields = new Map(state.get().refusedFields);
  refusedFields.delete(action.id);
  const edited = { ...sent, title, artistName, publishAt };
  set({ refusedFields, sent: state.get().sent.map((other) => (other.id === sent.id ? edited : other)) });
  parts.save();
  // Track creations that were refused with the release were queued again with it, and wait for its answer.
  for (const { id, kind, payload, state: queued } of await scope.readPending()) {
    if (kind !== 'track.create' || queued.kind !== 'queued') continue;
    const [, name = payload['artist_name']] =
      [...artists].find(([{ trackId }]) => trackId === payload['track_id']) ?? [];
    if (payload['artist_name'] !== name) await scope.edit(id, { artist_name: name });
  }
}

interface ReleaseChanges {
  title?: string;
  artist_name?: string;
  notes?: string;
  publish_at?: string | null;
}

/** The fields whose values differ from the refused ones. An incomplete date changes nothing. */
function changesOf({ payload }: PendingAction, fields: RefusedFields): ReleaseChanges {
  const { publish_at: date, ...texts } = fields;
  const values = Object.entries(texts).map(([name, text]) => [name, text?.trim()] as const);
  const publishAt = date ? isoOfLocal(date) : null;
  const isDated = date === null || publishAt !== null;
  return {
    ...Object.fromEntries(values.filter(([name, text]) => payload[name] !== text)),
    ...(isDated && payload['publish_at'] !== publishAt && { publish_at: publishAt }),
  };
}

async function nameTrackArtist(parts: ReleaseParts, record: UploadRecord, artistName: string): Promise<void> {
  const { drafts, state } = parts;
  const named = drafts.change(record.id, (stored) => {
    if (!stored.release) return 'keep';
    const { id, place } = stored.release;
    return { ...stored, release: { id, place, ...(artistName !== '' && { artistName }) } };
  });
  // Counted as a check, because a submit during the write would miss the name.
  await drafts.checked(named);
  const sent = state.get().sent.find(({ id }) => id === record.release?.id);
  if (sent) await nameArtist(parts, record, artistName || sent.artistName);
}

async function nameArtist({ drafts }: ReleaseParts, { id, stage }: UploadRecord, artistName: string): Promise<void> {
  if (stage.kind === 'draft') return drafts.changeForm(id, { artistName });
  await drafts.change(id, (stored) => ({ ...stored, form: { ...stored.form, artistName } }));
}

/** Sends the refused creation of a release again without this place and with the person's changes, unless no place is left. */
async function removeFromRefused(parts: ReleaseParts, sent: SentRelease, place: string): Promise<void> {
  const action = findRefusedRelease(await parts.scope.readPending(), sent.id);
  const places = action?.payload['places'];
  if (!action || !Array.isArray(places)) return;
  const others: unknown[] = places.filter((each) => each !== place);
  if (others.length > 0 && others.length < places.length) await sendReleaseAgain(parts, sent, action, others);
}
