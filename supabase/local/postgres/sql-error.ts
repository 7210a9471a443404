import { splitSqlStatements } from '@supabase/lite';
import postgres from 'postgres';
import { reasonOf } from '../start-error.ts';

/** Names the file and the line of the statement that failed, and the error. */
export async function describeSqlError(
  tx: postgres.TransactionSql,
  file: string,
  text: string,
  error: unknown,
): Promise<string> {
  const line = await findLine(tx, text, error);
  const detail = error instanceof postgres.PostgresError ? [error.detail, error.hint].filter(Boolean).join(' ') : '';
  return `${file}:${line}: ${reasonOf(error)}${detail ? ` (${detail})` : ''}`;
}

/** Whether a statement got no lock in time, or was in a deadlock. It can be repeated. */
export function isLockRefused(error: unknown): boolean {
  return error instanceof postgres.PostgresError && ['55P03', '40P01'].includes(error.code);
}

async function findLine(tx: postgres.TransactionSql, text: string, error: unknown): Promise<number> {
  if (error instanceof postgres.PostgresError && error.position) return lineAt(text, Number(error.position) - 1);
  let from = 0;
  for (const statement of splitSqlStatements(text)) {
    const start = Math.max(text.indexOf(statement.slice(0, 60), from), from);
    try {
      await tx.savepoint((inner) => inner.unsafe(statement).simple());
    } catch {
      return lineAt(text, start);
    }
    from = start + 1;
  }
  return 1;
}

/** Number of the line at an offset, from 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, Math.max(0, offset)).split('\n').length;
}
