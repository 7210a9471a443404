import type { UploadRecord } from '../../../sync/client.ts';
import { checkAudio } from '../file-checks.ts';
import { isUnderWay } from '../upload-stage.ts';
import type { SentRelease } from './release-draft.ts';
import type { ReleaseParts } from './release-parts.ts';
import { startSending } from './submit-release.ts';

/** Actions on the uploads of a release that was sent. */
export interface Mending {
  replaceFile(uploadId: string, file: File): Promise<void>;
  /** Sends a refused upload again into its place, or one that waited for a slot. */
  send(uploadId: string): Promise<void>;
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
      // One that waited for a slot has no place yet.
      const release = releases.own.get().find((own) => own.id === id);
      if (!release || release.places.some((known) => known.id === place)) await releases.remove(id, place);
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
