import type { Live } from '../../../sync/client.ts';
import type { PlayerDeps } from './player-deps.ts';
import type { PlayerTrack } from './player-track.ts';
import { currentOf, type Queue } from './queue.ts';

/** Watches the tracks of a queue for changes and withdrawals. */
export interface TrackWatch {
  follow(queues: { queue: Queue; aside: { queue: Queue } | null }): void;
  close(): void;
}

interface TrackListeners {
  changed(trackId: string): void;
  /** Tracks were deleted or hidden. They are reported again until the listener removes them from the queue. */
  withdrawn(tracks: readonly PlayerTrack[]): void;
}

export function watchTracks(
  person: Pick<PlayerDeps, 'isFilled' | 'absent' | 'isAbsent' | 'visitTracks'> & { track(id: string): Live<unknown> },
  on: TrackListeners,
): TrackWatch {
  let list: readonly PlayerTrack[] = [];
  let tracks: ReadonlyMap<string, PlayerTrack> = new Map();
  const watched = new Map<string, { get(): unknown; stop(): void }>();
  let isCheckScheduled = false;
  let isClosed = false;

  const watch = (id: string) => {
    const view = person.track(id);
    const stop = view.subscribe(() => (view.get() ? on.changed(id) : scheduleWithdrawnCheck()));
    watched.set(id, { get: view.get, stop });
    if (!view.get()) scheduleWithdrawnCheck();
  };

  /** Deferred, because a rebuild removes the tracks first and then sets `isFilled` to false. */
  const scheduleWithdrawnCheck = () => {
    if (isCheckScheduled) return;
    isCheckScheduled = true;
    queueMicrotask(() => {
      isCheckScheduled = false;
      if (isClosed || !person.isFilled.get()) return;
      const missing = [...tracks.values()].filter(({ id }) => watched.get(id)?.get() === null);
      const withdrawn = missing.filter(({ id }) => person.isAbsent(id));
      if (withdrawn.length > 0) on.withdrawn(withdrawn);
      const unknown = missing.filter(({ id }) => !person.isAbsent(id)).map(({ id }) => id);
      if (unknown.length > 0) person.visitTracks(unknown);
    });
  };

  const stopFilled = person.isFilled.subscribe(() => {
    for (const id of tracks.keys()) if (!watched.has(id)) watch(id);
    scheduleWithdrawnCheck();
  });

  const stopAbsent = person.absent.subscribe(scheduleWithdrawnCheck);

  return {
    follow({ queue, aside }) {
      const active = aside?.queue ?? queue;
      if (list !== active.tracks) {
        list = active.tracks;
        tracks = new Map(active.tracks.map((track) => [track.id, track]));
        for (const [id, { stop }] of watched) {
          if (tracks.has(id)) continue;
          stop();
          watched.delete(id);
        }
      }
      // While the replica is incomplete, watch only the current track, not all two hundred.
      const wanted = person.isFilled.get() ? [...tracks.keys()] : [currentOf(active)?.id ?? ''];
      for (const id of wanted) if (tracks.has(id) && !watched.has(id)) watch(id);
    },
    close() {
      isClosed = true;
      stopFilled();
      stopAbsent();
      for (const { stop } of watched.values()) stop();
      watched.clear();
    },
  };
}
