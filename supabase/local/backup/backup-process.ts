import { fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { StartError, reasonOf } from '../start-error.ts';
import { openPlace } from './open-place.ts';
import { BackupBusyError, makeBackup } from './make-backup.ts';

const entry = fileURLToPath(new URL('./backup-process.mjs', import.meta.url));

const outcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('made'), name: z.string(), newBytes: z.number(), pruneFailure: z.nullable(z.string()) }),
  z.object({ kind: z.literal('busy') }),
  z.object({ kind: z.literal('failed'), reason: z.string() }),
]);
export type BackupOutcome = z.infer<typeof outcomeSchema>;

export interface BackupOrder {
  readonly dataDir: string;
  readonly to: string;
  readonly keepCount: number;
}

/** Makes a backup in a child process with low priority. Aborting ends the process; a backup without its stored list then does not exist. */
export async function runBackupProcess(
  order: BackupOrder,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<BackupOutcome> {
  // Pass keys in the environment: other users of the machine can read arguments.
  const child = fork(entry, [JSON.stringify(order)], {
    env,
    execArgv: [],
    signal,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let outcome: BackupOutcome | null = null;
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-2_000)));
  child.on('message', (message) => {
    outcome = outcomeSchema.parse(message);
  });
  const end = await new Promise<string>((done) => {
    child.once('error', (error) => (child.pid === undefined ? done(error.message) : undefined));
    child.once('close', (code, killedBy) => done(killedBy ?? `exit code ${code}`));
  });
  return outcome ?? { kind: 'failed', reason: `its process ended (${end}). ${output.trim()}`.trim() };
}

/** Runs in the child process. */
export async function backUpInProcess(): Promise<void> {
  setPriority(constants.priority.PRIORITY_LOW);
  // The channel closes when the server has ended.
  process.on('disconnect', () => process.exit(1));
  const outcome = await makeOrdered().catch((error: unknown): BackupOutcome => {
    if (error instanceof BackupBusyError) return { kind: 'busy' };
    return { kind: 'failed', reason: error instanceof StartError ? error.message : reasonOf(error) };
  });
  process.send?.(outcome, () => process.exit(0));
}

async function makeOrdered(): Promise<BackupOutcome> {
  const { dataDir, to, keepCount } = orderSchema.parse(JSON.parse(process.argv[2] ?? ''));
  const { name, newBytes, pruneFailure } = await makeBackup(dataDir, openPlace(to, process.env), keepCount);
  return { kind: 'made', name, newBytes, pruneFailure };
}

const orderSchema = z.object({ dataDir: z.string(), to: z.string(), keepCount: z.number() });
