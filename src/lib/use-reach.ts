import { useLive, useScope, useSyncStatus } from './live.ts';

/** Tells which tracks cannot sound now: there is no network, and they are not on the device. */
export function useOutOfReach(): (trackId: string) => boolean {
  const kept = useLive(useScope().kept.states);
  const { network } = useSyncStatus();
  return (trackId) => network === 'offline' && kept.get(trackId)?.kind !== 'kept';
}
