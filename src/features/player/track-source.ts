import type { Scope } from '../../../sync/client.ts';
import type { TrackSource } from './player-machine.ts';

/** Where tracks are, from what this device keeps and what it knows of the network. */
export function openTrackSource(sync: Pick<Scope, 'kept' | 'status'>): TrackSource {
  const dropped = new Map<string, number>();
  return {
    addressOf({ id, audioSrc }) {
      // Browsers keep what they read of an address in memory: behind a new fragment they read the new file.
      const times = dropped.get(id);
      return times === undefined ? audioSrc : `${audioSrc}#${times}`;
    },
    whereIs(track) {
      if (sync.kept.states.get().get(track.id)?.kind === 'kept') return 'device';
      return navigator.onLine && sync.status.get().network !== 'offline' ? 'network' : 'nowhere';
    },
    async dropCopy(track) {
      if (!(await sync.kept.reportBroken(track.id))) return false;
      dropped.set(track.id, (dropped.get(track.id) ?? 0) + 1);
      return true;
    },
  };
}
