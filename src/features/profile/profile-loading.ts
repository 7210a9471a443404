import type { SyncStatus } from '../../../sync/client.ts';

/** Work with the server that goes on longer than this brings nothing any more, in ms. */
const PATIENCE_MS = 10_000;

/** Whether a profile that is not on the device will not come by itself: there is no network, or the server was asked in vain. */
export function hasFailedToLoad(status: SyncStatus, now: number): boolean {
  if (status.network === 'offline' || status.storage === 'unavailable') return true;
  if (status.busySince !== null) return now - status.busySince > PATIENCE_MS;
  return status.lastSyncedAt !== null;
}
