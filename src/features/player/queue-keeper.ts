import type { DeviceTexts } from './player-person.ts';
import { savePlayer, type SavedPlayer } from './saved-player.ts';

/** While sound runs the position is kept this often, in ms. */
const KEEP_EVERY_MS = 3000;

/** Keeps the queue on the device. It is that of the page that sounded last: a page that did not leaves it alone. */
export interface QueueKeeper {
  /** This page sounds now, or its queue was changed here: what the device has is its own from now on. */
  claim(): void;
  /** Another page sounds now. */
  leave(): void;
  /** Writes the list and the position. */
  keepAll(): void;
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
      // Another page may have written its own since.
      keep('all');
    },
    leave: () => void (isOwn = false),
    keepAll: () => keep('all'),
    keepPosition: () => keep('position'),
    keepPositionNowAndThen(nowMs) {
      if (nowMs - keptAtMs < KEEP_EVERY_MS) return;
      keptAtMs = nowMs;
      keep('position');
    },
  };
}
