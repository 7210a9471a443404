import type { CallFailure, FileSent, Scope, UploadFile, UploadRecord, WaitsFor } from '../../sync/client.ts';
import { pictureFiles } from '../../sync/media/picture-sizes.ts';
import { pictureTexts } from '../platform/open-picture.ts';
import { cropSquare } from '../platform/square-picture.ts';
import { uploadTexts } from './upload-texts.ts';
import { createMeasure, type UploadProgress } from './measure.ts';
import { sendPart } from './send-part.ts';
import { listenForSilence } from './silence.ts';
import {
  UploadLocked,
  UploadOffline,
  UploadRefused,
  UploadRoomless,
  type UploadRefusal,
  type UploadSteps,
  UploadTakenBack,
  UploadUnchecked,
} from './upload-machine.ts';
import { backToDraft, totalBytes } from './upload-record.ts';

/** Interval at which progress is stored, for other tabs and reloads (ms). */
const NOTE_EVERY_MS = 1000;

/** @param onProgress called with the progress of this tab's transfer */
export function createUploadSteps(
  scope: Scope,
  id: string,
  onProgress: (progress: UploadProgress) => void,
): UploadSteps {
  const { uploads } = scope;
  const change = async (decide: (stored: UploadRecord) => UploadRecord | 'keep') => {
    const record = await uploads.change(id, decide);
    // Only a sign-out or cleared browser data deletes it during a run.
    if (!record) throw new UploadTakenBack();
    return record;
  };
  const read = () => change(() => 'keep');
  const sending = (waitsFor: WaitsFor | null) =>
    change((stored) =>
      stored.stage.kind === 'sending' ? { ...stored, stage: { kind: 'sending', waitsFor } } : 'keep',
    );

  return {
    async check() {
      const { stage } = await read();
      // Keep showing 'check' across retries.
      const record = await sending(stage.kind === 'sending' && stage.waitsFor === 'check' ? 'check' : null);
      // A started transfer has passed these checks already.
      if (record.audio?.tusUrl) return;
      const { title, artistName, description } = record.form;
      scope.procedures.logSecurityEvent('upload_attempt', 'info', { bytes: record.audio?.bytes ?? 0 });
      const slots = await scope.procedures.checkUploadSlots();
      if (!slots.ok) throw explainCall(slots.failure, uploadTexts.slotsUnknown);
      if (!slots.value.allowed) throw new UploadRefused({ title: uploadTexts.limitReached, text: slots.value.message });
      const words = await scope.procedures.checkUploadWords({ title, artistName, description });
      if (!words.ok) throw explainCall(words.failure, uploadTexts.failed.text);
      if (!words.value.valid) throw new UploadRefused(uploadTexts.rejected);
      for (const [file, refusedTitle] of filesOf(record)) {
        const answer = await scope.procedures.validateFile({ name: file.name, type: file.type, size: file.bytes });
        if (!answer.ok) throw explainCall(answer.failure, uploadTexts.fileUnknown);
        if (!answer.value.valid)
          throw new UploadRefused({ title: refusedTitle, text: answer.value.reason ?? uploadTexts.fileInvalid.text });
      }
    },

    async transfer(signal) {
      const blobs = await uploads.files(id);
      let record = await read();
      if (!blobs?.audio) throw new UploadRefused(uploadTexts.fileInvalid);
      const measure = createMeasure(record.sentBytes);
      let notedAt = 0;
      for (const part of ['cover', 'audio'] as const) {
        const file = record[part];
        const blob = blobs[part];
        if (!file || !blob || file.isUp) continue;
        const before = part === 'audio' ? (record.cover?.bytes ?? 0) : 0;
        const note = (known: Partial<UploadFile>) =>
          change((stored) => {
            const of = stored[part];
            return of ? { ...stored, [part]: { ...of, ...known }, sentBytes: measure.sentBytes() } : 'keep';
          });
        const silence = listenForSilence({
          onChange: (isSilent) => onProgress(measure.hear(isSilent)),
          ask: () => scope.syncNow(),
        });
        try {
          if (part === 'cover') await sendSmaller(file.path, blob, scope, signal, () => silence.heard(false));
          const sent = await uploads.send(
            { ...file, blob, bucket: bucketOf[part] },
            {
              signal,
              sendPart,
              onAddress: (tusUrl) => note({ tusUrl }),
              onProgress(sentBytes) {
                silence.heard(sentBytes >= file.bytes);
                onProgress(measure.add(before + sentBytes));
                // Store the end at once, because the server's judgement follows and may take long.
                if (sentBytes < file.bytes && performance.now() - notedAt < NOTE_EVERY_MS) return;
                notedAt = performance.now();
                // If it cannot be stored, other tabs show an older progress.
                note({}).catch(() => undefined);
              },
            },
          );
          expectUp(scope, sent, part === 'audio' ? uploadTexts.fileInvalid.title : uploadTexts.coverInvalid);
        } finally {
          silence.end();
        }
        await note({ isUp: true });
        record = await sending(null);
      }
      await change((stored) =>
        stored.stage.kind === 'sending'
          ? { ...stored, sentBytes: totalBytes(stored), stage: { kind: 'creating' } }
          : 'keep',
      );
    },

    async create(signal) {
      const record = await read();
      if (record.stage.kind !== 'creating') throw new UploadTakenBack();
      const { form, audio, cover, trackId, actionId } = record;
      if (!audio) throw new UploadRefused(uploadTexts.fileInvalid);
      let slotsLeft: number | null = null;
      const stops = [
        scope.onAcknowledged(({ id: acknowledged, status, result }) => {
          if (acknowledged === actionId && status === 'applied' && typeof result['slots_available'] === 'number')
            slotsLeft = result['slots_available'];
        }),
      ];
      try {
        // Always the same id, as idempotency key: queued twice or answered in an earlier visit, it is one action (SY-9).
        await scope.enqueue(
          'track.create',
          {
            track_id: trackId,
            title: form.title,
            artist_name: form.artistName,
            genre: form.genre,
            audio_path: audio.path,
            cover_path: cover?.path ?? null,
            radio_opt_in: form.radioOptIn,
            rights_confirmed: form.rightsConfirmed,
          },
          { id: actionId },
        );
        await new Promise<void>((resolve, reject) => {
          const look = () => void settled(scope, trackId).then((isThere) => isThere && resolve(), reject);
          stops.push(scope.pending.subscribe(look));
          signal.addEventListener('abort', () => reject(new UploadTakenBack()), { once: true });
          look();
        });
        if (slotsLeft !== null) return slotsLeft;
        // Another tab or an earlier visit received the answer, so ask for the current number.
        const slots = await scope.procedures.checkUploadSlots();
        return slots.ok ? slots.value.slots_available : null;
      } finally {
        for (const stop of stops) stop();
      }
    },

    waitFor: async (what) => void (await sending(what)),

    async finish(slotsLeft) {
      await change((stored) => ({ ...stored, stage: { kind: 'done', slotsLeft } }));
      await uploads.putFiles(id, { audio: null });
      scope.procedures.logSecurityEvent('upload_success', 'info', {});
    },

    async takeBack(refusal) {
      const record = await read();
      const files = (['audio', 'cover'] as const).flatMap((part) => {
        const file = record[part];
        return file ? [{ ...file, bucket: bucketOf[part] }] : [];
      });
      for (const { tusUrl, isUp } of files) if (tusUrl !== null && !isUp) await uploads.end(tusUrl);
      const up = files.filter(({ isUp }) => isUp).map(({ bucket, path }) => ({ bucket, path }));
      // The smaller sizes are sent before the cover, and which were sent is not stored.
      for (const { address: path } of smallerFiles(record.cover?.path ?? '')) up.push({ bucket: 'covers', path });
      // A failure is harmless: the server keeps files that a track references, and sweeps the others.
      if (up.length > 0) await uploads.deleteFiles(up);
      await scope.discard(record.actionId);
      const { userId } = scope;
      if (userId !== null) await change((stored) => backToDraft(userId, stored, refusal));
    },

    watch(tell) {
      const onOnline = () => tell({ type: 'network.returned' });
      globalThis.addEventListener('online', onOnline);
      const stopSession = scope.isLocked.subscribe(() => {
        if (!scope.isLocked.get()) tell({ type: 'session.returned' });
      });
      const look = () => {
        const record = uploads.records.get()?.find((one) => one.id === id);
        if (record?.stage.kind === 'cancelling') tell({ type: 'upload.cancelled' });
      };
      const stopRecords = uploads.records.subscribe(look);
      return () => {
        globalThis.removeEventListener('online', onOnline);
        stopSession();
        stopRecords();
      };
    },
  };
}

