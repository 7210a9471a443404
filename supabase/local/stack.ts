import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashPasscode } from '../functions/validate-beta-passcode/passcode-hash.ts';
import { createLinkPreviews } from './app/link-previews.ts';
import { createAppServer } from './app/serve-app.ts';
import { authLimits, type AuthLimits } from './auth/auth-limits.ts';
import { startFileRemoval } from './functions/file-removal.ts';
import { createFunctions } from './functions/run-functions.ts';
import { backUpBeforeUpgrade } from './backup/backup-before-upgrade.ts';
import type { BackupSettings } from './backup/backup-settings.ts';
import { startBackupSchedule } from './backup/backup-schedule.ts';
import { seedWhenEmpty } from './demo-content.ts';
import { checkFolder } from './doctor/check-folder.ts';
import { createCallerAddress } from './http/caller-address.ts';
import { answerConfig, answerHealth } from './http/health-and-config.ts';
import { listen } from './http/listen.ts';
import { isLoopback } from './http/loopback.ts';
import { readPublicAddress, type PublicAddress } from './http/public-address.ts';
import { createBodyReader } from './http/read-body.ts';
import { createRouter, type Exchange, type Route } from './http/router.ts';
import { loadKeys, type StackKeys } from './keys.ts';
import { startMeasuring } from './loudness/keep-measuring.ts';
import { REST_CONNECTIONS } from './lite/lite-messages.ts';
import { createRestAndAuth } from './lite/rest-and-auth.ts';
import { openSmtpMailer, WAITING_MAILS, type MailOptions } from './mail/smtp-mailer.ts';
import { readSmtpSettings } from './mail/smtp-settings.ts';
import { openMailbox, type Mailbox } from './mailbox/mailbox.ts';
import { createMailboxAccess } from './mailbox/mailbox-access.ts';
import { handleMailbox } from './mailbox/mailbox-page.ts';
import { startShelf } from './postgres/arrange-shelf.ts';
import { explainMissingDatabase } from './postgres/former-data.ts';
import { prepareDatabase, recordPostgresRun } from './postgres/prepare-database.ts';
import { keepPostgres } from './postgres/keep-postgres.ts';
import { openPool } from './postgres/open-pool.ts';
import { startMonths } from './postgres/make-months.ts';
import { startLogSweep } from './postgres/sweep-logs.ts';
import { checkStation } from './radio/check-station.ts';
import { startRadio } from './radio/start-radio.ts';
import { createRealtime } from './realtime/realtime-service.ts';
import { readRadioUrl } from './settings.ts';
import { StartError, reasonOf } from './start-error.ts';
import { requireDatabaseOfFiles } from './storage/database-of-files.ts';
import { resumableOptions } from './storage/resumable-upload.ts';
import { createStorage, type StorageService } from './storage/storage-service.ts';
import { createBrowserErrors } from './watch/browser-errors.ts';
import { startErrorCount } from './watch/count-errors.ts';
import { startDiskNote } from './watch/note-disk.ts';
import { createMetricsHandler } from './watch/metrics-handler.ts';
import { createMetrics } from './watch/metrics.ts';
import { createFigureReader } from './watch/read-figures.ts';
import { createActionOf, readProcedures } from './watch/request-class.ts';
import { openRequestLog, type RequestLogTarget } from './watch/request-log.ts';
import { createWatch } from './watch/watch.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface StackOptions {
  readonly dataDir: string;
  readonly port: number;
  /** 'localhost', the default, accepts this machine only. '0.0.0.0' opens the stack to the network. */
  readonly host?: string;
  /** Origin for links in mails and previews; by default this machine's own address. */
  readonly publicUrl?: string;
  /** Number of proxies whose `X-Forwarded-For` is trusted; by default 0. */
  readonly trustedProxies?: number;
  readonly authLimits?: Partial<AuthLimits>;
  /** The mail server. Without it, mails are kept in the mailbox. */
  readonly mail?: MailOptions;
  readonly passcode: string;
  /** Whether to leave out the demo content. */
  readonly empty: boolean;
  /** An external PostgreSQL server; by default the stack starts its own. */
  readonly databaseUrl?: string;
  readonly distDir?: string;
  /** Whether the database survives a crash of the machine. False is faster, and suits throwaway folders only. */
  readonly durable?: boolean;
  readonly log?: (line: string) => void;
  /** Called with a reason when the database is lost for good. Stop the stack then. */
  readonly onLost?: (line: string) => void;
  readonly radioUrl?: string;
  /** Whether to measure the loudness of new tracks, which takes CPU time. */
  readonly measuresLoudness?: boolean;
  readonly mediaHosts?: string;
  /** Whether a spare process of REST and Auth takes over when the first ends. False saves the spare's memory. */
  readonly hasSpare?: boolean;
  readonly app?: (exchange: Exchange) => Promise<void> | void;
  /** Where a line about each request goes; by default a file in the data folder. */
  readonly requestLog?: RequestLogTarget;
  /** Where the backup before an upgrade goes; by default into the data folder. `env` has the keys of the place. */
  readonly upgradeBackup?: { readonly to: string; readonly env: NodeJS.ProcessEnv };
  /** Scheduled backups. `env` has the keys of the place where they are stored. */
  readonly backups?: { readonly settings: BackupSettings; readonly env: NodeJS.ProcessEnv; readonly checkMs?: number };
}

