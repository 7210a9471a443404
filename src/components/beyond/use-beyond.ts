import { useState } from 'react';
import type { Beyond } from '../../../sync/client.ts';
import { useIsOffline } from '../../engine/live.ts';

interface BeyondRequest<Filter> {
  /** `due`: can be requested now; `done`: nothing is left to request. */
  phase: 'done' | 'due' | 'loading' | 'failed' | 'offline';
  request: (filter: Filter) => void;
}

/**
 * Requests the next page of a list, or the server's matches of a search (SY-36). `found`: the server's answer to the search; null before
 * it, and for lists. A request that failed while offline becomes due again once the network is back.
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
