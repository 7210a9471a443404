import { useEffect, useMemo, useState } from 'react';
import type { TrackView } from '../../../sync/client.ts';
import { useIsOffline, useLive, useScope, useSyncStatus, useTrack } from '../../engine/live.ts';

/** A track that an address names. `missing`: the server shows this person none of that id, private ones of others included. */
type LookedFor = { kind: 'here'; track: TrackView } | { kind: 'looking' } | { kind: 'missing' } | { kind: 'offline' };

/** Looks for it on the device; what is not there may have been made a moment ago, so the server is asked before it is missed. */
export function useLookedFor(trackId: string): LookedFor {
  const scope = useScope();
  const track = useTrack(trackId);
  const { state } = useLive(useMemo(() => scope.explore({ search: '', genre: null }), [scope]));
  const isOffline = useIsOffline();
  const lastSyncedAt = useSyncStatus((status) => status.lastSyncedAt);
  const [before] = useState(lastSyncedAt);
  const isHere = track !== null;
  useEffect(() => {
    if (!isHere) scope.syncNow();
  }, [scope, isHere]);
  if (track) return { kind: 'here', track };
  if (state === 'complete' && lastSyncedAt !== before) return { kind: 'missing' };
  return isOffline ? { kind: 'offline' } : { kind: 'looking' };
}
