import type { Scope, Transfer, UploadRecord } from '../../sync/client.ts';
import { cancelStep } from './cancel-step.ts';
import { createStep } from './create-step.ts';
import { sendStep } from './send-step.ts';
import { refusedStage, type Step } from './step.ts';
import { uploadTexts } from './upload-texts.ts';

const steps: Partial<Record<UploadRecord['stage']['kind'], Step>> = {
  sending: sendStep,
  creating: createStep,
  cancelling: cancelStep,
};

/**
 * Runs the step of the upload's stage and stores its result. A step starts from the stored record, so any run can continue an earlier one.
 * @returns null if the upload does not exist or its stage has no step
 */
export async function runStage(
  scope: Scope,
  id: string,
  signal: AbortSignal,
  report: (transfer: Transfer) => void,
): Promise<UploadRecord | null> {
  const { uploads } = scope;
  const record = await uploads.change(id, () => 'keep');
  const step = record && steps[record.stage.kind];
  if (!step) return null;
  const { trackId, stage } = record;
  const save = (next: UploadRecord) =>
    uploads.change(id, (stored) => {
      // The stored upload may be a draft again by now, or another attempt.
      if (stored.trackId !== trackId) return 'keep';
      // The step read the form when it began.
      if (stored.stage.kind === stage.kind) return { ...next, form: stored.form };
      // The person has cancelled the upload meanwhile, maybe in another tab.
      return stored.stage.kind === 'cancelling' ? { ...next, stage: stored.stage } : 'keep';
    });
  try {
    return await save(await step(record, { scope, signal, save, report }));
  } catch (error) {
    // An error ends only an upload that is being sent. Later only the server or the person ends it, and another run repeats the step.
    if (signal.aborted || stage.kind !== 'sending') throw error;
    return save({ ...record, stage: refusedStage(uploadTexts.failed) });
  }
}

export function watchUpload(
  { uploads, isLocked }: Scope,
  id: string,
  report: (type: 'upload.cancelled' | 'network.returned' | 'session.returned') => void,
): () => void {
  const onOnline = () => report('network.returned');
  globalThis.addEventListener('online', onOnline);
  const stopSession = isLocked.subscribe(() => {
    if (!isLocked.get()) report('session.returned');
  });
  const stopRecords = uploads.records.subscribe(() => {
    const stage = uploads.records.get()?.find((record) => record.id === id)?.stage;
    if (stage?.kind === 'cancelling' && !stage.refusal) report('upload.cancelled');
  });
  return () => {
    globalThis.removeEventListener('online', onOnline);
    stopSession();
    stopRecords();
  };
}
