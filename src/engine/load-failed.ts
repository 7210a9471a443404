import { useState } from 'react';
import type { SyncStatus } from '../../sync/client.ts';
import { useSyncStatus } from './live.ts';
import { useDeviceNow } from './use-now.ts';

/** A running sync counts as failed after this time. */
const SYNC_TIMEOUT_MS = 10_000;
/** Without a running sync, loading counts as failed after this time. */
const GRACE_MS = 3000;

/** Whether loading has failed: at once while offline, else after a time. @param since start of loading, in ms since the epoch */
export function hasLoadFailed(status: SyncStatus, since: number, now: number): boolean {
  if (status.network === 'offline') return true;
  return status.work.kind === 'working' ? now - status.work.since > SYNC_TIMEOUT_MS : now - since > GRACE_MS;
}

/** Whether loading has failed. Stays true during the next attempt, so that the failure stays shown. */
export function useHasLoadFailed(): boolean {
  const status = useSyncStatus((all) => all);
  const now = useDeviceNow(1000);
  const [since] = useState(now);
  const [hasFailed, setFailed] = useState(false);
  const isFailing = hasLoadFailed(status, since, now);
  if (isFailing && !hasFailed) setFailed(true);
  return isFailing || (hasFailed && status.work.kind === 'working');
}
