import postgres from 'postgres';

interface PoolOptions {
  readonly databaseUrl: string;
  /** Name of the service, for `pg_stat_activity`. */
  readonly name: string;
  /** Maximum number of connections. */
  readonly max: number;
  /** Time limit of a statement in ms; beyond it the statement is cancelled with SQLSTATE 57014. */
  readonly statementMs: number;
}

/**
 * Opens a connection pool for one service, so that a service that waits for a lock does not block the others. The next
 * statement reopens a lost connection.
 */
export function openPool({ databaseUrl, name, max, statementMs }: PoolOptions): postgres.Sql {
  return postgres(databaseUrl, {
    max,
    onnotice: () => undefined,
    connection: { application_name: name, TimeZone: 'UTC', statement_timeout: statementMs },
  });
}
