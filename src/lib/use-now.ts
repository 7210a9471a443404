import { useCallback, useSyncExternalStore } from 'react';

/** The time in ms since the epoch, in steps of `everyMs`, for words like '4 minutes ago' that age while they stand. */
export function useNow(everyMs: number): number {
  return useSyncExternalStore(
    useCallback(
      (onChange) => {
        const timer = setInterval(onChange, everyMs);
        return () => clearInterval(timer);
      },
      [everyMs],
    ),
    () => Math.floor(Date.now() / everyMs) * everyMs,
  );
}
