import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './app/build-app.ts';
import { createDevApp } from './app/dev-app.ts';
import { readBackupSettings } from './backup/backup-settings.ts';
import { readTrustedProxies } from './http/caller-address.ts';
import { surviveErrors } from './http/request-scope.ts';
import { startStack, type StackOptions } from './stack.ts';
import { readDataDir, readPort } from './settings.ts';
import { StartError, reasonOf } from './start-error.ts';
import type { RequestLogTarget } from './watch/request-log.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Longest time for a stop. The process then exits, and the database stops with the process in any case. */
const STOP_WITHIN_MS = 8_000;

const help = `npm start -- [--ephemeral] [--empty]
  --ephemeral  a throwaway data folder, removed at the end
  --empty      no demo content
Environment: PORT (8080), HOST (localhost), PUBLIC_URL (http://localhost:8080), UNDERCURRENT_DATA (.undercurrent),
  DATABASE_URL, BETA_PASSCODE (underground), SMTP_URL and MAIL_FROM (a mail server and the sender; without them the mailbox receives all mails), TRUST_PROXY (0: proxies before this server, whose X-Forwarded-For is believed), RADIO_URL (a station elsewhere, in AzuraCast's form; else this machine is the station),
  BACKUP_TO (a folder or s3://BUCKET/PREFIX: makes backups while it runs), BACKUP_EVERY (24h), BACKUP_KEEP (14),
  UPGRADE_BACKUP_TO (a folder or s3://BUCKET/PREFIX for the backup before an upgrade, in before-RELEASE; else backups/ in the data folder),
  REQUEST_LOG (file: logs/requests.log in the data folder; stdout; off)`;

interface Running {
  stop(): Promise<void>;
}

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  let stopRequests = 0;
  let running: Running | null = null;
  const shutDown = async (): Promise<void> => {
    stopRequests += 1;
    if (stopRequests > 1) process.exit(0);
    setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
    if (running) print('Stopping');
    await running?.stop();
    process.exit(0);
  };
  process.on('SIGINT', () => void shutDown());
  process.on('SIGTERM', () => void shutDown());
  if (env['npm_lifecycle_event']) onOrphaned(() => void shutDown());
  try {
    running = await start(argv, env);
    surviveErrors(print);
    // A stop was requested during the start.
    if (stopRequests > 0) await running?.stop();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** Calls `stop` when the parent has died: npm passes SIGTERM to its shell only, which dies without passing it on. */
function onOrphaned(stop: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, 300);
  timer.unref();
}

async function start(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<Running | null> {
  const flags = readFlags(argv);
  if (flags.help) {
    print(help);
    process.exit(0);
  }
  const port = readPort(env);
  const dataDir = flags.ephemeral ? await mkdtemp(join(tmpdir(), 'undercurrent-')) : readDataDir(env);
  const passcode = env['BETA_PASSCODE']?.trim() || 'underground';
  const backupSettings = flags.ephemeral ? null : readBackupSettings(env);
  const closers = [async () => (flags.ephemeral ? await rm(dataDir, { recursive: true, force: true }) : undefined)];
  try {
    if (!flags.dev) await ensureBuilt(root, print);
    const dev = flags.dev ? await createDevApp(root) : null;
    if (dev) closers.unshift(() => dev.close());
    const options: StackOptions = {
      dataDir,
      port,
      host: env['HOST'] || 'localhost',
      passcode,
      empty: flags.empty,
      measuresLoudness: true,
      durable: !flags.ephemeral,
      log: print,
      ...(env['PUBLIC_URL'] ? { publicUrl: env['PUBLIC_URL'] } : {}),
      trustedProxies: readTrustedProxies(env['TRUST_PROXY']),
      ...(env['DATABASE_URL'] ? { databaseUrl: env['DATABASE_URL'] } : {}),
      mail: {
        ...(env['SMTP_URL'] ? { smtpUrl: env['SMTP_URL'] } : {}),
        ...(env['MAIL_FROM'] ? { from: env['MAIL_FROM'] } : {}),
      },
      ...(env['RADIO_URL'] ? { radioUrl: env['RADIO_URL'] } : {}),
      ...(env['MEDIA_HOSTS'] ? { mediaHosts: env['MEDIA_HOSTS'] } : {}),
      ...(dev ? { app: dev.handle } : {}),
      requestLog: readRequestLogTarget(env['REQUEST_LOG']),
      ...(env['UPGRADE_BACKUP_TO'] ? { upgradeBackup: { to: env['UPGRADE_BACKUP_TO'], env } } : {}),
      ...(backupSettings ? { backups: { settings: backupSettings, env } } : {}),
    };
    const stack = await startStack({ ...options, onLost: exitWithError });
    closers.unshift(() => stack.stop());
    print(
      `\n  Address   ${stack.publicUrl}\n  Passcode  ${passcode}\n  ${env['SMTP_URL'] ? `Mails     sent from ${env['MAIL_FROM']}` : `Mailbox   ${stack.mailboxUrl}`}\n\n  Ctrl-C stops it.`,
    );
    return { stop: () => runAll(closers) };
  } catch (error) {
    await runAll(closers);
    throw error;
  }
}

function exitWithError(line: string): void {
  console.error(line);
  process.exit(1);
}

async function runAll(closers: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const close of closers) await close().catch((error: unknown) => print(`While stopping: ${reasonOf(error)}`));
}

function readFlags(argv: readonly string[]) {
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({ args: [...argv], options: { ephemeral: flag, empty: flag, dev: flag, help: flag } }).values;
  } catch (error) {
    throw new StartError(`${reasonOf(error)}\n${help}`);
  }
}

function readRequestLogTarget(text: string | undefined): RequestLogTarget {
  const target = text || 'file';
  if (target === 'file' || target === 'stdout' || target === 'off') return target;
  throw new StartError(`REQUEST_LOG must be file, stdout or off, not ${target}.`);
}

function print(line: string): void {
  console.log(line);
}
