import { parseArgs } from 'node:util';
import { readDataDir } from '../settings.ts';
import { StartError, reasonOf } from '../start-error.ts';
import { openPlace } from './open-place.ts';
import { readKeepCount } from './backup-settings.ts';
import { makeBackup } from './make-backup.ts';
import { megabytes } from './megabytes.ts';
import { restoreBackup } from './restore-backup.ts';

const help = `npm run backup -- PLACE [--keep 14]
  Backs up the database, files and keys while the server runs, and verifies the backup. The newest backups are kept.
npm run restore -- PLACE [--backup NAME]
  Puts the newest or the named backup into the data folder, which must be empty.
PLACE: a folder, or s3://BUCKET/PREFIX; by default BACKUP_TO
Environment: UNDERCURRENT_DATA (.undercurrent), BACKUP_TO, BACKUP_KEEP (14), and for s3://
  AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION (us-east-1), AWS_ENDPOINT_URL_S3 (that of AWS)`;

/** Runs `backup` or `restore`. Resolves with the exit code. */
export async function runCommand([command, ...argv]: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const dataDir = readDataDir(env);
  try {
    const { values, positionals } = readOptions(argv);
    const [address = values.to ?? values.from ?? env['BACKUP_TO'], ...others] = positionals;
    if (values.help || !address || others.length > 0) {
      console.log(help);
      return values.help ? 0 : 2;
    }
    const place = openPlace(address, env);
    if (command === 'backup') {
      const keepCount = readKeepCount(
        values.keep ?? (env['BACKUP_KEEP'] || '14'),
        values.keep ? '--keep' : 'BACKUP_KEEP',
      );
      const { name, facts, files, newBytes, removed, pruneFailure } = await makeBackup(dataDir, place, keepCount);
      console.log(
        `Backup ${name} in ${place.name}: ${facts.accounts} accounts, ${facts.tracks} tracks, ${files} files (new: ${megabytes(newBytes)}). ` +
          `A database was started from it, and its ledger adds up.`,
      );
      if (removed.length > 0)
        console.log(`Removed, because ${keepCount} newer backups are kept: ${removed.join(', ')}`);
      if (pruneFailure !== null) console.error(`Earlier backups could not be removed: ${pruneFailure}`);
      return pruneFailure === null ? 0 : 1;
    }
    const { name, facts } = await restoreBackup(place, values.backup ?? null, dataDir);
    console.log(
      `${dataDir} has everything up to ${facts.madeAt} (backup ${name}, Undercurrent ${facts.version}). Start the server with npm start. ` +
        'Devices fetch everything again, and send what the backup lacks and they still have.',
    );
    return 0;
  } catch (error) {
    const left = command === 'backup' ? 'Earlier backups are as they were' : 'Nothing was changed';
    console.error(error instanceof StartError ? error.message : `It failed: ${reasonOf(error)}. ${left}.`);
    return 1;
  }
}

function readOptions(argv: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { to: text, from: text, backup: text, keep: text, help: { type: 'boolean', default: false } },
    });
  } catch (error) {
    throw new StartError(`${reasonOf(error)}\n${help}`);
  }
}
