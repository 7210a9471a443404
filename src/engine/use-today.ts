import { useSyncExternalStore } from 'react';
import { nextUtcDayAt, utcDay } from '../../sync/model/utc-day.ts';
import { pageSignals } from '../platform/page-signals.ts';
import { serverClock } from './server-clock.ts';

/** The server's UTC day as YYYY-MM-DD (S-9). */
export const today = () => utcDay(serverClock.now());

/** The server's UTC day. Updates at midnight, or when the page becomes visible after midnight. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, today);
}

function subscribe(onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(update, nextUtcDayAt(serverClock.now()) - serverClock.now());
  };
  const update = () => {
    onChange();
    schedule();
  };
  schedule();
  const stops = [pageSignals.onVisibility(update), serverClock.subscribe(update)];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
