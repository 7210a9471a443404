import { type ErrorReport, MAX_MESSAGE, MAX_STACK, withoutPersonalData } from '../../sync/model/error-report.ts';
import { localTexts } from './page-storage.ts';
import { APP_VERSION } from './release.ts';

const SENT_KEY = 'error-reports-sent';
const HOUR_MS = 60 * 60 * 1000;
const MOST_AN_HOUR = 10;
/** Reports that this page has sent. A repeated error is not sent again until a reload. */
const known = new Set<string>();

/** Sends an error to the server that the app came from. Errors outside the app's own files, such as an extension's, are left out. */
export function sendErrorReport(kind: ErrorReport['kind'], error: Error, page: string): void {
  const stack = ownLines((error.stack ?? '').slice(0, 4 * MAX_STACK));
  const report: ErrorReport = {
    kind,
    version: APP_VERSION.slice(0, 40),
    page: page.slice(0, 100),
    name: error.name.slice(0, 100),
    message: withoutPersonalData(error.message.slice(0, 2 * MAX_MESSAGE)).slice(0, MAX_MESSAGE),
    stack: stack.slice(0, MAX_STACK),
  };
  const text = JSON.stringify(report);
  if (stack === '' || known.has(text) || !countSent()) return;
  known.add(text);
  const body = new Blob([text], { type: 'application/json' });
  if (!navigator.sendBeacon('/errors', body))
    void fetch('/errors', { method: 'POST', body, keepalive: true }).catch(() => undefined);
}

/** The lines of a stack in files of this origin, without the origin. */
function ownLines(stack: string): string {
  const origin = `${window.location.origin}/`;
  return stack
    .split('\n')
    .filter((line) => line.includes(origin))
    .map((line) => withoutPersonalData(line.replaceAll(origin, '/')).trim())
    .join('\n');
}

/** Counts a report, across tabs and reloads. False once ten were sent within an hour. */
function countSent(): boolean {
  const now = Date.now();
  const times = (localTexts.get(SENT_KEY) ?? '').split(' ').map(Number);
  const recent = times.filter((time) => time > now - HOUR_MS && time <= now);
  if (recent.length >= MOST_AN_HOUR) return false;
  localTexts.set(SENT_KEY, [...recent, now].join(' '));
  return true;
}
