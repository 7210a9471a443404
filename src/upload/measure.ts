/** Bytes sent of one upload, and bytes per second, as measured by this tab. */
export interface UploadProgress {
  sentBytes: number;
  /** Bytes per second, smoothed; 0 while unknown. */
  rate: number;
  /** No bytes move: the network may be lost. */
  isSilent: boolean;
}

export interface Measure {
  add(sentBytes: number): UploadProgress;
  /** The last progress, with `isSilent` set. */
  hear(isSilent: boolean): UploadProgress;
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
