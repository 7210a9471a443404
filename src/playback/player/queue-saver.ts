import type { DeviceTexts } from './player-deps.ts';
import { currentOf, hasAny, withoutTracks } from './queue.ts';
import { readSavedPlayer, savePlayer, type SavedPlayer } from './saved-player.ts';

const SAVE_INTERVAL_MS = 3000;

/** A page saves its queue from when it plays or changes the queue, until another page plays. */
export interface QueueSaver {
  /** Call when this page plays or its queue changes; from then on this page writes. */
  claim(): void;
  release(): void;
  saveAll(): void;
  /** Removes withdrawn tracks from the saved queue, whichever page saved it. */
  withdraw(trackIds: ReadonlySet<string>): void;
  savePosition(): void;
  /** Call during playback; writes at most every SAVE_INTERVAL_MS. */
  savePositionRegularly(nowMs: number): void;
}

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
