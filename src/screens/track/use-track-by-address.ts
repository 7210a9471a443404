import { useEffect } from 'react';
import type { Scope, TrackView } from '../../../sync/client.ts';
import { useIsOffline, useLive, useScope, useTrack } from '../../engine/live.ts';

/** `missing`: the server has no track with this id that the person may see. */
type TrackByAddress =
  { kind: 'found'; track: TrackView } | { kind: 'loading' } | { kind: 'missing' } | { kind: 'offline' };

/** Looks up a track on the device, and asks the server for a newer version (SY-36). */
export function useTrackByAddress(trackId: string): TrackByAddress {
  const scope = useScope();
  const track = useTrack(trackId);
  const isAbsent = useLive(scope.absent).has(trackId);
  const isOffline = useIsOffline();
  useEffect(() => ask(scope, trackId), [scope, trackId]);
  const isKnown = track !== null || isAbsent;
  useEffect(() => (isKnown ? undefined : askAfterEachSync(scope, trackId)), [scope, trackId, isKnown]);
  if (track) return { kind: 'found', track };
  if (isAbsent) return { kind: 'missing' };
  return isOffline ? { kind: 'offline' } : { kind: 'loading' };
}

function ask(scope: Scope, trackId: string): void {
  scope.visitTracks([trackId]).catch(() => undefined);
}

/** Asks again after each sync, because a request may have failed. */
function askAfterEachSync(scope: Scope, trackId: string): () => void {
  let syncedAt = scope.status.get().lastSyncedAt;
  return scope.status.subscribe(() => {
    const { lastSyncedAt } = scope.status.get();
    if (lastSyncedAt === syncedAt) return;
    syncedAt = lastSyncedAt;
    ask(scope, trackId);
  });
}
