/**
 * Counts the milliseconds of a track that were really heard. Between two readings it adds the smaller of the elapsed
 * time and the position's change, so that a sleeping device adds nothing, and a seek at most the elapsed time.
 */
export interface ListeningClock {
  /** Takes `nowMs` of a monotonic clock, the position in seconds, and whether audio plays. Returns the total heard. */
  read(nowMs: number, positionS: number, running: boolean): number;
  /** The position jumped: the skipped part is not counted. */
  jumped(): void;
  /** Restarts from this much time heard before (ms). */
  reset(heardMs: number): void;
  heardMs(): number;
}

export function createListeningClock(): ListeningClock {
  let heard = 0;
  let last: { nowMs: number; positionS: number } | null = null;
  return {
    read(nowMs, positionS, running) {
      if (running && last) {
        const elapsedMs = nowMs - last.nowMs;
        const movedMs = (positionS - last.positionS) * 1000;
        if (movedMs > 0) heard += Math.min(elapsedMs, movedMs);
      }
      last = running ? { nowMs, positionS } : null;
      return heard;
    },
    jumped() {
      last = null;
    },
    reset(heardMs) {
      heard = heardMs;
      last = null;
    },
    heardMs: () => heard,
  };
}
