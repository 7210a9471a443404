import type { RemoteRead } from '../../../sync/model/remote-reads.ts';
import { utcDay } from '../../../sync/model/utc-day.ts';
import { useToday } from '../../engine/use-today.ts';
import { useRemote } from '../../engine/use-remote.ts';

/** What the server says of a person's day. */
export interface StatusOfToday<T> {
  today: string;
  /** Null while it has said nothing of today: what it said of yesterday is over. */
  value: T | null;
  /** Nothing has changed since, as far as this device knows. */
  isNow: boolean;
  /** `unknown`: nothing was ever said, and it cannot be asked. */
  kind: 'loading' | 'known' | 'unknown';
  /** The server was not reached: what the device knows stands for what it would say. */
  isCutOff: boolean;
  isAsking: boolean;
  retry: () => void;
}

const kinds = { here: 'known', failed: 'unknown', loading: 'loading' } as const;

/** A read about today: asked again when the UTC day turns over, and when `known`, what the device has heard itself, changes. */
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
