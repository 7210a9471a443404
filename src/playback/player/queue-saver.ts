import type { DeviceTexts } from './player-deps.ts';
import { currentOf, hasAny, withoutTracks } from './queue.ts';
import { readSavedPlayer, savePlayer, type SavedPlayer } from './saved-player.ts';

/** Interval at which the position is saved during playback, in ms. */
const SAVE_INTERVAL_MS = 3000;

/** Saves the queue on the device. A page saves its own from when it plays or changes it, until another page plays. */
export interface QueueSaver {
  /** Call it when this page plays or its queue changes: from now on this page writes. */
  claim(): void;
  /** Another page plays: from now on this page does not write. */
  release(): void;
  /** Writes the list and the position. */
  saveAll(): void;
  /** Removes withdrawn tracks from the saved queue, whichever page saved it. */
  withdraw(trackIds: ReadonlySet<string>): void;
  /** Writes the position. */
  savePosition(): void;
  /** Writes the position at most every SAVE_INTERVAL_MS. Call it during playback. */
  savePositionRegularly(nowMs: number): void;
}

/** @param read returns the player's state to save */
export function createQueueSaver(device: DeviceTexts, read: () => SavedPlayer): QueueSaver {
  let isClaimed = false;
  let savedAtMs = -Infinity;
  const save = (part: 'all' | 'position') => {
    if (isClaimed) savePlayer(device, read(), part);
  };
  return {
    claim() {
      if (isClaimed) return;
      isClaimed = true;
      // Another page may have written its queue in the meantime.
      save('all');
    },
    release: () => void (isClaimed = false),
    saveAll: () => save('all'),
    withdraw(trackIds) {
      if (isClaimed) return save('all');
      const saved = readSavedPlayer(device);
      if (!saved || !hasAny(saved.queue, trackIds)) return;
      const isCurrent = trackIds.has(currentOf(saved.queue)?.id ?? '');
      const positionS = isCurrent ? 0 : saved.positionS;
      savePlayer(device, { ...saved, queue: withoutTracks(saved.queue, trackIds), positionS }, 'all');
    },
    savePosition: () => save('position'),
    savePositionRegularly(nowMs) {
      if (nowMs - savedAtMs < SAVE_INTERVAL_MS) return;
      savedAtMs = nowMs;
      save('position');
    },
  };
}
