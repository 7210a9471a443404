import { useMemo } from 'react';
import type { TrackView } from '../../../sync/client.ts';
import { useLive, useScope } from '../../engine/live.ts';

const MAX_TRACKS = 100;

export function useTestTracks(): readonly TrackView[] {
  const scope = useScope();
  const { tracks } = useLive(useMemo(() => scope.explore({ search: '', genre: null }), [scope]));
  return useMemo(() => tracks.filter((track) => track.user_id !== scope.userId).slice(0, MAX_TRACKS), [tracks, scope]);
}
