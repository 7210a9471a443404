import type { PendingAction, UploadRecord } from '../../../sync/client.ts';
import { checkAudio } from '../file-checks.ts';
import { findRefusedRelease } from '../release-creation.ts';
import { isUnderWay } from '../upload-stage.ts';
import type { SentRelease } from './release-draft.ts';
import type { RefusedTexts, ReleaseParts } from './release-parts.ts';
import { startSending } from './submit-release.ts';

/** Actions on the uploads of a release that was sent. */
export interface Mending {
  replaceFile(uploadId: string, file: File): Promise<void>;
  /** Sends a refused upload again into its place, or one that waited for a slot. */
  send(uploadId: string): Promise<void>;
  /** Keeps what the person types into the refused creation of the release until it is sent again. */
  typeRefused(sent: SentRelease, texts: RefusedTexts): void;
  /** Sends the refused creation of the release again, with what was typed. Its uploads take the artist's name. */
  sendReleaseAgain(sent: SentRelease, action: PendingAction): Promise<void>;
  /** Cancels an upload that is being sent. Removes a draft from the device and from the release. */
  removeSent(sent: SentRelease, record: UploadRecord): Promise<void>;
}

export function mendSent(parts: ReleaseParts): Mending {
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
    typeRefused: ({ id }, texts) => set({ refusedTexts: new Map(state.get().refusedTexts).set(id, texts) }),
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
      // One that waited for a slot has no place yet, and a deleted release has none.
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

/** @param places those that are left; all without it */
async function sendReleaseAgain(
  parts: ReleaseParts,
  sent: SentRelease,
  action: PendingAction,
  places?: readonly unknown[],
): Promise<void> {
  const { scope, state, set } = parts;
  const typed = Object.entries(state.get().refusedTexts.get(sent.id) ?? {}).map(([name, text]) => [name, text.trim()]);
  const texts: RefusedTexts = Object.fromEntries(typed.filter(([name = '', text]) => action.payload[name] !== text));
  if (Object.keys(texts).length === 0 && !places) return scope.retry(action.id);
  const { title = sent.title, artist_name: artistName = sent.artistName } = texts;
  // Before the release: its tracks are created right behind it.
  const followers = parts.uploadsOf(sent).filter(({ release }) => release?.artistName === undefined);
  for (const record of followers) await nameArtist(parts, record, artistName);
  if (!(await scope.edit(action.id, { ...texts, ...(places && { places }) }))) return;
  const refusedTexts = new Map(state.get().refusedTexts);
  refusedTexts.delete(sent.id);
  const renamed = state.get().sent.map((other) => (other.id === sent.id ? { ...other, title, artistName } : other));
  set({ refusedTexts, sent: renamed });
  parts.save();
  // They were queued again together with the release, and wait for its answer.
  for (const { id, kind, payload, state: queued } of await scope.readPending()) {
    const isFollower = kind === 'track.create' && followers.some(({ trackId }) => trackId === payload['track_id']);
    if (isFollower && queued.kind === 'queued' && payload['artist_name'] !== artistName)
      await scope.edit(id, { artist_name: artistName });
  }
}

async function nameArtist({ drafts }: ReleaseParts, { id, stage }: UploadRecord, artistName: string): Promise<void> {
  if (stage.kind === 'draft') return drafts.changeForm(id, { artistName });
  await drafts.change(id, (stored) => ({ ...stored, form: { ...stored.form, artistName } }));
}

/** Sends the refused creation of a release again without this place and with what was typed, unless no place is left. */
async function removeFromRefused(parts: ReleaseParts, sent: SentRelease, place: string): Promise<void> {
  const action = findRefusedRelease(await parts.scope.readPending(), sent.id);
  const places = action?.payload['places'];
  if (!action || !Array.isArray(places)) return;
  const others: unknown[] = places.filter((each) => each !== place);
  if (others.length > 0 && others.length < places.length) await sendReleaseAgain(parts, sent, action, others);
}
