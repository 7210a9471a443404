import type { Transfer } from '../../sync/client.ts';

/** Measures the progress and the rate of an upload. */
export interface Measure {
  /** @param totalSentBytes may decrease when a part is sent again; the progress then keeps its maximum */
  update(totalSentBytes: number): Transfer;
  setSilent(isSilent: boolean): Transfer;
  sentBytes(): number;
}

/** Progress never decreases. The rate, in bytes per second, is smoothed so that the time left does not jump. */
export function createMeasure(from: number): Measure {
  let maxSent = from;
  let last: { at: number; sent: number } | null = null;
  let rate = 0;
  return {
    update(totalSentBytes) {
      maxSent = Math.max(maxSent, totalSentBytes);
      const at = performance.now();
      if (!last) last = { at, sent: totalSentBytes };
      else if (at - last.at >= 250) {
        const currentRate = Math.max(0, ((totalSentBytes - last.sent) / (at - last.at)) * 1000);
        rate = rate === 0 ? currentRate : rate * 0.7 + currentRate * 0.3;
        last = { at, sent: totalSentBytes };
      }
      return { sentBytes: maxSent, rate, isSilent: false };
    },
    setSilent: (isSilent) => ({ sentBytes: maxSent, rate: isSilent ? 0 : rate, isSilent }),
    sentBytes: () => maxSent,
  };
}
