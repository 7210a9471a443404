import type { Scope, Transfer, UploadRecord, UploadRefusal, UploadStage, WaitsFor } from '../../sync/client.ts';

/** Resolves with the next record. If the step of `sending` rejects, the upload is refused; the other steps are repeated by a later run. */
export type Step = (record: UploadRecord, tools: StepTools) => Promise<UploadRecord>;

export interface StepTools {
  scope: Scope;
  signal: AbortSignal;
  save(record: UploadRecord): Promise<unknown>;
  report(transfer: Transfer): void;
}

export const waitingStage = (waitsFor: WaitsFor): UploadStage => ({ kind: 'sending', waitsFor });

/** The upload ends, and its person sees the refusal. */
export const refusedStage = (refusal: UploadRefusal): UploadStage => ({ kind: 'cancelling', refusal });
