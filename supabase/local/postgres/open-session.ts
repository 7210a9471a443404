import postgres from 'postgres';

/**
 * Opens one connection that stays open until the caller ends it. By default, postgres.js closes connections after 30 to 60 minutes, which would
 * end advisory locks, temporary slots and online backups.
 */
export function openSession(url: string, { prepare = true } = {}): postgres.Sql {
  return postgres(url, { max: 1, max_lifetime: null, prepare, connect_timeout: 10, onnotice: () => undefined });
}
