import { hoursAndMinutes } from '../platform/format.ts';
import { useNow } from '../engine/use-now.ts';

/** A text with the time left until `to` (ms since the epoch); updates each minute. */
export function Countdown({ to, format }: { to: number; format: (left: string) => string }) {
  const now = useNow(60_000);
  return <span>{format(hoursAndMinutes(to - now))}</span>;
}
