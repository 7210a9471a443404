import { useIsOffline, useLive, useScope } from './live.ts';

/** Whether a track cannot play now: there is no network, and it is not kept on the device. */
export function useIsUnplayable(): (trackId: string) => boolean {
  const kept = useLive(useScope().kept.states);
  const isOffline = useIsOffline();
  return (trackId) => isOffline && kept.get(trackId)?.kind !== 'kept';
}
