import { useState } from 'react';
import type { Beyond, Scope } from '../../../sync/client.ts';
import { useIsOffline, useScope } from '../../engine/live.ts';

type Filter = Parameters<Scope['exploreMore']>[0];

interface BeyondRequest {
  /** `due`: not requested yet; `done`: nothing is left to request. */
  phase: 'done' | 'due' | 'loading' | 'failed' | 'offline';
  request: (filter: Filter) => void;
}

/** A request that failed while offline becomes due again once the network is back. */
export function useBeyond({ state, found }: Beyond): BeyondRequest {
  const scope = useScope();
  const isOffline = useIsOffline();
  const [wasOffline, setWasOffline] = useState(isOffline);
  if (isOffline && !wasOffline) setWasOffline(true);
  return {
    phase: phaseOf(),
    request(filter) {
      setWasOffline(false);
      scope.exploreMore(filter);
    },
  };

  function phaseOf(): BeyondRequest['phase'] {
    if (state === 'none') return 'done';
    if (state === 'loading' && !isOffline) return 'loading';
    if (found !== null) return 'done';
    if (isOffline) return 'offline';
    return state === 'failed' && !wasOffline ? 'failed' : 'due';
  }
}
