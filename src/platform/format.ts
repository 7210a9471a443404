import { graphemes } from './characters.ts';

export function minutesAndSeconds(seconds: number): string {
  const whole = Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

export function megabytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(1);
}

export function bytes(count: number): string {
  if (count < 1024) return `${count} bytes`;
  if (count < 1_048_576) return `${Math.round(count / 1024)} KB`;
  return count < 1_073_741_824 ? `${megabytes(count)} MB` : `${(count / 1_073_741_824).toFixed(1)} GB`;
}

/** A duration in words: '4 minutes', '1 hour', 'a moment'. */
export function durationInWords(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return 'a moment';
  const [count, unit] =
    minutes < 60
      ? [minutes, 'minute']
      : minutes < 1440
        ? [Math.floor(minutes / 60), 'hour']
        : [Math.floor(minutes / 1440), 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** '3 h 12 min' or '12 min', rounded up. */
export function hoursAndMinutes(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}

export function timeOfDay(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}

/** The time left in words, rounded up to 5 s or a minute, so that the text seldom changes; '' if it is negative or not finite. */
export function timeLeft(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return '';
  if (seconds < 5) return 'A few seconds left';
  if (seconds < 60) return `${Math.ceil(seconds / 5) * 5} seconds left`;
  const minutes = Math.ceil(seconds / 60);
  return `${minutes} minute${minutes === 1 ? '' : 's'} left`;
}

const IS_SHOWN = /^[\p{L}\p{N}\p{S}]/u;

/** The first two letters, digits or symbols of a name, in capitals; 'U' if it has none. */
export function firstCharacters(name: string | null | undefined): string {
  const shown = graphemes((name ?? '').toUpperCase()).filter((grapheme) => IS_SHOWN.test(grapheme));
  return shown.slice(0, 2).join('') || 'U';
}

/** 'March 2026', in local time. */
export function monthAndYear(iso: string): string {
  return new Date(iso).toLocaleDateString('en', { month: 'long', year: 'numeric' });
}

/** '29 November', or '29 November 2027' if `now` (ms since the epoch) is in another year. In local time. */
export function dayAndMonth(iso: string, now = Date.now()): string {
  const date = new Date(iso);
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  return date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
}

/** '29 November, 14:20', with the year as in `dayAndMonth`. In local time. */
export function momentOf(iso: string): string {
  return `${dayAndMonth(iso)}, ${timeOfDay(Date.parse(iso))}`;
}
