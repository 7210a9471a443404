import { createActor } from 'xstate';
import type { Scope, UploadRecord } from '../../sync/client.ts';
import { createLive, type LiveValue } from '../../sync/model/live.ts';
import { plural } from '../platform/texts.ts';
import { isPaced } from '../engine/use-pace.ts';
import { uploadTexts } from './upload-texts.ts';
import { toast } from '../engine/toast.ts';
import { uploadMachine } from './upload-machine.ts';
import { isUnderWay } from './upload-stage.ts';
import type { UploadProgress } from './measure.ts';
import { createUploadSteps } from './upload-steps.ts';

/** Delay before a retry after an error of the device, for example of its disk, in ms. */
const RETRY_MS = 5000;

/** Runs this person's uploads in this tab. */
export interface UploadDriver {
  /** Progress by upload id, only of uploads that this tab sends now. */
  progress: Pick<LiveValue<ReadonlyMap<string, UploadProgress>>, 'get' | 'subscribe'>;
}

const drivers = new WeakMap<Scope, UploadDriver>();

/**
 * Runs every upload of this person that no other tab runs, on any page, until the scope closes (SY-19). One driver per
 * scope.
 */
export function driveUploads(scope: Scope): UploadDriver {
  const existing = drivers.get(scope);
  if (existing) return existing;
  const { uploads } = scope;
  const progress = createLive<ReadonlyMap<string, UploadProgress>>(new Map());
  /** Aborts an upload's wait for its turn, not the upload itself. */
  const driving = new Map<string, AbortController>();
  const closing = new AbortController();
  const { signal } = closing;

  const drive = async (id: string) => {
    // Read again, because another tab may have finished it while we waited.
    const record = await uploads.change(id, () => 'keep');
    if (!record || !isUnderWay(record) || signal.aborted) return;
    const steps = createUploadSteps(scope, id, (made) => progress.set(new Map(progress.get()).set(id, made)));
    const actor = createActor(uploadMachine, { input: { record, steps } });
    actor.on('upload.refused', ({ refusal }) => toast({ kind: 'error', ...refusal, duration: 10_000 }));
    actor.on('upload.locked', () => toast({ kind: 'error', ...uploadTexts.sessionExpired }));
    actor.on('upload.done', ({ slotsLeft }) =>
      toast({
        kind: 'success',
        title: uploadTexts.success,
        ...(slotsLeft === null ? {} : { text: slotsWords(slotsLeft) }),
      }),
    );
    const stop = () => actor.stop();
    signal.addEventListener('abort', stop);
    await new Promise<void>((resolve, reject) => {
      actor.subscribe({ complete: resolve, error: reject });
      actor.start();
    }).finally(() => {
      signal.removeEventListener('abort', stop);
      const others = new Map(progress.get());
      others.delete(id);
      progress.set(others);
    });
  };

  /** Uploads run one at a time across tabs; a cancellation does not wait for its turn. */
  const inTurn = (record: UploadRecord, waiting: AbortSignal) => {
    const { id, stage } = record;
    const work = () => drive(id);
    return uploads.alone(id, { signal: waiting }, async () => {
      if (stage.kind === 'cancelling') return work();
      let driven: Promise<void> | undefined;
      const paced = waitForPace(scope, record);
      await uploads
        .alone('turn', { signal: waiting }, () => Promise.race([(driven = work()), paced.reached]))
        .finally(paced.stop);
      return driven;
    });
  };
  const look = () => {
    for (const record of uploads.records.get() ?? []) {
      const { id, stage } = record;
      if (stage.kind === 'cancelling') driving.get(id)?.abort();
      if (driving.has(id) || !isUnderWay(record) || signal.aborted) continue;
      const waiting = new AbortController();
      driving.set(id, waiting);
      const again = () => {
        driving.delete(id);
        look();
      };
      inTurn(record, waiting.signal).then(again, () => {
        if (waiting.signal.aborted) again();
        else setTimeout(again, RETRY_MS);
      });
    }
  };
  const stopRecords = uploads.records.subscribe(look);
  scope.onClose(() => {
    stopRecords();
    closing.abort();
    for (const waiting of driving.values()) waiting.abort();
  });
  look();
  const driver: UploadDriver = { progress };
  drivers.set(scope, driver);
  return driver;
}

/**
 * Resolves once an upload's bytes are all sent and track creation waits for the server's rate limit, so that the next
 * upload can have the turn.
 */
function waitForPace({ uploads, pending }: Scope, { id }: UploadRecord) {
  let stop = () => {};
  const reached = new Promise<void>((resolve) => {
    const look = () => {
      const isCreating = uploads.records.get()?.some((one) => one.id === id && one.stage.kind === 'creating');
      if (isCreating && pending.get().some((action) => action.kind === 'track.create' && isPaced(action))) resolve();
    };
    const stops = [uploads.records.subscribe(look), pending.subscribe(look)];
    stop = () => stops.forEach((each) => each());
    look();
  });
  return { reached, stop: () => stop() };
}

export function slotsWords(slots: number): string {
  return `${slots} upload ${plural(slots, 'slot')} left`;
}
