import postgres from 'postgres';

/**
 * Opens one connection that lasts until its end is asked for. Pools close theirs after 30 to 60 minutes, and with it end advisory locks, temporary
 * slots and online backups.
 */
export function openSession(url: string, { prepare = true } = {}): postgres.Sql {
  return postgres(url, { max: 1, max_lifetime: null, prepare, connect_timeout: 10, onnotice: () => undefined });
}
