import type { SyncStatus } from '../../../sync/client.ts';

/** Work with the server that goes on longer than this brings nothing any more, in ms. */
const PATIENCE_MS = 10_000;
/** Between two attempts nothing is under way; the first may not have begun yet. In ms. */
const QUIET_MS = 3000;

/**
 * Whether a profile that is not on the device will not come by itself: there is no network, or the server was asked in vain.
 * @param since when it began to be waited for, in ms since the epoch, as `now` is
 */
export function hasFailedToLoad(status: SyncStatus, since: number, now: number): boolean {
  if (status.network === 'offline' || status.storage === 'unavailable') return true;
  return status.work.kind === 'working' ? now - status.work.since > PATIENCE_MS : now - since > QUIET_MS;
}
