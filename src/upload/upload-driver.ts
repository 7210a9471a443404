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

/** A drive that ended for a reason of the device's (its disk) is begun again after this long, in ms. */
const AGAIN_MS = 5000;

/** The uploads that this tab drives. */
export interface UploadDriver {
  /** By the upload's id; only of those that this tab sends now. */
  progress: Pick<LiveValue<ReadonlyMap<string, UploadProgress>>, 'get' | 'subscribe'>;
}

const drivers = new WeakMap<Scope, UploadDriver>();

/**
 * Drives every upload of this person that no other tab drives, wherever they are in the app, until they leave (SY-19). The
 * same scope, the same driver.
 */
export function driveUploads(scope: Scope): UploadDriver {
  const existing = drivers.get(scope);
  if (existing) return existing;
  const { uploads } = scope;
  const progress = createLive<ReadonlyMap<string, UploadProgress>>(new Map());
  /** Ends the wait of an upload for its turn; one that has its turn goes on. */
  const driving = new Map<string, AbortController>();
  const closing = new AbortController();
  const { signal } = closing;

  const drive = async (id: string) => {
    // As it stands now that the turn is ours: another tab may have brought it to its end.
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

  /** Uploads are sent one after another, whichever tab sends them; what is taken back waits for none. */
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
        else setTimeout(again, AGAIN_MS);
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
 * Resolves once all of an upload is there and tracks wait for the server's pace: nothing is to be sent of it then, and the next one
 * has its turn.
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
