import type postgres from 'postgres';

/** Takes the lock that allows one backup at a time; false if another backup has it. The lock ends with the connection, also after a crash. */
export async function takeBackupLock(sql: postgres.Sql): Promise<boolean> {
  const [row] = await sql<{ isTaken: boolean }[]>`
    select pg_try_advisory_lock(hashtext('undercurrent'), hashtext('backup')) as "isTaken"`;
  return row?.isTaken === true;
}

/** Whether a backup is being made. Stored files are not removed meanwhile: the copied database may still refer to them. */
export async function isBackingUp(sql: postgres.Sql): Promise<boolean> {
  const [row] = await sql<{ isHeld: boolean }[]>`
    select exists (
      select from pg_catalog.pg_locks l
      where l.locktype = 'advisory' and l.classid = hashtext('undercurrent')::oid and l.objid = hashtext('backup')::oid and l.granted
    ) as "isHeld"`;
  return row?.isHeld === true;
}
