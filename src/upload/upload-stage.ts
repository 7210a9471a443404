import type { UploadRecord } from '../../sync/client.ts';

export function isUnderWay({ stage }: UploadRecord): boolean {
  return stage.kind === 'sending' || stage.kind === 'creating' || stage.kind === 'cancelling';
}

/** Waits on the device. A file being checked is already on the server. */
export function isHeldUp({ stage }: UploadRecord): boolean {
  return stage.kind === 'sending' && stage.waitsFor !== null && stage.waitsFor !== 'check';
}

/** The page should not reload now. */
export function isMoving({ stage }: UploadRecord): boolean {
  return stage.kind === 'sending' ? stage.waitsFor === null : stage.kind === 'creating' || stage.kind === 'cancelling';
}
