import postgres from 'postgres';
import { HttpError } from '../http/http-error.ts';

/** The disk or the quota is full. */
const FULL = new Set(['ENOSPC', 'EDQUOT']);
/** PostgreSQL's disk_full. */
const DATABASE_FULL = '53100';
/** Retry-After in seconds. */
const AGAIN_S = 30;

/** The 507 response for an error caused by a full disk; returns any other error unchanged. */
export function asNoRoom(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const { code } = error;
  const isFull = error instanceof postgres.PostgresError ? code === DATABASE_FULL : FULL.has(String(code));
  if (!isFull) return error;
  const refusal = new HttpError(
    507,
    'Insufficient Storage',
    'The server has no room for more files. Try again later.',
    {
      'retry-after': String(AGAIN_S),
    },
  );
  refusal.cause = error;
  return refusal;
}
