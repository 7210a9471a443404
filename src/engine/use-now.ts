import { useCallback, useSyncExternalStore } from 'react';
import { serverClock } from './server-clock.ts';

/** The server's time in ms since the epoch, in steps of `everyMs`. The device's clock may be wrong. */
export function useNow(everyMs: number): number {
  return useSyncExternalStore(
    useCallback(
      (onChange) => {
        const stopTicking = tick(everyMs, onChange);
        const stopClock = serverClock.subscribe(onChange);
        return () => {
          stopTicking();
          stopClock();
        };
      },
      [everyMs],
    ),
    () => step(serverClock.now(), everyMs),
  );
}

/** The device's time, for durations measured on this device. */
export function useDeviceNow(everyMs: number): number {
  return useSyncExternalStore(
    useCallback((onChange) => tick(everyMs, onChange), [everyMs]),
    () => step(Date.now(), everyMs),
  );
}

function tick(everyMs: number, onChange: () => void): () => void {
  const timer = setInterval(onChange, everyMs);
  return () => clearInterval(timer);
}

const step = (now: number, everyMs: number) => Math.floor(now / everyMs) * everyMs;
