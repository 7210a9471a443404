import type { IncomingMessage } from 'node:http';
import type postgres from 'postgres';
import { WebSocketServer } from 'ws';
import { callerOfToken } from '../auth/caller.ts';
import type { CallerAddress } from '../http/caller-address.ts';
import type { UpgradeHandler } from '../http/listen.ts';
import { refuseSocket } from '../http/refuse-socket.ts';
import { requestId } from '../http/request-id.ts';
import { requestUrl } from '../http/request-url.ts';
import type { StackKeys } from '../keys.ts';
import type { ServerPart } from '../watch/request-class.ts';
import { createBroadcasts, isMessage } from './broadcasts.ts';
import { followChanges, type ChangeStream, type RowChange } from './change-stream.ts';
import { watchCommits } from './commit-watch.ts';
import { createDelivery } from './deliver-changes.ts';
import { ListenerIndex } from './listener-index.ts';
import { startDigests } from './publish-digests.ts';
import { startReleases } from './publish-releases.ts';
import { RealtimeSocket } from './realtime-socket.ts';
import { startMessageSweep } from './sweep-messages.ts';
import { createTableReader } from './table-facts.ts';
import { createVisibility } from './visibility.ts';

const PATH = '/realtime/v1/websocket';
const PUBLICATIONS = ['supabase_realtime', 'supabase_realtime_messages_publication'];
/** Bytes of a client's message. */
const MAX_MESSAGE = 256 * 1024;
/** Sockets of all addresses together. */
const MAX_SOCKETS = 2_000;
/** Sockets of one address. Many people may share it, each with several tabs. */
const MAX_SOCKETS_OF_ADDRESS = 300;
/** A socket that is silent for longer is closed. Clients send a heartbeat every 25 s. */
const SILENT_MS = 90_000;

export interface RealtimeService {
  readonly upgrade: UpgradeHandler;
  figures(): { readonly sockets: number; readonly channels: number };
  close(): Promise<void>;
}

export interface RealtimeWatch {
  /** @param status 101 for an accepted socket */
  upgrade(req: IncomingMessage, door: ServerPart, status: number): void;
  onSent(kind: 'change' | 'broadcast'): void;
  onTooSlow(): void;
  onMissed(): void;
}

/**
 * `/realtime/v1`, for `postgres_changes` and broadcasts from the database. Rows reach only those who may select them,
 * once the transaction is visible. A broadcast reaches the channels that joined its topic. Clients cannot broadcast.
 */
export async function createRealtime(
  sql: postgres.Sql,
  databaseUrl: string,
  keys: StackKeys,
  addressOf: CallerAddress,
  log: (line: string) => void,
  watch: RealtimeWatch,
): Promise<RealtimeService> {
  const sockets = new Set<RealtimeSocket>();
  const byAddress = new Map<string, Set<RealtimeSocket>>();
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE, clientTracking: false });
  server.on('headers', (headers, req) => headers.push(`X-Request-Id: ${requestId(req)}`));
  const dropAll = () => {
    watch.onMissed();
    sockets.forEach((socket) => socket.close(1012, 'the stream of changes began anew'));
  };
  const commits = watchCommits(sql);
  const listeners = new ListenerIndex();
  const { findViewers, mayHear } = await createVisibility(sql);
  const broadcast = createBroadcasts({
    listeners,
    commits,
    onMissed: dropAll,
    onSent: () => watch.onSent('broadcast'),
    log,
  });
  const deliver = createDelivery({
    listeners,
    commits,
    findViewers,
    factsOf: createTableReader(sql),
    onMissed: dropAll,
    onSent: () => watch.onSent('change'),
    log,
  });
  const onChange = (change: RowChange) => (isMessage(change) ? broadcast(change) : deliver(change));
  const stream = await openStream(sql, { databaseUrl, publications: PUBLICATIONS, onChange, onGap: dropAll, log });
  const stopSweep = startMessageSweep(sql, log);
  const stopDigests = startDigests(sql, log);
  const stopReleases = startReleases(sql, log);
  const timer = setInterval(() => sockets.forEach((socket) => socket.closeIfSilent(SILENT_MS)), 15_000);
  timer.unref();

  return {
    upgrade(req, socket, head) {
      const url = requestUrl(req);
      if (url?.pathname !== PATH) {
        watch.upgrade(req, 'none', 404);
        return false;
      }
      const caller = callerOfToken(url.searchParams.get('apikey') ?? String(req.headers['apikey'] ?? ''), keys);
      const address = addressOf(req);
      const addressSockets = byAddress.get(address) ?? new Set();
      const refuse = (status: string) => {
        watch.upgrade(req, 'realtime', Number.parseInt(status, 10));
        refuseSocket(socket, status, { 'X-Request-Id': requestId(req) });
        return true;
      };
      if (!caller) return refuse('401 Unauthorized');
      if (addressSockets.size >= MAX_SOCKETS_OF_ADDRESS) return refuse('429 Too Many Requests');
      if (sockets.size >= MAX_SOCKETS) return refuse('503 Service Unavailable');
      server.handleUpgrade(req, socket, head, (ws) => {
        const vsn = url.searchParams.get('vsn') === '2.0.0' ? '2.0.0' : '1.0.0';
        const resolveToken = (token: string) => callerOfToken(token, keys);
        const connected = new RealtimeSocket({
          ws,
          vsn,
          keyCaller: caller,
          resolveToken,
          mayHear,
          listeners: stream && listeners,
          addressSockets,
          onTooSlow: watch.onTooSlow,
        });
        watch.upgrade(req, 'realtime', 101);
        sockets.add(connected);
        byAddress.set(address, addressSockets.add(connected));
        ws.once('close', () => {
          sockets.delete(connected);
          addressSockets.delete(connected);
          if (addressSockets.size === 0 && byAddress.get(address) === addressSockets) byAddress.delete(address);
        });
      });
      return true;
    },
    figures: () => ({
      sockets: sockets.size,
      channels: [...sockets].reduce((sum, socket) => sum + socket.channelCount, 0),
    }),
    async close() {
      clearInterval(timer);
      await Promise.all([stopSweep(), stopDigests(), stopReleases()]);
      commits.close();
      sockets.forEach((socket) => socket.close(1001, 'the server stops'));
      await stream?.stop();
      server.close();
    },
  };
}

async function openStream(
  sql: postgres.Sql,
  options: Parameters<typeof followChanges>[0],
): Promise<ChangeStream | null> {
  const [row] = await sql<{ level: string }[]>`select current_setting('wal_level') as level`;
  if (row?.level === 'logical') return await followChanges(options);
  options.log(
    `Realtime is off: this database has wal_level=${row?.level ?? 'unknown'}, and it needs "logical". Everything else works.`,
  );
  return null;
}
