import { useIsOffline, useLive, useScope } from './live.ts';

/** Whether a track cannot play now: without a network, only kept tracks play. */
export function useIsUnplayable(): (trackId: string) => boolean {
  const kept = useLive(useScope().kept.states);
  const isOffline = useIsOffline();
  return (trackId) => isOffline && kept.get(trackId)?.kind !== 'kept';
}
