import { createActor } from 'xstate';
import type { Scope, UploadRecord } from '../../sync/client.ts';
import { isRateLimited } from '../engine/use-rate-limit.ts';
import { toast } from '../engine/toast.ts';
import { findRefusedRelease } from './release-creation.ts';
import { runStage, watchUpload } from './run-stage.ts';
import { uploadMachine } from './upload-machine.ts';
import { isUnderWay } from './upload-stage.ts';
import { uploadTexts } from './upload-texts.ts';

const RETRY_MS = 5000;

/** Runs every upload of this person that no other tab runs. @returns a function that stops the uploads */
export function driveUploads(scope: Scope): () => void {
  const { uploads } = scope;
  const { transfers } = uploads;
  /** By upload id. The controller aborts only the upload's wait for its turn. */
  const driving = new Map<string, AbortController>();
  const closing = new AbortController();
  const { signal } = closing;

  const drive = ({ id, stage }: UploadRecord) => {
    const actor = createActor(uploadMachine, {
      input: {
        stage,
        async runStage(ending) {
          const record = await runStage(scope, id, ending, (transfer) =>
            transfers.set(new Map(transfers.get()).set(id, transfer)),
          );
          if (record && !ending.aborted) toastStage(record);
          return record;
        },
        watch: (report) => watchUpload(scope, id, report),
      },
    });
    const stop = () => actor.stop();
    signal.addEventListener('abort', stop);
    return new Promise<void>((resolve, reject) => {
      actor.subscribe({ complete: resolve, error: reject });
      if (signal.aborted) resolve();
      else actor.start();
    }).finally(() => {
      signal.removeEventListener('abort', stop);
      transfers.set(new Map([...transfers.get()].filter(([uploadId]) => uploadId !== id)));
    });
  };

  /** In all tabs together, one upload runs at a time, not counting those whose creation is blocked. A cancellation runs at once. */
  const inTurn = (record: UploadRecord, waiting: AbortSignal) => {
    const { id, stage } = record;
    return uploads.withLock(id, { signal: waiting }, async () => {
      if (stage.kind === 'cancelling') return drive(record);
      let driveEnd: Promise<void> | undefined;
      const watch = watchForBlockedCreation(scope, record);
      await uploads
        .withLock('turn', { signal: waiting }, () => Promise.race([(driveEnd = drive(record)), watch.blocked]))
        .finally(watch.stop);
      return driveEnd;
    });
  };
  const check = () => {
    for (const record of uploads.records.get() ?? []) {
      const { id, stage } = record;
      if (stage.kind === 'cancelling') driving.get(id)?.abort();
      if (driving.has(id) || !isUnderWay(record) || signal.aborted) continue;
      const waiting = new AbortController();
      driving.set(id, waiting);
      const release = () => {
        driving.delete(id);
        check();
      };
      inTurn(record, waiting.signal).then(release, () => {
        if (waiting.signal.aborted) release();
        else setTimeout(release, RETRY_MS);
      });
    }
  };
  const stopRecords = uploads.records.subscribe(check);
  check();
  return () => {
    stopRecords();
    closing.abort();
    for (const waiting of driving.values()) waiting.abort();
  };
}

function toastStage({ stage }: UploadRecord): void {
  if (stage.kind === 'cancelling' && stage.refusal) toast({ kind: 'error', ...stage.refusal, duration: 10_000 });
  if (stage.kind === 'sending' && stage.waitsFor === 'session') toast({ kind: 'error', ...uploadTexts.sessionExpired });
  if (stage.kind !== 'done') return;
  const text = stage.slotsLeft === null ? {} : { text: uploadTexts.slotsLeft(stage.slotsLeft) };
  toast({ kind: 'success', title: uploadTexts.success, ...text });
}

/**
 * `blocked` resolves once the creation of the track waits for a rate limit of the server, or for its refused release. The next upload then
 * gets the turn.
 */
function watchForBlockedCreation({ uploads, pending }: Scope, { id, release }: UploadRecord) {
  let stop = () => {};
  const blocked = new Promise<void>((resolve) => {
    const check = () => {
      const isCreating = uploads.records.get()?.some((record) => record.id === id && record.stage.kind === 'creating');
      if (!isCreating) return;
      const actions = pending.get();
      const hasRateLimit = actions.some((action) => action.kind === 'track.create' && isRateLimited(action));
      if (hasRateLimit || (release && findRefusedRelease(actions, release.id))) resolve();
    };
    const stops = [uploads.records.subscribe(check), pending.subscribe(check)];
    stop = () => stops.forEach((each) => each());
    check();
  });
  return { blocked, stop: () => stop() };
}
