import { useCallback } from 'react';
import type { TrackView } from '../../../sync/client.ts';
import { useScope } from '../../engine/live.ts';
import { type Read, useRead } from '../../platform/use-read.ts';

/** Those of the tracks that are on this device. */
export function useTracks(ids: readonly string[]): Read<readonly TrackView[]> {
  const scope = useScope();
  const read = useCallback((key: string) => scope.tracksById(key === '' ? [] : key.split(',')), [scope]);
  return useRead(read, ids.join());
}
