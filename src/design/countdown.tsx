import { hoursAndMinutes } from '../platform/format.ts';
import { useNow } from '../engine/use-now.ts';

/** Words about how long it is until `to` (ms since the epoch), in steps of a minute. */
export function Countdown({ to, words }: { to: number; words: (left: string) => string }) {
  const now = useNow(60_000);
  return <span>{words(hoursAndMinutes(to - now))}</span>;
}
