import type { RemoteRead } from '../../../sync/model/remote-reads.ts';
import { utcDay } from '../../../sync/model/utc-day.ts';
import { useToday } from '../../engine/use-today.ts';
import { useRemote } from '../../engine/use-remote.ts';

export interface StatusOfToday<T> {
  /** The server's UTC day, as YYYY-MM-DD. */
  today: string;
  /** Null without a response from today. */
  value: T | null;
  /** Whether `value` is up to date, as far as this device knows. */
  isCurrent: boolean;
  /** `known`: there is a response, perhaps of an earlier day. `unknown`: the read failed, and there is none. */
  kind: 'loading' | 'known' | 'unknown';
  /** `unknown` because the server could not be reached: show the device's own counts. */
  isUnreachable: boolean;
  isAsking: boolean;
  retry: () => void;
}

const kinds = { here: 'known', failed: 'unknown', loading: 'loading' } as const;

/** Today's status of a reward. @param ownCount the device's own count; when it changes, the status is requested again */
export function useStatusOfToday<T>(read: RemoteRead<T>, ownCount: string | number): StatusOfToday<T> {
  const today = useToday();
  const status = useRemote(read, `${today} ${ownCount}`);
  const isOfToday = status.kind === 'here' && utcDay(status.at) === today;
  return {
    today,
    value: isOfToday ? status.value : null,
    isCurrent: isOfToday && !status.isStale && !status.isAsking && status.failure === null,
    kind: kinds[status.kind],
    isUnreachable: status.kind === 'failed' && status.failure.kind === 'network',
    isAsking: status.kind !== 'loading' && status.isAsking,
    retry: status.retry,
  };
}
