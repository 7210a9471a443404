import type { Scope, Transfer, UploadRecord, UploadRefusal, UploadStage, WaitsFor } from '../../sync/client.ts';

/** Returns the next record. After a rejection, `sending` ends as refused; other stages stay for a later run. */
export type Step = (record: UploadRecord, tools: StepTools) => Promise<UploadRecord>;

export interface StepTools {
  scope: Scope;
  /** Aborts when the run ends, or the person cancels. */
  signal: AbortSignal;
  /** A run after a crash continues from the saved record. */
  save(record: UploadRecord): Promise<unknown>;
  report(transfer: Transfer): void;
}

/** Nothing can be sent now. */
export const waiting = (waitsFor: WaitsFor): UploadStage => ({ kind: 'sending', waitsFor });

/** Goes back to the form, which shows the refusal. */
export const refused = (refusal: UploadRefusal): UploadStage => ({ kind: 'cancelling', refusal });
