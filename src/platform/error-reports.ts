import { localTexts } from './page-storage.ts';

const KEY = 'error-reports';
let pageOf = () => '/';

/** Whether a server receives reports. An app that is built for a hosted Supabase has no server of its own. */
export const canReportErrors = import.meta.env.VITE_SUPABASE_URL === undefined;

export const mayReportErrors = () => localTexts.get(KEY) === 'on';

export function allowErrorReports(isAllowed: boolean): void {
  if (isAllowed) localTexts.set(KEY, 'on');
  else localTexts.remove(KEY);
}

/** @param page returns the pattern of the shown route */
export function watchErrors(page: () => string): void {
  pageOf = page;
  window.addEventListener('error', ({ error }) => noteError('error', error));
  window.addEventListener('unhandledrejection', ({ reason }) => noteError('rejection', reason));
}

/** Reports an error of the app, if the person allows it. Foreign scripts' errors and browser notices have no `Error`, and are ignored. */
export function noteError(kind: 'error' | 'rejection', error: unknown): void {
  if (!canReportErrors || !mayReportErrors() || !(error instanceof Error)) return;
  void import('./send-error-report.ts')
    .then(({ sendErrorReport }) => sendErrorReport(kind, error, pageOf()))
    .catch(() => undefined);
}