/** Sends the smaller sizes of a cover. A size that already exists, from an interrupted attempt, counts as sent. */
async function sendSmaller(
  largest: string,
  cover: Blob,
  scope: Scope,
  signal: AbortSignal,
  onProgress: () => void,
): Promise<void> {
  for (const { address: path, side } of smallerFiles(largest)) {
    const blob = await cropSquare(cover, undefined, side);
    if (!blob) throw new UploadRefused({ title: uploadTexts.coverInvalid, text: pictureTexts.notImage });
    const file = { bucket: 'covers', path, blob, tusUrl: null } as const;
    const sent = await scope.uploads.send(file, { signal, sendPart, onProgress, onAddress: () => Promise.resolve() });
    expectUp(scope, sent, uploadTexts.coverInvalid);
  }
}

function smallerFiles(largest: string) {
  return pictureFiles(largest).filter(({ address }) => address !== largest);
}

const bucketOf = { audio: 'tracks', cover: 'covers' } as const;

/** The files of an upload, each with the title of its refusal. */
function filesOf({ audio, cover }: UploadRecord): [UploadFile, string][] {
  return [
    ...(audio ? [[audio, uploadTexts.fileInvalid.title] satisfies [UploadFile, string]] : []),
    ...(cover ? [[cover, uploadTexts.coverInvalid] satisfies [UploadFile, string]] : []),
  ];
}

