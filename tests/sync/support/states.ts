import type { RecordError, RecordState } from '../../../sync/core/records.ts';

export const inFlight = (all = 0, alone = 0) => ({ kind: 'in_flight', failures: { all, alone } }) as const;
export const retrying = (next_at = 0, all = 0, alone = 0): RecordState => ({
  kind: 'retrying',
  failures: { all, alone },
  next_at,
});
/** As `retrying`, with a delay that `endBusyDelays` may end. */
export const backedOff = (next_at: number, all: number, alone = 0): RecordState => ({
  kind: 'retrying',
  failures: { all, alone },
  next_at,
  may_hasten: true,
});
export const answered: RecordState = { kind: 'answered' };
export const refusal: RecordError = { code: 'no', message: 'No.' };
export const dead = (error = refusal): RecordState => ({ kind: 'dead', error });
export const held = (error = refusal): RecordState => ({ kind: 'held', error });
