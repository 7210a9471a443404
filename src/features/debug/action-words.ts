import { debugTexts } from './debug-texts.ts';

/** The moment of an action (ISO 8601), in local time: 'Today 21:44:07', 'Yesterday 21:44:07', '14 Nov 21:44:07'. */
export function actionTime(iso: string, now: number): string {
  const at = new Date(iso);
  const time = at.toLocaleTimeString('en-GB');
  if (isSameDay(at, new Date(now))) return `${debugTexts.today} ${time}`;
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  if (isSameDay(at, yesterday)) return `${debugTexts.yesterday} ${time}`;
  return `${at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })} ${time}`;
}

function isSameDay(one: Date, other: Date): boolean {
  return one.toDateString() === other.toDateString();
}

/** ZAPs with their sign: '+1', '−5', '0'. */
export function signed(zaps: number): string {
  if (zaps === 0) return '0';
  return zaps > 0 ? `+${zaps}` : `−${-zaps}`;
}
