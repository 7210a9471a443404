import type { Transfer } from '../../sync/client.ts';

export interface Measure {
  add(sentBytes: number): Transfer;
  /** The last state, with `isSilent` set. */
  hear(isSilent: boolean): Transfer;
  sentBytes(): number;
}

/**
 * Measures the progress and rate of a transfer, from the bytes sent before. The progress never decreases, and the rate
 * is smoothed so that the time left does not jump.
 */
export function createMeasure(from: number): Measure {
  let most = from;
  let last: { at: number; sent: number } | null = null;
  let rate = 0;
  return {
    add(sentBytes) {
      most = Math.max(most, sentBytes);
      const at = performance.now();
      if (!last) last = { at, sent: sentBytes };
      else if (at - last.at >= 250) {
        const now = Math.max(0, ((sentBytes - last.sent) / (at - last.at)) * 1000);
        rate = rate === 0 ? now : rate * 0.7 + now * 0.3;
        last = { at, sent: sentBytes };
      }
      return { sentBytes: most, rate, isSilent: false };
    },
    hear: (isSilent) => ({ sentBytes: most, rate: isSilent ? 0 : rate, isSilent }),
    sentBytes: () => most,
  };
}
