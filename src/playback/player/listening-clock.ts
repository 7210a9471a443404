/** Counts the smaller of elapsed time and position change, so a sleeping device adds nothing and a seek at most the elapsed time. */
export interface ListeningClock {
  /** `nowMs`: of a monotonic clock. Returns the total heard, in ms. */
  read(nowMs: number, positionS: number, running: boolean): number;
  /** Call at each seek, so that the skipped part is not counted. */
  jumped(): void;
  /** `heardMs`: time already heard. */
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
