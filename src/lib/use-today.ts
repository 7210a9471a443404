import { useSyncExternalStore } from 'react';
import { pageSignals } from './page-signals.ts';

const DAY_MS = 86_400_000;

/** When the UTC day after `now` begins, in ms since the epoch (S-9). */
export function nextReset(now: number): number {
  return (Math.floor(now / DAY_MS) + 1) * DAY_MS;
}

/** The UTC day as YYYY-MM-DD; it turns over at midnight while the page stands, or when it is seen again after it. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, () => new Date().toISOString().slice(0, 10));
}

function subscribe(onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    timer = setTimeout(
      () => {
        onChange();
        wait();
      },
      nextReset(Date.now()) - Date.now(),
    );
  };
  wait();
  const stop = pageSignals.onVisibility(onChange);
  return () => {
    clearTimeout(timer);
    stop();
  };
}
