import type { UploadRecord } from '../../sync/client.ts';

/** Whether a tab has to do something for it. */
export function isUnderWay({ stage }: UploadRecord): boolean {
  return stage.kind === 'sending' || stage.kind === 'creating' || stage.kind === 'cancelling';
}

/** Whether it waits on the device; what is being checked is on the server already. */
export function isHeldUp({ stage }: UploadRecord): boolean {
  return stage.kind === 'sending' && stage.waitsFor !== null && stage.waitsFor !== 'check';
}

/** Whether bytes or the track are on their way now, so that nothing should reload the page. */
export function isMoving({ stage }: UploadRecord): boolean {
  return stage.kind === 'sending' ? stage.waitsFor === null : stage.kind === 'creating' || stage.kind === 'cancelling';
}
