import { useSyncExternalStore } from 'react';
import { nextUtcDayAt, utcDay } from '../../sync/model/utc-day.ts';
import { pageSignals } from '../platform/page-signals.ts';
import { serverClock } from './server-clock.ts';

/** The UTC day of the server as YYYY-MM-DD (S-9). */
export const today = () => utcDay(serverClock.now());

/** The same in a page; it turns over at midnight while the page stands, or when it is seen again after it. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, today);
}

function subscribe(onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(turn, nextUtcDayAt(serverClock.now()) - serverClock.now());
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
