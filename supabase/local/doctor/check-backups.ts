import { readBackupSettings } from '../backup/backup-settings.ts';
import { openStoredBackups, timeOf } from '../backup/stored-backups.ts';
import { type Finding, ok, warning, wrong } from './finding.ts';

const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** Checks the age of the newest backup. @throws StartError for malformed settings, and if the place cannot be read */
export async function checkBackups(env: NodeJS.ProcessEnv, now: number): Promise<Finding> {
  const settings = readBackupSettings(env);
  if (!settings) return ok('Backups: not by schedule (BACKUP_TO is not set)');
  const { place, everyMs } = settings;
  const newest = (await openStoredBackups(place).names()).at(-1);
  if (newest === undefined)
    return warning(
      `Backups: none in ${place.name} yet`,
      'The server makes the first one soon after its start. If it runs already, its terminal says what is in the way.',
    );
  const at = timeOf(newest);
  const checked = `Backups: the newest in ${place.name} is of ${at.toISOString()}`;
  if (at.getTime() > now + CLOCK_TOLERANCE_MS)
    return wrong(checked, 'The clock is behind. Set it by a time server: timedatectl set-ntp true');
  if (now - at.getTime() < 2 * everyMs) return ok(checked);
  return wrong(
    checked,
    'Two were due since. Look at the terminal of the server, or run npm run backup to see why it fails.',
  );
}
