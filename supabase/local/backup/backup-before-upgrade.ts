import { join } from 'node:path';
import { readVersion } from '../app/read-version.ts';
import type { History } from '../postgres/plan-upgrade.ts';
import { StartError, reasonOf } from '../start-error.ts';
import { bytesIn } from './copy-folder.ts';
import { makeBackup, OBJECTS, ROOM_LEFT_BYTES } from './make-backup.ts';
import { openPlace } from './open-place.ts';
import { requireRoom } from './require-room.ts';

/** Backups that stay if an upgrade is tried repeatedly. */
const KEPT = 3;

export interface UpgradeBackup {
  readonly from: History;
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** Whether the database is in the data folder. A database elsewhere is backed up where it runs. */
  readonly isOwn: boolean;
  /**
   * A folder or s3://BUCKET/PREFIX, by default `backups` in the data folder; the backup goes into `before-RELEASE` there. Or 'none': the
   * operator has made a backup.
   */
  readonly to?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly log: (line: string) => void;
}

/** Backs up the data folder before its database is upgraded. @throws StartError; then the upgrade must not begin */
export async function backUpBeforeUpgrade({ dataDir, databaseUrl, log, ...upgrade }: UpgradeBackup): Promise<void> {
  const release = readVersion();
  const name = `from Undercurrent ${upgrade.from.release ?? 'before the first release'} to ${release}`;
  if (!upgrade.isOwn) {
    log(`Upgrading the database at DATABASE_URL ${name}. It is not backed up here, but where it runs.`);
    return;
  }
  if (upgrade.to === 'none') {
    log(`Upgrading ${name} without a backup, as UPGRADE_BACKUP_TO says`);
    return;
  }
  // A separate place for each release: in a shared place, the backup before an upgrade and the regular ones would remove each other.
  const parent = upgrade.to ?? join(dataDir, 'backups');
  const place = openPlace(`${parent.replace(/\/+$/, '')}/before-${release}`, upgrade.env ?? {});
  log(`Upgrading ${name}. Making a backup first, in ${place.name}`);
  try {
    if (upgrade.to === undefined) await requireRoomForCopies(dataDir);
    const { name: made } = await makeBackup(dataDir, place, KEPT, databaseUrl);
    log(`Backup ${made} is made and verified`);
  } catch (error) {
    throw new StartError(
      `The upgrade ${name} did not begin, because the backup before it failed. ${reasonOf(error)} Nothing was changed: the earlier release still ` +
        'starts with this data. UPGRADE_BACKUP_TO chooses another place for the backup: a folder on another disk, or s3://BUCKET/PREFIX; or none, if you have copied the data folder ' +
        'while no server used it.',
      { cause: error },
    );
  }
}

/**
 * Requires room for three copies of the database (the copied folder, its parts in the backup, the database that the check restores)
 * and one of the uploaded files.
 */
async function requireRoomForCopies(dataDir: string): Promise<void> {
  const [database, files] = [
    await bytesIn(join(dataDir, 'postgres', 'cluster')),
    await bytesIn(join(dataDir, OBJECTS)),
  ];
  const needed = 3 * database + files + ROOM_LEFT_BYTES;
  await requireRoom(dataDir, needed, 'It', '');
}
