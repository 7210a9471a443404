import { hoursAndMinutes } from '../platform/format.ts';
import { useNow } from '../engine/use-now.ts';

/** `to`: ms since the epoch. */
export function Countdown({ to, format }: { to: number; format: (left: string) => string }) {
  const now = useNow(60_000);
  return <span>{format(hoursAndMinutes(to - now))}</span>;
}
