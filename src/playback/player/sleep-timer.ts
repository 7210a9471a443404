import type { Actor } from 'xstate';
import type { Live } from '../../../sync/client.ts';
import type { AudioOutput } from '../output/audio-output.ts';
import type { PageSound } from '../output/page-sound.ts';
import { createLive, type LiveValue } from '../../../sync/model/live.ts';
import { toast } from '../../engine/toast.ts';
import { queueTexts } from './queue-texts.ts';
import type { playerMachine } from './player-machine.ts';
import { isSounding } from './player-state.ts';

export const SLEEP_MINUTES = [15, 30, 60] as const;

/** The sound fades out over this time, before the timer ends. */
const FADE_MS = 8000;
/** Interval between checks: short enough that the fade has no audible steps. */
const CHECK_MS = 250;
/** Interval between checks while the page is hidden, before the fade. */
const HIDDEN_CHECK_MS = 1000;

type Sleep = { kind: 'trackEnd' } | { kind: 'time'; leftS: number };

/** Stops the sound after a time or at the end of the track. Follows the wall clock, which a sleeping device does not delay. */
export interface SleepTimer {
  current: Live<Sleep | null>;
  setMinutes(minutes: number): void;
  setTrackEnd(): void;
  cancel(): void;
  close(): void;
}

export interface SleepParts {
  actor: Pick<Actor<typeof playerMachine>, 'on' | 'send' | 'getSnapshot'>;
  output: Pick<AudioOutput, 'onProgress'>;
  /** Factor on the volume, 0 to 1. */
  fade: LiveValue<number>;
  owner: PageSound['owner'];
  signals: Pick<PageSound['signals'], 'isVisible' | 'onVisibility'>;
}

export function createSleepTimer({ actor, output, fade, owner, signals }: SleepParts): SleepTimer {
  const current = createLive<Sleep | null>(null);
  let endsAtMs = 0;
  let isToastDeferred = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show(leftMs: number): void {
    const leftS = Math.ceil(leftMs / 1000);
    const shown = current.get();
    if (shown?.kind !== 'time' || shown.leftS !== leftS) current.set({ kind: 'time', leftS });
  }

  function clear(): void {
    clearTimeout(timer);
    timer = undefined;
    actor.send({ type: 'sleep.atTrackEnd', isOn: false });
    current.set(null);
  }

  function scheduleCheck(): void {
    clearTimeout(timer);
    const isNear = endsAtMs - Date.now() <= FADE_MS + HIDDEN_CHECK_MS;
    timer = setTimeout(check, isNear || signals.isVisible() ? CHECK_MS : HIDDEN_CHECK_MS);
  }

  function check(): void {
    if (timer === undefined) return;
    const leftMs = endsAtMs - Date.now();
    if (leftMs > 0) {
      scheduleCheck();
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

  /** Pauses the player, or turns the radio off, which restores the queue, paused (S-20). */
  function stop(): void {
    const isRadio = owner.part.get() === 'radio';
    if (!isRadio && !isSounding(actor.getSnapshot())) return;
    if (isRadio) owner.assign('player');
    else actor.send({ type: 'pause.requested' });
    showToast();
  }

  function showToast(): void {
    isToastDeferred = !signals.isVisible();
    if (!isToastDeferred) toast({ id: 'sleep', kind: 'info', ...queueTexts.sleep.stopped });
  }

  const reached = actor.on('sleep.reached', () => {
    cancel();
    showToast();
  });
  const started = actor.on('sound.started', () => {
    isToastDeferred = false;
  });
  const stops = [
    () => reached.unsubscribe(),
    () => started.unsubscribe(),
    // On a locked screen the page's timers may be suspended.
    output.onProgress(check),
    signals.onVisibility(() => {
      check();
      if (isToastDeferred) showToast();
    }),
  ];
  return {
    current,
    setMinutes(minutes) {
      cancel();
      endsAtMs = Date.now() + minutes * 60_000;
      scheduleCheck();
      check();
    },
    setTrackEnd() {
      cancel();
      actor.send({ type: 'sleep.atTrackEnd', isOn: true });
      current.set({ kind: 'trackEnd' });
    },
    cancel,
    close() {
      for (const stop of stops) stop();
      cancel();
    },
  };
}
