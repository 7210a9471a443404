import { useSyncExternalStore } from 'react';
import { pageSignals } from '../platform/page-signals.ts';
import { serverClock } from './server-clock.ts';

const DAY_MS = 86_400_000;

/** When the UTC day after `now` begins, in ms since the epoch (S-9). */
export function nextReset(now: number): number {
  return (Math.floor(now / DAY_MS) + 1) * DAY_MS;
}

/** The UTC day of the server as YYYY-MM-DD (S-9). */
export const today = () => new Date(serverClock.now()).toISOString().slice(0, 10);

/** The same in a page; it turns over at midnight while the page stands, or when it is seen again after it. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, today);
}

function subscribe(onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(turn, nextReset(serverClock.now()) - serverClock.now());
  };
  const turn = () => {
    onChange();
    wait();
  };
  wait();
  const stops = [pageSignals.onVisibility(turn), serverClock.subscribe(turn)];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
