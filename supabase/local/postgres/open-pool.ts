import postgres from 'postgres';

interface PoolOptions {
  readonly databaseUrl: string;
  /** Whom it serves, as `pg_stat_activity` shows it. */
  readonly name: string;
  /** Most connections. */
  readonly max: number;
  /** What a statement may take, in ms; it is cancelled then, with SQLSTATE 57014. */
  readonly statementMs: number;
}

/**
 * Opens connections for one service alone: one that hangs behind a lock keeps none of the others waiting. A connection that is
 * lost is made anew with the next statement.
 */
export function openPool({ databaseUrl, name, max, statementMs }: PoolOptions): postgres.Sql {
  return postgres(databaseUrl, {
    max,
    onnotice: () => undefined,
    connection: { application_name: name, TimeZone: 'UTC', statement_timeout: statementMs },
  });
}
