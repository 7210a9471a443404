import type { Scope } from '../../../sync/client.ts';
import { readLevels } from '../../audio/levels.ts';
import { createStore, type Store } from '../../lib/store.ts';
import type { PlayerTrack } from './player-track.ts';

export type Levels = readonly number[];

/** Parts into which a track's loudness is read, about as many as the line has waves. */
const PARTS = 120;
/** Tracks whose levels are remembered. */
const REMEMBERED = 50;

export interface TrackLevels {
  /** Of the current track; null while unknown. */
  current: Omit<Store<Levels | null>, 'set'>;
  follow(track: PlayerTrack | null): void;
}

/**
 * The loudness of the current track, from its own bytes. It is read once, from the copy on the device, so that it costs no
 * traffic, and only while somebody looks.
 */
export function createTrackLevels(sync: Pick<Scope, 'kept'>): TrackLevels {
  const current = createStore<Levels | null>(null);
  const known = new Map<string, Levels | null>();
  let track: PlayerTrack | null = null;
  let reading: string | null = null;

  const read = async ({ id, audioSrc }: PlayerTrack): Promise<void> => {
    const response = await fetch(audioSrc);
    const levels = response.ok ? await readLevels(new Uint8Array(await response.arrayBuffer()), PARTS) : null;
    known.set(id, levels);
    for (const oldest of known.keys()) if (known.size > REMEMBERED) known.delete(oldest);
    if (track?.id === id) current.set(levels);
  };

  const look = (): void => {
    const wanted = track;
    if (!wanted || document.visibilityState === 'hidden' || reading !== null || known.has(wanted.id)) return;
    if (sync.kept.states.get().get(wanted.id)?.kind !== 'kept') return;
    reading = wanted.id;
    read(wanted)
      // The drawn line stays as it is.
      .catch(() => known.set(wanted.id, null))
      .finally(() => {
        reading = null;
        look();
      });
  };
  sync.kept.states.subscribe(look);
  document.addEventListener('visibilitychange', look);

  return {
    current,
    follow(next) {
      if (next?.id === track?.id) return;
      track = next;
      current.set(next ? (known.get(next.id) ?? null) : null);
      look();
    },
  };
}
