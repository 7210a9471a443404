import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { StartError, reasonOf } from '../start-error.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const help = `npm run backup -- --to FOLDER [--keep 14]
  Backs up the database, files and keys while the server runs, and verifies the backup. The newest backups are kept.
npm run restore -- --from FOLDER [--backup NAME]
  Puts the newest or the named backup into the data folder, which must be empty.
Environment: UNDERCURRENT_DATA (.undercurrent)`;

/** Runs `backup` or `restore`. Resolves with the exit code. */
export async function runCommand([command, ...argv]: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const dataDir = env['UNDERCURRENT_DATA'] || join(root, '.undercurrent');
  try {
    const { to, from, keep, backup, help: isAsked } = readOptions(argv);
    if (command === 'backup' && to !== undefined) {
      const kept = Number(keep);
      if (!Number.isInteger(kept) || kept < 1) throw new StartError(`--keep must be a number from 1 on, not ${keep}.`);
      const { name, facts, files, newBytes, removed } = await makeBackup(dataDir, to, kept);
      console.log(
        `${join(to, name)}: ${facts.accounts} accounts, ${facts.tracks} tracks, ${files} files (new: ${megabytes(newBytes)}). ` +
          `A database was started from it, and its ledger adds up.`,
      );
      if (removed.length > 0) console.log(`Removed, because ${keep} newer backups are kept: ${removed.join(', ')}`);
      return 0;
    }
    if (command === 'restore' && from !== undefined) {
      const { name, facts } = await restoreBackup(from, backup ?? null, dataDir);
      console.log(
        `${dataDir} has everything up to ${facts.madeAt} (backup ${name}, Undercurrent ${facts.version}). Start the server with npm start. ` +
          'Devices fetch everything again, and send what the backup lacks and they still have.',
      );
      return 0;
    }
    console.log(help);
    return isAsked ? 0 : 2;
  } catch (error) {
    console.error(error instanceof StartError ? error.message : `It failed: ${reasonOf(error)}. Nothing was changed.`);
    return 1;
  }
}

function readOptions(argv: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...argv],
      options: {
        to: text,
        from: text,
        backup: text,
        keep: { ...text, default: '14' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new StartError(`${reasonOf(error)}\n${help}`);
  }
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
