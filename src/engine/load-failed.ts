import { useState } from 'react';
import type { SyncStatus } from '../../sync/client.ts';
import { useSyncStatus } from './live.ts';
import { useDeviceNow } from './use-now.ts';

/** A sync that runs longer than this counts as failed, in ms. */
const SYNC_TIMEOUT_MS = 10_000;
/** Grace period after the wait began, in ms. After it, data counts as failed while no sync is running. */
const GRACE_MS = 3000;

/**
 * Whether missing data will not arrive by itself: there is no network, or the sync failed or timed out.
 * @param since when the wait began, in ms since the epoch, like `now`
 */
export function hasLoadFailed(status: SyncStatus, since: number, now: number): boolean {
  if (status.network === 'offline') return true;
  return status.work.kind === 'working' ? now - status.work.since > SYNC_TIMEOUT_MS : now - since > GRACE_MS;
}

/** `hasLoadFailed` since the first render. A failure stays shown during the next attempt. */
export function useHasLoadFailed(): boolean {
  const status = useSyncStatus((all) => all);
  const now = useDeviceNow(1000);
  const [since] = useState(now);
  const [hasFailed, setFailed] = useState(false);
  const isFailing = hasLoadFailed(status, since, now);
  if (isFailing && !hasFailed) setFailed(true);
  return isFailing || (hasFailed && status.work.kind === 'working');
}
