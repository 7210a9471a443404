import type { DeviceTexts } from './player-deps.ts';
import { currentOf, hasAny, withoutTracks } from './queue.ts';
import { readSavedPlayer, savePlayer, type SavedPlayer } from './saved-player.ts';

/** Interval at which the position is saved during playback, in ms. */
const KEEP_EVERY_MS = 3000;

/** Saves the queue on the device. Only the page that played last saves; other pages write nothing. */
export interface QueueKeeper {
  /** Call it when this page plays or its queue changes: from now on this page writes. */
  claim(): void;
  /** Another page plays: from now on this page does not write. */
  leave(): void;
  /** Writes the list and the position. */
  keepAll(): void;
  /** Removes withdrawn tracks from the saved queue, whichever page saved it. */
  withdraw(trackIds: ReadonlySet<string>): void;
  /** Writes the position. */
  keepPosition(): void;
  /** Writes the position at most every KEEP_EVERY_MS. Call it during playback. */
  keepPositionNowAndThen(nowMs: number): void;
}

/** @param read returns the player's state to save */
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
