import * as z from 'zod/mini';
import type { CallFailure, CallResult } from '../answers.ts';
import type { Failure, Reply } from '../core/ports.ts';
import { parseJson } from '../model/parse-json.ts';

const errorBody = z.looseObject({
  code: z.optional(z.union([z.string(), z.number()])),
  error_code: z.optional(z.string()),
  error: z.optional(z.unknown()),
  statusCode: z.optional(z.unknown()),
  message: z.optional(z.unknown()),
  msg: z.optional(z.unknown()),
  error_description: z.optional(z.unknown()),
});

/** Errors that the server does not store: the same request may succeed later (SY-9, SY-16). */
const TRANSIENT_SQLSTATES = new Set(['40001', '40P01', '55P03']);

/** Errors of connections, resources, shutdown and disks. Not XX: one action may cause an internal error, and halving finds it. */
const TRANSIENT_CLASSES = /^(08|53|57P|58)/;

/** The failure that an unsuccessful response means (SY-16). */
export async function failureOf(response: Response): Promise<Failure> {
  const text = await response.text().catch(() => '');
  const { code, message: words, isBackend, isStorage } = parseErrorBody(text, response.headers.has('tus-resumable'));
  const { status } = response;
  const message = withReportCode(words, response);
  // A response to HEAD has no body. A body that is not the backend's comes from a proxy or a captive portal.
  const isAboutSession = status === 401 && (isBackend || text === '');
  if (isAboutSession || (isStorage && isAboutToken(status, message))) return { kind: 'auth' };
  const isTransient = status === 408 || status === 429 || TRANSIENT_SQLSTATES.has(code) || TRANSIENT_CLASSES.test(code);
  if (isTransient || (status >= 500 && (!isBackend || status !== 500))) {
    return { kind: 'busy', retryAfterMs: retryAfterMs(response), message: message || `HTTP ${status}` };
  }
  // A captive portal's page (S-5).
  if (!isBackend) return { kind: 'network' };
  return { kind: 'refused', code: code || String(status), message };
}

/** Adds the request's id, by which the operator finds a failure of the server in the log. */
function withReportCode(words: string, { status, headers }: Response): string {
  const code = headers.get('x-request-id') ?? '';
  if (status < 500 || !/^[0-9a-f]{16}$/.test(code)) return words;
  return `${words || 'Something went wrong on the server.'} Report code for the operator: ${code}.`;
}

/** Whether Storage refused the token. Its status is that of a policy violation; only the message differs. */
const isAboutToken = (status: number, message: string) =>
  (status === 400 || status === 403) && /\b(token|jwt|jws)\b|"exp" claim|signature verification/i.test(message);

/** Whether the server has paused its checks for this person after too many refused files. */
export const isAboutRefusals = (failure: Failure): failure is Failure & { kind: 'busy' } =>
  failure.kind === 'busy' && /files were refused/i.test(failure.message);

export function toCallResult<T>(reply: Reply<T>): CallResult<T> {
  return reply.ok ? reply : { ok: false, failure: toCallFailure(reply.failure) };
}

/** `auth` becomes a refusal that asks to sign in again. */
export function toCallFailure(failure: Failure): CallFailure {
  switch (failure.kind) {
    case 'network':
      return { kind: 'network' };
    case 'busy':
      return { kind: 'busy', message: failure.message };
    case 'auth':
      return { kind: 'refused', code: '401', message: 'Please sign in again.' };
    case 'refused':
      return failure;
  }
}

interface ErrorBody {
  code: string;
  message: string;
  isBackend: boolean;
  /** Whether Storage answered: nothing else puts the status into the body, or refuses a resumable upload with plain text. */
  isStorage: boolean;
}

/** @param isTus whether the request was a resumable upload, which Storage refuses with plain text */
export function parseErrorBody(text: string, isTus = false): ErrorBody {
  const parsed = errorBody.safeParse(parseJson(text));
  if (!parsed.success && isTus && text !== '')
    return { code: '', message: text.trim().slice(0, 500), isBackend: true, isStorage: true };
  if (!parsed.success) return { code: '', message: '', isBackend: false, isStorage: false };
  const { code, error_code, error, message, msg, error_description } = parsed.data;
  const words = [message, msg, error_description, error].find((text) => typeof text === 'string');
  const named = error_code ?? (typeof code === 'string' ? code : typeof error === 'string' ? error : '');
  return {
    code: named,
    message: typeof words === 'string' ? words : '',
    isBackend: words !== undefined || named !== '',
    isStorage: parsed.data.statusCode !== undefined,
  };
}

/** In ms; null if absent or unreadable. */
function retryAfterMs(response: Response): number | null {
  const header = response.headers.get('retry-after');
  if (header === null) return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(header);
  const serverNow = Date.parse(response.headers.get('date') ?? '');
  return Number.isNaN(date) || Number.isNaN(serverNow) ? null : Math.max(0, date - serverNow);
}
