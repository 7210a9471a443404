import type { UploadRecord } from '../../sync/client.ts';

/** Whether a tab must work on the upload. */
export function isUnderWay({ stage }: UploadRecord): boolean {
  return stage.kind === 'sending' || stage.kind === 'creating' || stage.kind === 'cancelling';
}

/** Whether the upload waits on the device. A file being checked is already on the server, and does not count. */
export function isHeldUp({ stage }: UploadRecord): boolean {
  return stage.kind === 'sending' && stage.waitsFor !== null && stage.waitsFor !== 'check';
}

/** Whether bytes or the track are being sent now, so that the page should not reload. */
export function isMoving({ stage }: UploadRecord): boolean {
  return stage.kind === 'sending' ? stage.waitsFor === null : stage.kind === 'creating' || stage.kind === 'cancelling';
}
