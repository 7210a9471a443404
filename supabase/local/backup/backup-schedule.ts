import { reasonOf } from '../start-error.ts';
import { repeat } from '../repeat.ts';
import { runBackupProcess, type BackupOutcome } from './backup-process.ts';
import type { BackupSettings } from './backup-settings.ts';
import { openStoredBackups, timeOf } from './stored-backups.ts';

export interface BackupFigures {
  /** Time of the newest backup, epoch ms. Null until the place is read, and if it has no backup. */
  readonly newestAt: number | null;
  readonly everyMs: number;
  /** Duration of the last backup that this run of the server made, ms. Null before the first. */
  readonly lastMs: number | null;
  /** Bytes that the same backup added to the place. */
  readonly lastBytes: number | null;
}

export interface BackupSchedule {
  figures(): BackupFigures;
  close(): Promise<void>;
}

export interface BackupScheduleOptions {
  readonly dataDir: string;
  readonly settings: BackupSettings;
  /** Environment of the backup process, with the keys of an S3 place. */
  readonly env: NodeJS.ProcessEnv;
  readonly log: (line: string) => void;
  readonly onFailure: () => void;
  readonly checkMs?: number;
}

const MINUTE_MS = 60_000;
/** Longest wait after failures in a row. */
const MAX_WAIT_MS = 60 * MINUTE_MS;
/** A newest backup further in the future than this means that the clock was set back. Clocks of machines differ by seconds. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS;

/** Makes a backup whenever the newest one in the place is older than the period, whoever made it. */
export function startBackupSchedule({
  dataDir,
  settings,
  env,
  log,
  onFailure,
  checkMs = MINUTE_MS,
}: BackupScheduleOptions): BackupSchedule {
  const { place, everyMs, keepCount } = settings;
  const backups = openStoredBackups(place);
  const closing = new AbortController();
  let newestAt: number | null = null;
  let lastMs: number | null = null;
  let lastBytes: number | null = null;
  let failedInARow = 0;
  let hasWarnedOfClock = false;
  /** `madeAt` and `waitsUntil` are times of the monotonic clock, which nobody can set back. */
  let madeAt: number | null = null;
  let waitsUntil = 0;

  const isDue = (): boolean => {
    if (newestAt === null) return true;
    const age = Date.now() - newestAt;
    if (age >= -CLOCK_TOLERANCE_MS) return age >= everyMs;
    if (!hasWarnedOfClock)
      log(
        `The newest backup is of ${new Date(newestAt).toISOString()}, and the clock says ${new Date().toISOString()}. ` +
          'Set the clock by a time server: timedatectl set-ntp true. Backups go on meanwhile.',
      );
    hasWarnedOfClock = true;
    return madeAt === null || performance.now() - madeAt >= everyMs;
  };
  const fail = (reason: string): void => {
    onFailure();
    failedInARow += 1;
    const waitMs = Math.min(MINUTE_MS * 2 ** (failedInARow - 1), MAX_WAIT_MS);
    waitsUntil = performance.now() + waitMs;
    log(`The backup to ${place.name} failed: ${reason} The next try is in ${waitMs / MINUTE_MS} min.`);
  };
  const note = (outcome: BackupOutcome, tookMs: number): void => {
    if (outcome.kind === 'failed') return fail(outcome.reason);
    if (outcome.kind === 'busy') return;
    failedInARow = 0;
    newestAt = timeOf(outcome.name).getTime();
    madeAt = performance.now();
    lastMs = tookMs;
    lastBytes = outcome.newBytes;
    if (outcome.pruneFailure !== null)
      log(`The backup was made, and earlier ones could not be removed: ${outcome.pruneFailure}`);
  };
  const run = async (): Promise<void> => {
    if (performance.now() < waitsUntil) return;
    try {
      if (!isDue()) return;
      // Another process may have made a backup since.
      const newest = (await backups.names()).at(-1);
      newestAt = newest === undefined ? null : timeOf(newest).getTime();
      if (!isDue()) return;
      const begun = performance.now();
      const outcome = await runBackupProcess({ dataDir, to: place.name, keepCount }, env, closing.signal);
      if (!closing.signal.aborted) note(outcome, performance.now() - begun);
    } catch (error) {
      fail(reasonOf(error));
    }
  };
  const stop = repeat(run, checkMs, () => undefined);
  return {
    figures: () => ({ newestAt, everyMs, lastMs, lastBytes }),
    async close() {
      closing.abort();
      await stop();
    },
  };
}
