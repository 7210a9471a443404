import type { DeviceTexts } from './player-person.ts';
import { currentOf, hasAny, withoutTracks } from './queue.ts';
import { readSavedPlayer, savePlayer, type SavedPlayer } from './saved-player.ts';

/** While sound runs the position is kept this often, in ms. */
const KEEP_EVERY_MS = 3000;

/** Saves the queue on the device. The page that sounded last saves its queue there; other pages write nothing. */
export interface QueueKeeper {
  /** To be called when this page sounds or its queue is changed: from now on this page writes. */
  claim(): void;
  /** Another page sounds: from now on this page does not write. */
  leave(): void;
  /** Writes the list and the position. */
  keepAll(): void;
  /** Takes tracks that are gone out of what is saved, whichever page saved it. */
  withdraw(trackIds: ReadonlySet<string>): void;
  /** Writes the position. */
  keepPosition(): void;
  /** Writes the position when it was not written for a while. To be called as sound runs. */
  keepPositionNowAndThen(nowMs: number): void;
}

/** @param read the player as it is to be kept */
export function createQueueKeeper(device: DeviceTexts, read: () => SavedPlayer): QueueKeeper {
  let isOwn = false;
  let keptAtMs = -Infinity;
  const keep = (what: 'all' | 'position') => {
    if (isOwn) savePlayer(device, read(), what);
  };
  return {
    claim() {
      if (isOwn) return;
      isOwn = true;
      // Another page may have written its queue in the meantime.
      keep('all');
    },
    leave: () => void (isOwn = false),
    keepAll: () => keep('all'),
    withdraw(trackIds) {
      if (isOwn) return keep('all');
      const saved = readSavedPlayer(device);
      if (!saved || !hasAny(saved.queue, trackIds)) return;
      const isCurrent = trackIds.has(currentOf(saved.queue)?.id ?? '');
      const positionS = isCurrent ? 0 : saved.positionS;
      savePlayer(device, { ...saved, queue: withoutTracks(saved.queue, trackIds), positionS }, 'all');
    },
    keepPosition: () => keep('position'),
    keepPositionNowAndThen(nowMs) {
      if (nowMs - keptAtMs < KEEP_EVERY_MS) return;
      keptAtMs = nowMs;
      keep('position');
    },
  };
}
