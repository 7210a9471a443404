/** Bytes sent of one upload, and bytes a second, as this tab knows them. */
export interface UploadProgress {
  sentBytes: number;
  /** Smoothed; 0 while unknown. */
  rate: number;
  /** Nothing of it moves: the network may be away. */
  isSilent: boolean;
}

export interface Measure {
  add(sentBytes: number): UploadProgress;
  /** As it stood last, with the line silent or not. */
  hear(isSilent: boolean): UploadProgress;
  sentBytes(): number;
}

/**
 * Measures a transfer from what was sent before: how far and how fast, never backwards, and averaged over some seconds, so that the
 * time left does not jump.
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
