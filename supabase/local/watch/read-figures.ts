import type postgres from 'postgres';
import type { BackupFigures } from '../backup/backup-schedule.ts';
import { answerWithin } from '../postgres/answer-within.ts';
import { readDisk } from '../read-disk.ts';
import type { Metrics } from './metrics.ts';

/** Longest wait for the database's figures: longer than the pool's statement timeout, and shorter than the 10 s of Prometheus. */
const DATABASE_MS = 3_000;

interface Station {
  readonly listeners: number;
  readonly isOnAir: boolean;
  /** Tracks in the queue that the station read last. */
  readonly queued: number;
}

export interface FigureSources {
  readonly sql: postgres.Sql;
  readonly dataDir: string;
  /** Maximum connections of each pool, by its `application_name`. */
  readonly pools: ReadonlyMap<string, number>;
  readonly realtime: () => { readonly sockets: number; readonly channels: number };
  /** Null if `RADIO_URL` names an external station. */
  readonly radio: (() => Station) | null;
  readonly waitingMails: () => number;
  /** Null without BACKUP_TO. */
  readonly backups: (() => BackupFigures) | null;
}

/** Creates the function that sets the gauges at each scrape. It never fails: if the database does not answer, its gauges are left out. */
export function createFigureReader(metrics: Metrics, sources: FigureSources): () => Promise<void> {
  const { sql, dataDir, pools } = sources;
  /** Concurrent scrapes share one read, so that scrapes do not pile up on a database that does not answer. */
  let reading: Promise<DatabaseFigures> | null = null;
  const readOnce = (): Promise<DatabaseFigures> => {
    reading ??= readDatabase(sql).finally(() => (reading = null));
    return reading;
  };
  return async () => {
    const [database, disk] = await Promise.all([
      answerWithin(DATABASE_MS, readOnce()).catch(() => null),
      readDisk(dataDir).catch(() => null),
    ]);
    setDatabase(metrics, pools, database);
    if (disk) {
      metrics.diskFree.set(disk.free);
      metrics.diskSize.set(disk.size);
    }
    const { sockets, channels } = sources.realtime();
    metrics.sockets.set(sockets);
    metrics.channels.set(channels);
    metrics.waitingMails.set(sources.waitingMails());
    setRadio(metrics, sources.radio?.() ?? null);
    setBackups(metrics, sources.backups?.() ?? null);
  };
}

type DatabaseFigures = Awaited<ReturnType<typeof readDatabase>>;

async function readDatabase(sql: postgres.Sql) {
  const [[totals], connections] = await Promise.all([
    sql<{ bytes: number; oldest: number; slots: number; lag: number; retained: number }[]>`
      select pg_database_size(current_database())::float8 as bytes,
             (select coalesce(max(extract(epoch from now() - xact_start)), 0)::float8 from pg_stat_activity
                where datname = current_database() and backend_type = 'client backend') as oldest,
             (select count(*)::int from pg_replication_slots where database = current_database()) as slots,
             (select coalesce(max(pg_current_wal_lsn() - confirmed_flush_lsn), 0)::float8 from pg_replication_slots
                where database = current_database()) as lag,
             (select coalesce(max(pg_current_wal_lsn() - restart_lsn), 0)::float8 from pg_replication_slots
                where database = current_database()) as retained`,
    sql<{ pool: string; open: number; busy: number }[]>`
      select application_name as pool, count(*)::int as open, count(*) filter (where state <> 'idle')::int as busy
        from pg_stat_activity where datname = current_database() and backend_type = 'client backend' group by 1`,
  ]);
  if (!totals) throw new Error('The database gave no figures.');
  return { ...totals, connections };
}

function setDatabase(metrics: Metrics, pools: ReadonlyMap<string, number>, figures: DatabaseFigures | null): void {
  const { databaseUp, databaseBytes, connections, busyConnections, poolSize, oldestTransaction } = metrics;
  const { slots, slotLag, slotRetained } = metrics;
  databaseUp.set(figures ? 1 : 0);
  connections.reset();
  busyConnections.reset();
  for (const [pool, size] of pools) poolSize.set({ pool }, size);
  // A gauge that stays at its last value would hide the outage.
  for (const gauge of [databaseBytes, oldestTransaction, slots, slotLag, slotRetained]) gauge.remove();
  if (!figures) return;
  databaseBytes.set(figures.bytes);
  oldestTransaction.set(figures.oldest);
  slots.set(figures.slots);
  slotLag.set(figures.lag);
  slotRetained.set(figures.retained);
  for (const pool of pools.keys()) {
    connections.set({ pool }, 0);
    busyConnections.set({ pool }, 0);
  }
  for (const { pool: name, open, busy } of figures.connections) {
    // An operator's programs choose their own names.
    const pool = pools.has(name) ? name : 'other';
    connections.inc({ pool }, open);
    busyConnections.inc({ pool }, busy);
  }
}

function setRadio({ listeners, onAir, queue }: Metrics, station: Station | null): void {
  if (station === null) return [listeners, onAir, queue].forEach((gauge) => gauge.remove());
  listeners.set(station.listeners);
  onAir.set(station.isOnAir ? 1 : 0);
  queue.set(station.queued);
}

function setBackups(metrics: Metrics, figures: BackupFigures | null): void {
  const { newestBackup, backupPeriod, backupDuration, backupBytes } = metrics;
  if (figures === null) {
    for (const gauge of [newestBackup, backupPeriod, backupDuration, backupBytes]) gauge.remove();
    return;
  }
  // Time 0 is longer ago than any period, so that a first backup that never succeeds raises the alert.
  newestBackup.set((figures.newestAt ?? 0) / 1000);
  backupPeriod.set(figures.everyMs / 1000);
  if (figures.lastMs === null || figures.lastBytes === null)
    for (const gauge of [backupDuration, backupBytes]) gauge.remove();
  else {
    backupDuration.set(figures.lastMs / 1000);
    backupBytes.set(figures.lastBytes);
  }
}