/**
 * True once the server has created the track, false while it has not answered. Looks for the track, not the action,
 * because an edit on the outbox page gives the action another id.
 * @throws UploadRefused if the server refused it, UploadTakenBack if the person discarded it
 */
async function settled(scope: Scope, trackId: string): Promise<boolean> {
  const action = (await scope.readPending()).find(
    ({ kind, payload }) => kind === 'track.create' && payload['track_id'] === trackId,
  );
  if (!action) {
    // An answered action leaves the queue after its rows have arrived (SY-12).
    if ((await scope.tracksById([trackId])).length > 0) return true;
    throw new UploadTakenBack();
  }
  if (action.state.kind === 'dead') throw new UploadRefused(refusalOf(action.state.error));
  return false;
}

function refusalOf({ code, message }: { code: string; message: string }): UploadRefusal {
  if (code === 'restricted_words') return uploadTexts.rejected;
  if (code === 'no_slots') return { title: uploadTexts.limitReached, text: message };
  if (code === 'file_kind') return { ...uploadTexts.fileInvalid, ...(message ? { text: message } : {}) };
  return { ...uploadTexts.failed, ...(message ? { text: message } : {}) };
}

/** @param text shown if the check itself failed, because the server's message is then not meant for people */
function explainCall(failure: CallFailure, text: string): Error {
  if (failure.kind !== 'refused') return new UploadOffline();
  if (failure.code === '401') return new UploadLocked();
  return new UploadRefused({ title: uploadTexts.failed.title, text });
}

/** @throws the error that matches the outcome, unless the file is on the server */
function expectUp({ isLocked }: Pick<Scope, 'isLocked'>, sent: FileSent, refusedTitle: string): void {
  if (sent.kind === 'refused')
    throw new UploadRefused({ title: refusedTitle, text: sent.message || uploadTexts.fileInvalid.text });
  if (sent.kind !== 'waits') return;
  switch (sent.for) {
    case 'network':
      throw new UploadOffline();
    case 'session':
      // A session that is not locked could only not be renewed now; no sign-in will come, so retry.
      throw isLocked.get() ? new UploadLocked() : new UploadOffline();
    case 'check':
      throw new UploadUnchecked();
    case 'room':
      throw new UploadRoomless();
  }
}
