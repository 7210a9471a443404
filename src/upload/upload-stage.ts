import type { UploadRecord } from '../../sync/client.ts';

export function isUnderWay(record: UploadRecord): boolean {
  return isBeingSent(record) || record.stage.kind === 'cancelling';
}

export function isBeingSent({ stage }: UploadRecord): boolean {
  return stage.kind === 'sending' || stage.kind === 'creating';
}

/** Whether the upload waits on the device. An upload whose file is being checked does not: its file is already on the server. */
export function isHeldUp({ stage }: UploadRecord): boolean {
  return stage.kind === 'sending' && stage.waitsFor !== null && stage.waitsFor !== 'check';
}

/** Whether bytes or requests are on their way, so that the page should not reload now. */
export function isMoving({ stage }: UploadRecord): boolean {
  return stage.kind === 'sending' ? stage.waitsFor === null : stage.kind === 'creating' || stage.kind === 'cancelling';
}
