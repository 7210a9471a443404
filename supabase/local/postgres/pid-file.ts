import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';

export function readPostmasterPid(clusterDir: string): number | null {
  const file = join(clusterDir, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  return Number.isInteger(pid) && pid > 1 ? pid : null;
}

/** Whether a server runs in this folder. A `postmaster.pid` alone may be left by a crash. */
export function isInUse(clusterDir: string): boolean {
  const pid = readPostmasterPid(clusterDir);
  return pid !== null && isPostmasterOf(pid, clusterDir);
}

/**
 * Waits for a server that is still stopping, and refuses a folder whose server keeps running. Removes a `postmaster.pid` left
 * by a crash: in containers, PostgreSQL may take an unrelated process with the same pid for a running server.
 * @throws StartError
 */
export async function clearStalePid(clusterDir: string, waitMs = 10_000): Promise<void> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const pid = readPostmasterPid(clusterDir);
    if (pid === null || !isPostmasterOf(pid, clusterDir)) {
      rmSync(join(clusterDir, 'postmaster.pid'), { force: true });
      return;
    }
    if (Date.now() > deadline) {
      throw new StartError(
        `The data folder is in use by a running server (process ${pid}). Stop it first, or set UNDERCURRENT_DATA to another folder.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function isPostmasterOf(pid: number, clusterDir: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(clusterDir);
  } catch {
    return commandOf(pid).includes('postgres');
  }
}

function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' });
  } catch {
    return '';
  }
}
