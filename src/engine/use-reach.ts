import { useIsOffline, useLive, useScope } from './live.ts';

/** Tells which tracks cannot sound now: there is no network, and they are not on the device. */
export function useOutOfReach(): (trackId: string) => boolean {
  const kept = useLive(useScope().kept.states);
  const isOffline = useIsOffline();
  return (trackId) => isOffline && kept.get(trackId)?.kind !== 'kept';
}
