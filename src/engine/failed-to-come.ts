import { useState } from 'react';
import type { SyncStatus } from '../../sync/client.ts';
import { useSyncStatus } from './live.ts';
import { useDeviceNow } from './use-now.ts';

/** Work with the server that goes on longer than this brings nothing any more, in ms. */
const PATIENCE_MS = 10_000;
/** Between two attempts nothing is under way; the first may not have begun yet. In ms. */
const QUIET_MS = 3000;

/**
 * Whether what is not on the device will not come by itself: there is no network, or the server was asked in vain.
 * @param since when it began to be waited for, in ms since the epoch, as `now` is
 */
export function hasFailedToCome(status: SyncStatus, since: number, now: number): boolean {
  if (status.network === 'offline') return true;
  return status.work.kind === 'working' ? now - status.work.since > PATIENCE_MS : now - since > QUIET_MS;
}

/** The same for what is waited for since this was first drawn. It stays so while it is asked for again. */
export function useFailedToCome(): boolean {
  const status = useSyncStatus((all) => all);
  const now = useDeviceNow(1000);
  const [since] = useState(now);
  const [hasFailed, setFailed] = useState(false);
  const isFailing = hasFailedToCome(status, since, now);
  if (isFailing && !hasFailed) setFailed(true);
  return isFailing || (hasFailed && status.work.kind === 'working');
}
