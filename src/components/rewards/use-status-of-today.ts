import type { RemoteRead } from '../../../sync/model/remote-reads.ts';
import { utcDay } from '../../../sync/model/utc-day.ts';
import { useToday } from '../../engine/use-today.ts';
import { useRemote } from '../../engine/use-remote.ts';

/** The server's answer about a person's day. */
export interface StatusOfToday<T> {
  today: string;
  /** Null without an answer from today; yesterday's answer does not count. */
  value: T | null;
  /** The answer is up to date, as far as this device knows. */
  isNow: boolean;
  /** `unknown`: there is no answer, and the read failed. */
  kind: 'loading' | 'known' | 'unknown';
  /** The server could not be reached: show the device's own counts instead. */
  isCutOff: boolean;
  isAsking: boolean;
  retry: () => void;
}

const kinds = { here: 'known', failed: 'unknown', loading: 'loading' } as const;

/** A read about today. It is repeated when the UTC day changes, and when `known`, the device's own count, changes. */
export function useStatusOfToday<T>(read: RemoteRead<T>, known: string | number): StatusOfToday<T> {
  const today = useToday();
  const status = useRemote(read, `${today} ${known}`);
  const isOfToday = status.kind === 'here' && utcDay(status.at) === today;
  return {
    today,
    value: isOfToday ? status.value : null,
    isNow: isOfToday && !status.isStale && !status.isAsking && status.failure === null,
    kind: kinds[status.kind],
    isCutOff: status.kind === 'failed' && status.failure.kind === 'network',
    isAsking: status.kind !== 'loading' && status.isAsking,
    retry: status.retry,
  };
}
