import { useEffect, useMemo, useState } from 'react';
import type { TrackView } from '../../../sync/client.ts';
import { useIsOffline, useLive, useScope, useSyncStatus, useTrack } from '../../engine/live.ts';

/** Result of looking up a track from the URL. `missing`: the server has no track with this id that the person may see. */
type TrackByAddress =
  { kind: 'found'; track: TrackView } | { kind: 'loading' } | { kind: 'missing' } | { kind: 'offline' };

/** Looks up a track in the replica. If the track is not there, starts a sync, because a new track may not be synced yet. */
export function useTrackByAddress(trackId: string): TrackByAddress {
  const scope = useScope();
  const track = useTrack(trackId);
  const { state } = useLive(useMemo(() => scope.explore({ search: '', genre: null }), [scope]));
  const isOffline = useIsOffline();
  const lastSyncedAt = useSyncStatus((status) => status.lastSyncedAt);
  const [syncedAtMount] = useState(lastSyncedAt);
  const isFound = track !== null;
  useEffect(() => {
    if (!isFound) scope.syncNow();
  }, [scope, isFound]);
  if (track) return { kind: 'found', track };
  if (state === 'complete' && lastSyncedAt !== syncedAtMount) return { kind: 'missing' };
  return isOffline ? { kind: 'offline' } : { kind: 'loading' };
}
