import type { PageSignals } from '../../platform/page-signals.ts';
import type { TrackSource } from './player-events.ts';
import type { PlayerDeps } from './player-deps.ts';

export function openTrackSource(
  { kept, hasNetwork }: Pick<PlayerDeps, 'kept' | 'hasNetwork'>,
  { isOnline }: Pick<PageSignals, 'isOnline'>,
): TrackSource {
  const dropped = new Map<string, number>();
  return {
    addressOf({ id, audioSrc }) {
      // Browsers cache media by URL; another fragment makes them read the file again.
      const times = dropped.get(id);
      return times === undefined ? audioSrc : `${audioSrc}#${times}`;
    },
    whereIs(track) {
      if (kept.states.get().get(track.id)?.kind === 'kept') return 'device';
      return isOnline() && hasNetwork() ? 'network' : 'nowhere';
    },
    async dropCopy(track) {
      if (!(await kept.reportBroken(track.id))) return false;
      dropped.set(track.id, (dropped.get(track.id) ?? 0) + 1);
      return true;
    },
  };
}
