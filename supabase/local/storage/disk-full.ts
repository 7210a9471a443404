import postgres from 'postgres';
import { HttpError } from '../http/http-error.ts';

const FULL_CODES = new Set(['ENOSPC', 'EDQUOT']);
const DATABASE_FULL_CODE = '53100';
const RETRY_AFTER_S = 30;

/** Turns the error of a full disk into a 507. Returns other errors unchanged. */
export function asDiskFullError(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const { code } = error;
  const isFull = error instanceof postgres.PostgresError ? code === DATABASE_FULL_CODE : FULL_CODES.has(String(code));
  if (!isFull) return error;
  const refusal = new HttpError(
    507,
    'Insufficient Storage',
    'The server has no room for more files. Try again later.',
    {
      'retry-after': String(RETRY_AFTER_S),
    },
  );
  refusal.cause = error;
  return refusal;
}
