import { localDay, localDayBefore } from '../../platform/local-day.ts';
import { debugTexts } from './debug-texts.ts';

/** Formats an ISO 8601 time as local time, such as 'Today 21:44:07' or '14 Nov 21:44:07'. */
export function actionTime(iso: string, now: number): string {
  const at = new Date(iso);
  const time = at.toLocaleTimeString('en-GB');
  const day = localDay(iso);
  if (day === localDay(now)) return `${debugTexts.today} ${time}`;
  if (day === localDayBefore(now)) return `${debugTexts.yesterday} ${time}`;
  return `${at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })} ${time}`;
}

/** '+3', '−3' or '0'. */
export function formatSigned(zaps: number): string {
  if (zaps === 0) return '0';
  return zaps > 0 ? `+${zaps}` : `−${-zaps}`;
}
