import { useState } from 'react';
import type { Beyond } from '../../../sync/client.ts';
import { useIsOffline } from '../../engine/live.ts';

interface BeyondRequest<Filter> {
  /** `due`: can be requested now; `done`: nothing is left to request. */
  phase: 'done' | 'due' | 'loading' | 'failed' | 'offline';
  request: (filter: Filter) => void;
}

/**
 * Requests the part of a list or a search that the device lacks and the server may have (SY-36): the next page of a list, or what the server
 * finds. With `found`, the search has been answered. A request that failed while offline becomes due again once the network is back.
 */
export function useBeyond<Filter>(
  { state, found }: { state: Beyond['state']; found: unknown },
  send: (filter: Filter) => void,
): BeyondRequest<Filter> {
  const isOffline = useIsOffline();
  const [wasOffline, setWasOffline] = useState(isOffline);
  if (isOffline && !wasOffline) setWasOffline(true);
  return {
    phase: phaseOf(),
    request(filter) {
      setWasOffline(false);
      send(filter);
    },
  };

  function phaseOf(): BeyondRequest<Filter>['phase'] {
    if (state === 'none') return 'done';
    if (state === 'loading' && !isOffline) return 'loading';
    if (found !== null) return 'done';
    if (isOffline) return 'offline';
    return state === 'failed' && !wasOffline ? 'failed' : 'due';
  }
}
