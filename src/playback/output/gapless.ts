import { isIos } from '../../platform/ios.ts';
import type { Loaded } from './element-pool.ts';

/**
 * A started element is heard only after the latency of the sound card, and fires `ended` only when its last sample has been heard. Between
 * two tracks, both delays add up to about 100 ms of silence in Chromium, and to more with wireless headphones. So the next track is started
 * that long before the end of the current one, which plays out meanwhile. The output imports this file at its first source.
 */
export interface Gapless {
  /**
   * Measures the latency of each start of the element, and calls `near` just before its end, until aborted. `near` may never be called.
   * `startsWarm`: whether the element first starts while another source plays out.
   */
  follow(element: HTMLAudioElement, near: () => void, options: { startsWarm: boolean; signal: AbortSignal }): void;
}

/** A source that plays its last milliseconds while the next one starts. */
export interface Outgoing {
  element: HTMLAudioElement;
  /** Repeats the start of the next source when this one ends. Returns false if this one has already ended. */
  deferStart(): boolean;
  stop(): void;
}

const MAX_LEAD_MS = 300;
/** A start beside another source takes this much longer in Chromium, because both are mixed in blocks. */
const MIXING_MS = 20;
/** Limit for a latency that was measured at a cold start, which may include the wake-up of the sound card. */
const MAX_COLD_LEAD_MS = 80;
/** The clock of an element advances in steps, so a start is measured only after this long. */
const MEASURE_AFTER_S = 0.1;
/** Once the end is this close, a timer is set: `timeupdate` comes every 250 ms, and timers of a hidden page may be late by a second. */
const SCHEDULE_MS = 1500;
/** After this long, an outgoing source is released, even without an `ended` event. */
const PLAY_OUT_MS = 1000;
/** A source whose duration differs more than this from the counted one may end before or after its `duration`. */
const DURATION_TOLERANCE_S = 0.1;
/** The buffer of a whole file may end slightly before its duration. */
const BUFFER_TOLERANCE_S = 0.05;

export function createGapless(): Gapless {
  /** The last two latencies: `warm` of starts while another source played out, `cold` of all other starts. */
  const latenciesMs: Record<'warm' | 'cold', readonly number[]> = { warm: [], cold: [] };
  /** When `near` was last due. The time from then to the start also delays the sound of the next source. */
  let nearAtMs: number | null = null;
  const leadMs = () => {
    // Of each kind the shorter one: a start that waited for data or for a block looks like a long latency.
    const [warm, cold] = [Math.min(...latenciesMs.warm), Math.min(...latenciesMs.cold)];
    if (Number.isFinite(warm)) return Math.min(MAX_LEAD_MS, Math.max(0, warm));
    return Number.isFinite(cold) ? Math.min(MAX_COLD_LEAD_MS, Math.max(0, cold + MIXING_MS)) : null;
  };

  return {
    follow(element, near, { startsWarm, signal }) {
      // On a locked iPhone, a start outside an `ended` event may be refused, or may stop the first element.
      if (isIos()) return;
      let start: { atMs: number; positionS: number; kind: 'warm' | 'cold' } | null = null;
      let isFirst = true;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const schedule = () => {
        clearTimeout(timer);
        const lead = leadMs();
        if (lead === null || element.paused || element.seeking || element.ended) return;
        const leftMs = ((element.duration - element.currentTime) / element.playbackRate) * 1000 - lead;
        if (leftMs < 1) {
          nearAtMs = performance.now() + leftMs;
          near();
        } else if (leftMs < SCHEDULE_MS) timer = setTimeout(schedule, leftMs);
      };
      const measure = () => {
        if (!start) return;
        const playedS = element.currentTime - start.positionS;
        if (playedS < MEASURE_AFTER_S) return;
        const latencyMs = performance.now() - start.atMs - (playedS * 1000) / element.playbackRate;
        latenciesMs[start.kind] = [...latenciesMs[start.kind].slice(-1), latencyMs];
        start = null;
      };
      const reset = () => {
        start = null;
        clearTimeout(timer);
      };
      const on = (type: string, run: () => void) => element.addEventListener(type, run, { signal });
      on('playing', () => {
        const kind = startsWarm && isFirst ? 'warm' : 'cold';
        isFirst = false;
        const atMs = (kind === 'warm' ? nearAtMs : null) ?? performance.now();
        start = { atMs, positionS: element.currentTime, kind };
      });
      on('timeupdate', () => {
        measure();
        schedule();
      });
      for (const type of ['pause', 'waiting', 'seeking', 'ratechange']) on(type, reset);
      signal.addEventListener('abort', reset);
    },
  };
}

/** Whether the next source can start now, and the current one will end at its element's `duration`, without a stall before. */
export function canOverlap(element: HTMLAudioElement, durationS: number, next: HTMLAudioElement | undefined): boolean {
  return (
    next !== undefined &&
    next.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA &&
    Math.abs(element.duration - durationS) < DURATION_TOLERANCE_S &&
    isBufferedToEnd(element)
  );
}

function isBufferedToEnd({ buffered, currentTime, duration }: HTMLAudioElement): boolean {
  const last = buffered.length - 1;
  return last >= 0 && buffered.start(last) <= currentTime && buffered.end(last) >= duration - BUFFER_TOLERANCE_S;
}

/** Releases the source when it has ended. `start` repeats the start of the next source, if the browser has refused the first attempt. */
export function playOut({ element, release }: Loaded, start: () => void): Outgoing {
  let isOver = false;
  let isDeferred = false;
  const finish = () => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    element.removeEventListener('ended', finish);
    // Before the release: a locked phone may allow a start only while it handles `ended`.
    if (isDeferred) start();
    release();
  };
  const timer = setTimeout(finish, PLAY_OUT_MS);
  element.addEventListener('ended', finish);
  return {
    element,
    deferStart() {
      isDeferred = !isOver;
      return isDeferred;
    },
    stop() {
      isDeferred = false;
      finish();
    },
  };
}
