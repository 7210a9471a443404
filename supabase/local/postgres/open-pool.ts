import postgres from 'postgres';

interface PoolOptions {
  readonly databaseUrl: string;
  readonly name: string;
  readonly max: number;
  /** ms; a longer statement is cancelled with SQLSTATE 57014. */
  readonly statementMs: number;
}

export function openPool({ databaseUrl, name, max, statementMs }: PoolOptions): postgres.Sql {
  return postgres(databaseUrl, {
    max,
    onnotice: () => undefined,
    connection: { application_name: name, TimeZone: 'UTC', statement_timeout: statementMs },
  });
}