export interface Stack {
  /** For clients on this machine, without a trailing slash. */
  readonly url: string;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly mailboxUrl: string;
  readonly port: number;
  readonly keys: StackKeys;
  readonly mailbox: Mailbox;
  readonly storage: Pick<StorageService, 'putObject' | 'findFile'>;
  /** Stops everything, and resolves when nothing is running. Safe to call twice. */
  stop(): Promise<void>;
}

/** Starts all services on one port. @throws StartError with the reason; nothing is left running then */
export async function startStack(options: StackOptions): Promise<Stack> {
  const log = options.log ?? (() => undefined);
  const closers: (() => Promise<unknown>)[] = [];
  let stopping: Promise<void> | null = null;
  const stop = () => (stopping ??= runAll(closers));
  try {
    const radioUrl = readRadioUrl(options.radioUrl);
    const smtp = readSmtpSettings(options.mail?.smtpUrl, options.mail?.from);
    const dataDir = await createDataDir(options.dataDir);
    const host = options.host ?? 'localhost';
    const trustedProxies = options.trustedProxies ?? 0;
    const addressOf = createCallerAddress(trustedProxies);
    const metrics = createMetrics();
    const onRefused = (reason: string) => metrics.refusedConnections.inc({ reason });
    const listener = await listen(options.port, host, { isBehindProxy: trustedProxies > 0, addressOf, onRefused });
    closers.unshift(() => listener.close(1_000));
    const { url } = listener;
    const publicAddress = readPublicAddress(options.publicUrl, listener.port);
    if (!publicAddress.isChosen && !isLoopback(host)) log(publicUrlWarning(`HOST is ${host}`, publicAddress));
    else if (!publicAddress.isChosen && smtp) log(publicUrlWarning('SMTP_URL is set', publicAddress));

    log('Starting the database');
    const databaseUrl = options.databaseUrl ?? (await startOwnDatabase(dataDir, options, closers, log));
    const databaseHost = options.databaseUrl ? 'server' : 'folder';
    await prepareDatabase(databaseUrl, {
      host: databaseHost,
      check: (history) => requireDatabaseOfFiles(join(dataDir, 'storage'), history, databaseHost),
      beforeUpgrade: (from) =>
        backUpBeforeUpgrade({ ...options.upgradeBackup, from, dataDir, databaseUrl, isOwn: !options.databaseUrl, log }),
    });
    const keys = await loadKeys(dataDir, databaseUrl);
    const pools = new Map([['rest', REST_CONNECTIONS]]);
    const createPool = (name: string, max: number, statementMs: number) => {
      pools.set(name, max);
      const pool = openPool({ databaseUrl, name, max, statementMs });
      closers.unshift(() => pool.end({ timeout: 2 }));
      return pool;
    };
    const sql = createPool('stack', 4, 60_000);
    const requestLog = openRequestLog({
      dataDir,
      target: options.requestLog ?? 'file',
      onLost: () => metrics.lostLogLines.inc(),
      log,
    });
    closers.unshift(() => requestLog.close());
    const actionOf = createActionOf(await readProcedures(sql));
    const watch = createWatch({ metrics, requestLog, actionOf, addressOf });
    const { onMail } = watch;
    const publicOrigin = publicAddress.origin;
    const mailer = smtp
      ? openSmtpMailer({ ...options.mail, settings: smtp, dataDir, publicOrigin, sql, log, onMail })
      : null;
    if (mailer) closers.unshift(() => mailer.close());
    // Delete mails that an earlier start could not send: their links sign people in.
    else rmSync(join(dataDir, WAITING_MAILS), { recursive: true, force: true });
    const mailbox = openMailbox(dataDir, onMail);

    const rest = createRestAndAuth({
      databaseUrl,
      keys,
      siteUrl: publicAddress.origin,
      mailer: mailer ?? mailbox,
      sql,
      addressOf,
      limits: { ...authLimits, ...options.authLimits },
      log,
      hasSpare: options.hasSpare ?? true,
      onEnded: () => metrics.restEnds.inc(),
    });
    closers.unshift(() => rest.close());
    const storagePool = createPool('storage', 6, 15_000);
    const storage = await createStorage(storagePool, keys, join(dataDir, 'storage'), log, watch.onUpload);
    closers.unshift(() => storage.close());
    const realtimePool = createPool('realtime', 5, 10_000);
    const realtime = await createRealtime(realtimePool, databaseUrl, keys, addressOf, log, watch.realtime);
    closers.unshift(() => realtime.close());
    if (!options.empty) {
      await seedWhenEmpty(sql, dataDir, { databaseUrl, putObject: storage.putObject, onProgress: log });
    }
    const radio =
      radioUrl === null ? await startRadio({ sql, findFile: storage.findFile, publicAddress, addressOf, log }) : null;
    if (radio) closers.unshift(() => radio.close());
    if (radioUrl !== null) {
      // Delete an operator's stop: it was for this machine's own station, which an external one now replaces.
      await sql`delete from private.radio_stop`;
      void checkStation(radioUrl).then((lines) => lines.forEach(log));
    }
    const functions = createFunctions({
      env: {
        SUPABASE_URL: url,
        SUPABASE_ANON_KEY: keys.publishableKey,
        SUPABASE_SERVICE_ROLE_KEY: keys.serviceRoleKey,
        PUBLIC_URL: publicAddress.origin,
        BETA_PASSCODE_HASH: await hashPasscode(options.passcode),
      },
      publicAddress,
      addressOf,
    });
    const health = createPool('health', 1, 2_000);
    const mailboxAccess = createMailboxAccess({ key: keys.mailboxKey, host, publicAddress });
    const app =
      options.app ??
      createAppServer({
        distDir: options.distDir ?? join(root, 'dist'),
        radioUrl,
        mediaHosts: readMediaHosts(options.mediaHosts),
        findPreview: createLinkPreviews(sql, publicAddress.origin, log),
      });
    const schedule = options.backups
      ? startBackupSchedule({ ...options.backups, dataDir, log, onFailure: () => metrics.backupFailures.inc() })
      : null;
    if (schedule) closers.unshift(() => schedule.close());
    const readFigures = createFigureReader(metrics, {
      sql: createPool('watch', 1, 2_000),
      dataDir,
      pools,
      realtime: realtime.figures,
      radio: radio && radio.figures,
      waitingMails: () => mailer?.countWaiting() ?? 0,
      backups: schedule && schedule.figures,
    });
    const handleMetrics = createMetricsHandler({ metrics, key: keys.metricsKey, host, publicAddress, readFigures });
    const routes: Route[] = [
      { door: 'rest', prefix: '/rest/v1', cors: true, handle: rest.handle },
      { door: 'auth', prefix: '/auth/v1', cors: true, handle: rest.handle },
      { door: 'storage', prefix: '/storage/v1', cors: true, handle: storage.handle, optionsOf: resumableOptions },
      { door: 'functions', prefix: '/functions/v1', cors: true, handle: functions.handle },
      {
        door: 'radio',
        prefix: '/radio/playlist.m3u',
        cors: true,
        handle: (exchange) => functions.handleWith('radio-playlist', exchange),
      },
      ...(radio ? [{ door: 'radio' as const, prefix: '/radio/', cors: true, handle: radio.handle }] : []),
      {
        door: 'mailbox',
        prefix: '/mailbox',
        handle: (exchange) => handleMailbox(mailbox, mailboxAccess, exchange, smtp?.host ?? null),
      },
      { door: 'metrics', prefix: '/metrics', handle: handleMetrics },
      { door: 'errors', prefix: '/errors', handle: createBrowserErrors({ metrics, requestLog, addressOf }) },
      { door: 'health', prefix: '/healthz', handle: (exchange) => answerHealth(exchange, health) },
      {
        door: 'config',
        prefix: '/.well-known/undercurrent.json',
        cors: true,
        handle: (exchange) => answerConfig(exchange, publicAddress, keys, radioUrl),
      },
      { door: 'app', prefix: '/', handle: app },
    ];
    const router = createRouter(routes, createBodyReader(addressOf), log, watch.requests);
    listener.serve(router, realtime.upgrade);
    // Close the listener before the services that its requests need.
    closers.unshift(() => listener.close(1_000));
    closers.unshift(() => realtime.close());
    if (radio) closers.unshift(() => radio.close());
    // File removal sends requests to this server, so it closes before the listener.
    const fileRemoval = await startFileRemoval(sql, functions, log);
    closers.unshift(() => fileRemoval.close());
    closers.unshift(startMonths(sql, log));
    if (options.measuresLoudness) closers.unshift(startMeasuring(sql, storage.findFile, log));
    closers.unshift(startShelf(sql, log));
    closers.unshift(startLogSweep(sql, log));
    closers.unshift(startErrorCount(sql, metrics, log));
    closers.unshift(startDiskNote(sql, dataDir, log));
    const addresses = { url, publicUrl: publicAddress.origin, mailboxUrl: mailboxAccess.address };
    return { ...addresses, port: listener.port, keys, mailbox, storage, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function readMediaHosts(text = ''): string[] {
  const hosts = text.split(/[\s,]+/).filter((host) => host !== '');
  const invalid = hosts.find((host) => !/^[a-z0-9.-]+(:\d+)?$/i.test(host));
  if (invalid === undefined) return hosts;
  throw new StartError(
    `MEDIA_HOSTS must be names like pictures.example.com, with commas between them, not ${invalid}.`,
  );
}

function publicUrlWarning(setting: string, { origin }: PublicAddress): string {
  return (
    `${setting} and PUBLIC_URL is not set: the links in mails lead to ${origin}, which opens on this machine alone. ` +
    'Set PUBLIC_URL to the address that people use, e.g. PUBLIC_URL=https://music.example.com.'
  );
}

async function createDataDir(path: string): Promise<string> {
  const dir = resolve(path);
  try {
    mkdirSync(dir, { recursive: true });
  } catch (error) {
    throw new StartError(
      `The data folder ${dir} cannot be made: ${reasonOf(error)}. Set UNDERCURRENT_DATA to another folder.`,
    );
  }
  const { state, advice } = await checkFolder(dir);
  if (state === 'wrong') throw new StartError(advice);
  return dir;
}

async function startOwnDatabase(
  dataDir: string,
  { durable = true, onLost = () => undefined }: StackOptions,
  closers: (() => Promise<unknown>)[],
  log: (line: string) => void,
): Promise<string> {
  const refusal = await explainMissingDatabase(dataDir);
  if (refusal !== null) throw new StartError(refusal);
  const onBack = () =>
    void recordPostgresRun(server.url).catch((error: unknown) =>
      log(`The new run is noted with the next push: ${reasonOf(error)}`),
    );
  const server = await keepPostgres({ dataDir: join(dataDir, 'postgres'), durable, log, onLost, onBack });
  closers.unshift(() => server.stop());
  return server.url;
}

/** Runs the closers, which are stored newest first. A failing closer does not prevent the others. */
async function runAll(closers: (() => Promise<unknown>)[]): Promise<void> {
  for (const close of closers) await close().catch(() => undefined);
}
