import type { PageSound } from '../../audio/page-sound.ts';
import type { Live } from '../../../sync/client.ts';
import { createStore, type Store } from '../../lib/store.ts';

/** Minutes after which the sound can be made to stop. */
export const SLEEP_MINUTES = [15, 30, 60] as const;

/** The sound fades for this long before it stops, in ms. */
const FADE_MS = 8000;
/** How often the clock is looked at, in ms: so that the fade has no steps that can be heard. */
const LOOK_EVERY_MS = 250;

/** When the sound will stop: at the end of the track, or in so many seconds. */
export type Sleep = { kind: 'trackEnd' } | { kind: 'time'; leftS: number };

/** Stops the sound later, by the clock: a device that slept in between does not make it later. */
export interface SleepTimer {
  /** Null while it is not set. */
  current: Live<Sleep | null>;
  setMinutes(minutes: number): void;
  setTrackEnd(): void;
  cancel(): void;
  /** Looks at the clock. To be called as sound goes on too: on a locked screen the page's own timers may rest. */
  look(): void;
}

interface SleepParts {
  /** How loud the sound is let through, 0 to 1. */
  fade: Store<number>;
  signals: Pick<PageSound['signals'], 'onVisibility'>;
  /** Has the sound stop at the end of the track, or not. */
  stopAtTrackEnd(stops: boolean): void;
  /** The time is over: stops the sound. */
  stop(): void;
}

export function createSleepTimer({ fade, signals, stopAtTrackEnd, stop }: SleepParts): SleepTimer & { close(): void } {
  const current = createStore<Sleep | null>(null);
  let endsAtMs = 0;
  let looking: ReturnType<typeof setInterval> | undefined;

  function show(leftMs: number): void {
    const leftS = Math.ceil(leftMs / 1000);
    const shown = current.get();
    if (shown?.kind !== 'time' || shown.leftS !== leftS) current.set({ kind: 'time', leftS });
  }

  function clear(): void {
    clearInterval(looking);
    looking = undefined;
    stopAtTrackEnd(false);
    current.set(null);
  }

  function look(): void {
    if (looking === undefined) return;
    const leftMs = endsAtMs - Date.now();
    if (leftMs > 0) {
      fade.set(Math.min(1, leftMs / FADE_MS));
      return show(leftMs);
    }
    clear();
    stop();
    fade.set(1);
  }

  function cancel(): void {
    clear();
    fade.set(1);
  }

  const stopHearing = signals.onVisibility(look);
  return {
    current,
    setMinutes(minutes) {
      cancel();
      endsAtMs = Date.now() + minutes * 60_000;
      looking = setInterval(look, LOOK_EVERY_MS);
      look();
    },
    setTrackEnd() {
      cancel();
      stopAtTrackEnd(true);
      current.set({ kind: 'trackEnd' });
    },
    cancel,
    look,
    close() {
      stopHearing();
      cancel();
    },
  };
}
