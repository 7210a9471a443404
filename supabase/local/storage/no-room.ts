import postgres from 'postgres';
import { HttpError } from '../http/http-error.ts';

/** The disk is full, or its owner's share of it. */
const FULL = new Set(['ENOSPC', 'EDQUOT']);
/** PostgreSQL's disk_full. */
const DATABASE_FULL = '53100';
/** How soon a sender may look again (s). */
const AGAIN_S = 30;

/** The answer 507 to what failed because no byte more fits on the disk; any other error is passed on as it is. */
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
