import postgres from 'postgres';

interface PoolOptions {
  readonly databaseUrl: string;
  readonly name: string;
  readonly max: number;
  /** ms; a longer statement is cancelled with SQLSTATE 57014. */
  readonly statementMs: number;
}

/**
 * Pause in seconds before a connection is opened again, after this number of failures. The driver's own pause grows to 20 s; meanwhile
 * requests would hang, also after the database is back.
 */
export const backoff = (failures: number) => (0.5 + Math.random() / 2) * Math.min(3 ** failures / 100, 1);

export function openPool({ databaseUrl, name, max, statementMs }: PoolOptions): postgres.Sql {
  return postgres(databaseUrl, {
    max,
    backoff,
    onnotice: () => undefined,
    connection: { application_name: name, TimeZone: 'UTC', statement_timeout: statementMs },
  });
}
