import { HttpError } from './http-error.ts';

/** Codes of the PostgreSQL driver and of Node for a connection that cannot be opened or has ended. */
const CONNECTION_CODES = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
]);
/** SQLSTATEs of PostgreSQL while it starts or stops, has no free connection, or has lost one. 08P01 blames the request instead. */
const AWAY_SQLSTATES = /^(?:57P0\d|53300|08(?!P01)\w{3})$/;

/** Turns the error of an unreachable database into a 503: the same request may succeed later. Returns other errors unchanged. */
export function asDatabaseAway(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const code = String(error.code);
  if (!CONNECTION_CODES.has(code) && !AWAY_SQLSTATES.test(code)) return error;
  const away = new HttpError(503, 'Service Unavailable', 'The server cannot answer at the moment. Try again later.');
  away.cause = error;
  return away;
}
