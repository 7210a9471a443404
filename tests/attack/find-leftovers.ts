import { readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import type { KillableStack } from './killable-stack.ts';

/** Longest wait for the queue of removals to empty: the server removes hundreds of files per second. */
const REMOVED_WITHIN_MS = 30_000;
/**
 * File in the storage folder with the time of the oldest row of `private.releases`, by which a start recognises the database that the files
 * belong to. `findLeftovers` moves that time, so it deletes the file: the start would refuse the files. The start writes the file again.
 */
const NOTE = 'database';

/**
 * Ages all files, sweeps them, and finds files without a row and rows that nothing names. Leaves the stack stopped, unless the sweep fails.
 */
export async function findLeftovers(stack: KillableStack): Promise<string[]> {
  const storage = join(stack.dataDir, 'storage');
  await stack.withDatabase(async (sql) => {
    await sql`update storage.objects set created_at = now() - interval '25 hours', updated_at = now() - interval '25 hours'`;
    // The sweep keeps files that are older than the database.
    await sql`update private.releases set noted_at = noted_at - interval '26 hours'`;
    await sql`update private.file_removals set taken_at = taken_at - interval '25 hours'`;
  });
  await stack.stop();
  rmSync(join(storage, NOTE));
  const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
  for (const file of filesIn(storage)) utimesSync(join(storage, file), longAgo, longAgo);
  await stack.start();
  const swept = await fetch(`${stack.url}/functions/v1/remove-files`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: stack.keys.serviceRoleKey },
    body: JSON.stringify({ sweep: true }),
  });
  if (swept.status !== 200) return [`the sweep answered ${swept.status}`];
  const [queued, rows] = await stack.withDatabase(async (sql) => [
    await waitForEmptyQueue(sql),
    [...(await sql`select version, private.is_file_named(bucket_id, name) as named from storage.objects`)],
  ]);
  // The stop waits for the disk sweep that the start began.
  await stack.stop();
  const versions = new Set(rows.map((row) => String(row['version'])));
  const files = filesIn(storage).filter((file) => file !== NOTE);
  const withoutRow = files.filter((file) => !versions.has(file.split('/').at(-1) ?? ''));
  const unnamed = rows.filter((row) => row['named'] !== true);
  return [
    ...(queued > 0 ? [`${queued} files are still to be removed after ${REMOVED_WITHIN_MS} ms`] : []),
    ...withoutRow.map((file) => `the file ${file} is left without a row`),
    ...unnamed.map((row) => `the file ${String(row['version'])} is left, and no row names it`),
  ];
}

/**
 * Waits until the queue is empty: the stack's own sweep may still be removing a batch after the requested sweep has ended.
 * @returns the number of files still queued
 */
async function waitForEmptyQueue(sql: postgres.Sql): Promise<number> {
  for (const until = Date.now() + REMOVED_WITHIN_MS; ;) {
    const [row] = await sql<{ queued: number }[]>`select count(*)::integer as queued from private.file_removals`;
    const queued = row?.queued ?? 0;
    if (queued === 0 || Date.now() > until) return queued;
    await sleep(20);
  }
}

function filesIn(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1));
}
