import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { readVersion } from '../app/read-version.ts';

/** Upper bounds of the buckets for durations, in seconds. */
const LATENCIES = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export type Metrics = ReturnType<typeof createMetrics>;

/** Creates all metrics. Each label has few values, all ours: a value taken from a request would let clients fill the memory with series. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const counter = (name: string, help: string) => new Counter({ name: `undercurrent_${name}`, help, registers });
  const gauge = (name: string, help: string) => new Gauge({ name: `undercurrent_${name}`, help, registers });
  const counterBy = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Counter({ name: `undercurrent_${name}`, help, labelNames, registers });
  const gaugeBy = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Gauge({ name: `undercurrent_${name}`, help, labelNames, registers });
  collectDefaultMetrics({ register: registry });
  const metrics = {
    registry,
    info: gaugeBy('info', 'The running release, always 1.', ['release']),
    requests: counterBy('http_requests_total', 'Ended requests. Status 499: the client left before the response.', [
      'door',
      'action',
      'status',
    ]),
    durations: new Histogram({
      name: 'undercurrent_http_request_duration_seconds',
      help: 'From the request to the end of its response, without radio streams and sockets.',
      labelNames: ['door', 'action'],
      buckets: LATENCIES,
      registers,
    }),
    inProgress: gauge('http_requests_in_progress', 'Requests without a complete response, including radio streams.'),
    refusedConnections: counterBy('connections_refused_total', 'Connections refused before a request was read.', [
      'reason',
    ]),
    restEnds: counter('rest_process_ends_total', 'Unexpected ends of the process of REST and Auth.'),
    uploads: counterBy('uploads_total', 'Files whose bytes arrived, by what became of them.', ['outcome']),
    uploadedBytes: counter('uploaded_bytes_total', 'Bytes of stored files.'),
    mails: counterBy('mails_total', 'Mails by what became of them.', ['outcome']),
    waitingMails: gauge('mails_waiting', 'Mails that the mail server has not accepted yet.'),
    sockets: gauge('realtime_sockets', 'Open Realtime sockets.'),
    channels: gauge('realtime_channels', 'Joined Realtime channels.'),
    deliveries: counterBy('realtime_deliveries_total', 'Messages sent to channels, by kind.', ['kind']),
    slowSockets: counter('realtime_slow_sockets_total', 'Sockets closed because their client read too slowly.'),
    misses: counter('realtime_misses_total', 'Times all sockets were closed because changes may have been missed.'),
    listeners: gauge('radio_listeners', 'Open radio streams.'),
    onAir: gauge('radio_on_air', '1 while the station has a track to play.'),
    queue: gauge('radio_queue_tracks', 'Tracks in the queue that the station read last, at most 1000.'),
    browserErrors: counterBy('browser_errors_total', 'Errors that browsers reported, by kind.', ['kind']),
    lostLogLines: counter('log_lines_lost_total', 'Lines of the request log that could not be written.'),
    databaseUp: gauge('database_up', '1 if the database answered this scrape.'),
    databaseBytes: gauge('database_bytes', 'Size of the database.'),
    connections: gaugeBy('database_connections', 'Open database connections.', ['pool']),
    busyConnections: gaugeBy('database_busy_connections', 'Database connections that are not idle.', ['pool']),
    poolSize: gaugeBy('database_pool_size', 'Maximum connections of a pool.', ['pool']),
    oldestTransaction: gauge('database_oldest_transaction_seconds', 'Age of the oldest open transaction.'),
    slots: gauge('replication_slots', 'Replication slots of the database. Realtime has one.'),
    slotLag: gauge('replication_lag_bytes', 'WAL that the slowest slot has not confirmed.'),
    slotRetained: gauge('replication_retained_bytes', 'WAL that stays on disk because of a slot.'),
    diskFree: gauge('disk_free_bytes', 'Free space on the disk of the data folder.'),
    newestBackup: gauge('backup_newest_timestamp_seconds', 'Time of the newest good backup; 0 without one.'),
    backupPeriod: gauge('backup_period_seconds', 'BACKUP_EVERY.'),
    backupDuration: gauge('backup_last_duration_seconds', 'Duration of the last backup of this run.'),
    backupBytes: gauge('backup_last_new_bytes', 'Bytes that the last backup of this run added.'),
    backupFailures: counter('backup_failures_total', 'Failed backups by schedule.'),
    diskSize: gauge('disk_size_bytes', 'Size of the disk of the data folder.'),
  };
  metrics.info.set({ release: readVersion() }, 1);
  // A series must exist before its first event, or Prometheus does not see that event as an increase.
  for (const outcome of ['stored', 'refused', 'failed']) metrics.uploads.inc({ outcome }, 0);
  for (const outcome of ['delivered', 'refused', 'expired', 'failed']) metrics.mails.inc({ outcome }, 0);
  for (const kind of ['change', 'broadcast']) metrics.deliveries.inc({ kind }, 0);
  for (const kind of ['error', 'rejection']) metrics.browserErrors.inc({ kind }, 0);
  for (const reason of ['too many connections', 'invalid request']) metrics.refusedConnections.inc({ reason }, 0);
  return metrics;
}
