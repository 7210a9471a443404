import { StartError } from '../start-error.ts';
import type { BackupPlace } from './backup-place.ts';
import { openPlace } from './open-place.ts';

export interface BackupSettings {
  readonly place: BackupPlace;
  readonly everyMs: number;
  /** How many of the newest backups stay. */
  readonly keepCount: number;
}

const HOUR_MS = 3_600_000;
const MAX_HOURS = 720;

/** Reads the settings of the schedule. Null without BACKUP_TO. @throws StartError for malformed settings */
export function readBackupSettings(env: NodeJS.ProcessEnv): BackupSettings | null {
  const to = env['BACKUP_TO'];
  if (!to) {
    const alone = ['BACKUP_EVERY', 'BACKUP_KEEP'].find((name) => env[name]);
    if (alone) throw new StartError(`${alone} is set without BACKUP_TO: set it to a folder or s3://BUCKET/PREFIX.`);
    return null;
  }
  if (env['DATABASE_URL'])
    throw new StartError(
      'BACKUP_TO backs up the database of npm start, and DATABASE_URL names another: back that one up where it runs, and unset BACKUP_TO.',
    );
  const every = env['BACKUP_EVERY'] || '24h';
  const hours = Number(/^(\d{1,3})h$/.exec(every)?.[1]);
  if (!(hours >= 1 && hours <= MAX_HOURS))
    throw new StartError(`BACKUP_EVERY must be a number of hours from 1h to ${MAX_HOURS}h, not ${every}.`);
  return {
    place: openPlace(to, env),
    everyMs: hours * HOUR_MS,
    keepCount: readKeepCount(env['BACKUP_KEEP'] || '14', 'BACKUP_KEEP'),
  };
}

/** Reads how many backups to keep. @param name of the setting or option, for the message. @throws StartError */
export function readKeepCount(text: string, name: string): number {
  const keepCount = Number(text);
  if (!Number.isInteger(keepCount) || keepCount < 1)
    throw new StartError(`${name} must be a number from 1 on, not ${text}.`);
  return keepCount;
}
