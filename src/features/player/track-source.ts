import type { SyncClient } from '../../../sync/client.ts';
import type { TrackSource } from './player-machine.ts';

/** Where tracks are, from what this device keeps and what it knows of the network. */
export function openTrackSource(sync: Pick<SyncClient, 'kept' | 'status'>): TrackSource {
  return {
    whereIs(track) {
      if (sync.kept.states.get().get(track.id)?.kind === 'kept') return 'device';
      return navigator.onLine && sync.status.get().network !== 'offline' ? 'network' : 'nowhere';
    },
    async dropCopy(track) {
      const state = sync.kept.states.get().get(track.id);
      if (state?.kind !== 'kept') return false;
      await sync.kept.remove(track.id);
      // What the person asked for comes back whole, as soon as it can.
      if (state.asked) void sync.kept.keep(track.id).catch(() => undefined);
      return true;
    },
  };
}
