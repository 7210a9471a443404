import type { Scope, UploadFile, UploadRecord } from '../../sync/client.ts';
import { isCreationOf } from '../engine/use-rate-limit.ts';
import { measureOnce } from './measure-loudness.ts';
import { followsItsRelease, waitForRelease } from './release-creation.ts';
import { refusedStage, type Step, type StepTools } from './step.ts';
import { uploadTexts } from './upload-texts.ts';

export const createStep: Step = async (stored, { scope, signal, save }) => {
  if (!stored.audio) return { ...stored, stage: refusedStage(uploadTexts.fileInvalid) };
  const { record, loudness } = await measured(stored, stored.audio, scope, save);
  const { audio, cover, trackId, actionId, startedAt, release } = record;
  const watched = watchTrack(scope, trackId, signal);
  try {
    const state = await readTrack(scope, trackId);
    if (state.kind === 'absent' || state.kind === 'unknown') {
      // Sent alone, the track would not find its release on the server.
      if (release) await waitForRelease(scope, release.id, signal);
      // The release may have been sent again with another artist name.
      const { form } = (await scope.uploads.change(record.id, () => 'keep')) ?? record;
      // The same request under the same id: queued again after a crash, it is still one action (SY-9).
      const payload = {
        track_id: trackId,
        title: form.title,
        artist_name: form.artistName,
        genre: form.genre,
        audio_path: audio.path,
        cover_path: cover?.path ?? null,
        radio_opt_in: form.radioOptIn,
        rights_confirmed: form.rightsConfirmed,
        ...(form.description.trim() !== '' && { description: form.description.trim() }),
        ...(release && { release_id: release.id, release_place: release.place }),
        ...(loudness && { loudness_lufs: loudness.lufs, true_peak_dbtp: loudness.truePeakDbtp }),
      };
      try {
        await scope.enqueue('track.create', payload, { id: actionId, occurredAt: new Date(startedAt) });
      } catch (error) {
        if (signal.aborted) throw error;
        return { ...record, stage: refusedStage(uploadTexts.failed) };
      }
    }
    const outcome = await watched.outcome();
    if (outcome.kind === 'absent') return { ...record, stage: { kind: 'cancelling' } };
    if (outcome.kind === 'refused') return { ...record, stage: refusedStage(refusalOf(outcome.error)) };
    // A finished upload needs no audio. If this fails, the audio is deleted together with the upload.
    await scope.uploads.putFiles(record.id, { audio: null }).catch(() => undefined);
    scope.procedures.logSecurityEvent('upload_success', 'info', {});
    return { ...record, stage: { kind: 'done', slotsLeft: outcome.slotsLeft ?? (await readSlots(scope)) } };
  } finally {
    watched.stop();
  }
};

/** Stores the measurement before it is sent, because a repeated request must be the same (SY-9). */
async function measured(record: UploadRecord, audio: UploadFile, { uploads }: Scope, save: StepTools['save']) {
  if (audio.loudness !== undefined) return { record: { ...record, audio }, loudness: audio.loudness };
  const loudness = await measureOnce(audio.path, async () => (await uploads.files(record.id))?.audio ?? null);
  const next = { ...record, audio: { ...audio, loudness } };
  await save(next);
  return { record: next, loudness };
}

interface RefusedTrack {
  kind: 'refused';
  error: { code: string; message: string };
}

interface CreatedTrack {
  kind: 'created';
  slotsLeft: number | null;
}

type CreationState =
  /** The action is in the queue, or has just left it. */
  | { kind: 'queued' }
  | CreatedTrack
  | RefusedTrack
  /** The replica is complete, and neither action nor row exists. */
  | { kind: 'absent' }
  /** Neither action nor row exists, but the replica is incomplete. */
  | { kind: 'unknown' };

/** Finds the action by the track's id, because an edit or a retry gives the action another id. */
async function readTrack(scope: Scope, trackId: string): Promise<CreationState> {
  const pending = await scope.readPending();
  const action = pending.find(isCreationOf(trackId));
  // The rows of an applied action arrive before the action leaves the queue (SY-12).
  const [track] = await scope.tracksById([trackId]);
  if (track && isFromServer(track)) return { kind: 'created', slotsLeft: null };
  if (action?.state.kind === 'dead' && !followsItsRelease(action, pending))
    return { kind: 'refused', error: action.state.error };
  // The views may still show an action that has left the queue.
  if (action || track) return { kind: 'queued' };
  return { kind: scope.isFilled.get() ? 'absent' : 'unknown' };
}

/** A track that is only queued has no revision yet. */
const isFromServer = ({ rev }: { rev: number }) => rev > 0;

function watchTrack(scope: Scope, trackId: string, signal: AbortSignal) {
  let answer: CreatedTrack | null = null;
  let check = () => {};
  const stops = [
    scope.onAcknowledged(({ kind, payload, status, result }) => {
      if (kind !== 'track.create' || payload['track_id'] !== trackId || status !== 'applied') return;
      const slotsLeft = result['slots_available'];
      answer = { kind: 'created', slotsLeft: typeof slotsLeft === 'number' ? slotsLeft : null };
      check();
    }),
    ...[scope.pending, scope.isFilled, scope.track(trackId)].map((live) => live.subscribe(() => check())),
  ];
  return {
    outcome: () =>
      new Promise<Exclude<CreationState, { kind: 'queued' | 'unknown' }>>((resolve, reject) => {
        const abort = () => reject(new DOMException('the run has ended', 'AbortError'));
        if (signal.aborted) return abort();
        signal.addEventListener('abort', abort, { once: true });
        check = () => {
          if (answer) return resolve(answer);
          readTrack(scope, trackId).then((state) => {
            if (state.kind !== 'queued' && state.kind !== 'unknown') resolve(answer ?? state);
          }, reject);
        };
        check();
      }),
    stop: () => stops.forEach((stop) => stop()),
  };
}

/** Asks the server, because another tab or visit may have received the answer with the slots. Null on failure. */
async function readSlots({ procedures }: Scope): Promise<number | null> {
  const slots = await procedures.checkUploadSlots();
  return slots.ok ? slots.value.slots_available : null;
}

function refusalOf({ code, message }: RefusedTrack['error']) {
  if (code === 'restricted_words') return uploadTexts.rejected;
  if (code === 'no_slots') return { title: uploadTexts.limitReached, text: message };
  if (code === 'file_kind') return { ...uploadTexts.fileInvalid, ...(message ? { text: message } : {}) };
  return { ...uploadTexts.failed, ...(message ? { text: message } : {}) };
}
