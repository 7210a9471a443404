import type { Scope, Transfer, UploadRecord, UploadRefusal, UploadStage, WaitsFor } from '../../sync/client.ts';

/**
 * Does the work of a record's stage, and returns the next record. After a rejection, `sending` ends as refused; the other
 * stages stay for a later run.
 */
export type Step = (record: UploadRecord, tools: StepTools) => Promise<UploadRecord>;

export interface StepTools {
  scope: Scope;
  /** Aborts when the run ends, or the person cancels. */
  signal: AbortSignal;
  /** Stores the record as far as the step has got, for a run that continues after a crash. */
  save(record: UploadRecord): Promise<unknown>;
  /** Reports the transfer of this tab. */
  report(transfer: Transfer): void;
}

/** The stage of an upload of which nothing can be sent now. */
export const waiting = (waitsFor: WaitsFor): UploadStage => ({ kind: 'sending', waitsFor });

/** The stage of an upload that goes back to its form, which shows why. */
export const refused = (refusal: UploadRefusal): UploadStage => ({ kind: 'cancelling', refusal });
