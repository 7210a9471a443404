import { type ErrorReport, errorReport, withoutPersonalData } from '../../../sync/model/error-report.ts';
import type { CallerAddress } from '../http/caller-address.ts';
import { HttpError } from '../http/http-error.ts';
import { RateCount } from '../http/rate-count.ts';
import type { Exchange } from '../http/router.ts';
import type { Metrics } from './metrics.ts';
import type { RequestLog } from './request-log.ts';
import { parseJson } from '../../../sync/model/parse-json.ts';

const MAX_BODY = 8 * 1024;
/** Reports of one address. A browser sends at most ten an hour, and several may share an address. */
const MOST_OF_ADDRESS = { most: 30, seconds: 3600 };
/** Reports of all browsers together: a bad release must not push the requests out of the log. */
const MOST = { most: 1_000, seconds: 3600 };

export interface BrowserErrorsOptions {
  readonly metrics: Metrics;
  readonly requestLog: RequestLog;
  readonly addressOf: CallerAddress;
}

/** `POST /errors`: errors of the app in the browsers of people who turned on error reports. */
export function createBrowserErrors(options: BrowserErrorsOptions): (exchange: Exchange) => Promise<void> {
  const { metrics, requestLog, addressOf } = options;
  const ofAddress = new RateCount(MOST_OF_ADDRESS);
  const ofAll = new RateCount(MOST);
  return async ({ req, res, url, readBody }) => {
    if (url.pathname !== '/errors') throw new HttpError(404, 'Not found', 'There is nothing at this address.');
    if (req.method !== 'POST') throw new HttpError(405, 'Method not allowed', 'Use POST.', { allow: 'POST' });
    // Other sites must not send reports through their visitors' browsers.
    if ((req.headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin')
      throw new HttpError(403, 'Forbidden', 'Only the app itself reports its errors.');
    const wait = ofAddress.count(addressOf(req)) ?? ofAll.count('');
    if (wait !== null)
      throw new HttpError(429, 'Too many requests', 'Too many errors were reported.', { 'retry-after': String(wait) });
    const report = readReport(await readBody(MAX_BODY));
    metrics.browserErrors.inc({ kind: report.kind });
    requestLog.browserError(report);
    res.writeHead(204, { 'cache-control': 'no-store' });
    res.end();
  };
}

/** Removes personal data again, because an older app or another client may not have removed it. */
function readReport(body: Buffer): ErrorReport {
  const parsed = errorReport.safeParse(parseJson(body.toString()));
  if (!parsed.success) throw new HttpError(400, 'Bad request', 'The report cannot be read.');
  const { kind, ...texts } = parsed.data;
  const [version = '', page = '', name = '', message = '', stack = ''] = [
    texts.version,
    texts.page,
    texts.name,
    texts.message,
    texts.stack,
  ].map(withoutPersonalData);
  return { kind, version, page, name, message, stack };
}
