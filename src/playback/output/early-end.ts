/**
 * A started element is heard only after the latency of the sound card, and fires `ended` only when its last sample has been heard. Between two
 * tracks both add up to about 100 ms of silence (Chromium), or more with wireless headphones. So the next track is started that long before
 * the end of the current one.
 */
export interface EarlyEnd {
  /** Measures the latency of each start of the element, until aborted. */
  measure(element: HTMLAudioElement, signal: AbortSignal): void;
  /** Calls `near` when only the lead is left to play, until aborted. It may never be called. */
  watch(element: HTMLAudioElement, near: () => void, signal: AbortSignal): void;
}

/** Subtracted from the latency, because clocks are exact to about one block of samples, and a short gap is better than two tracks at once. */
const MARGIN_MS = 30;
const MAX_LEAD_MS = 300;
/** The clock of an element advances in steps, so a start is measured only after this long. */
const MEASURE_AFTER_S = 0.1;
/** The end is scheduled from this far away. `timeupdate` comes every 250 ms, and the timer of a hidden page may be late by a second. */
const SCHEDULE_MS = 1500;

export function createEarlyEnd(): EarlyEnd {
  let latenciesMs: readonly number[] = [];
  /** The shorter of the last two, because a start that waited for data looks like a long latency. */
  const leadMs = () =>
    latenciesMs.length > 0 ? Math.min(MAX_LEAD_MS, Math.max(0, Math.min(...latenciesMs) - MARGIN_MS)) : null;

  return {
    measure(element, signal) {
      let start: { atMs: number; positionS: number } | null = null;
      const forget = () => (start = null);
      for (const type of ['pause', 'waiting', 'seeking', 'ratechange'])
        element.addEventListener(type, forget, { signal });
      element.addEventListener('playing', () => (start = { atMs: performance.now(), positionS: element.currentTime }), {
        signal,
      });
      element.addEventListener(
        'timeupdate',
        () => {
          if (!start) return;
          const playedS = element.currentTime - start.positionS;
          if (playedS < MEASURE_AFTER_S) return;
          const latencyMs = performance.now() - start.atMs - (playedS * 1000) / element.playbackRate;
          latenciesMs = [...latenciesMs.slice(-1), latencyMs];
          start = null;
        },
        { signal },
      );
    },

    watch(element, near, signal) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const cancel = () => clearTimeout(timer);
      const schedule = () => {
        cancel();
        const lead = leadMs();
        if (lead === null || element.paused || element.seeking || element.ended) return;
        const leftMs = ((element.duration - element.currentTime) / element.playbackRate) * 1000 - lead;
        if (leftMs < 1) near();
        else if (leftMs < SCHEDULE_MS) timer = setTimeout(schedule, leftMs);
      };
      element.addEventListener('timeupdate', schedule, { signal });
      for (const type of ['pause', 'waiting', 'seeking']) element.addEventListener(type, cancel, { signal });
      signal.addEventListener('abort', cancel);
    },
  };
}
