import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type postgres from 'postgres';
import { WebSocketServer } from 'ws';
import { callerOfToken, type Caller } from '../auth/caller.ts';
import type { StackKeys } from '../keys.ts';
import { changeData, fittingIds } from './channel.ts';
import { followChanges, type ChangeStream, type RowChange } from './change-stream.ts';
import { RealtimeSocket } from './realtime-socket.ts';
import { createTableReader } from './table-facts.ts';

const PATH = '/realtime/v1/websocket';
const PUBLICATION = 'supabase_realtime';
/** Bytes of one message from a client; joins are small. */
const MAX_MESSAGE = 256 * 1024;
const MAX_SOCKETS = 2_000;
/** The client beats every 25 s; a socket silent for longer than this is dead. */
const SILENT_MS = 90_000;

export interface RealtimeService {
  /** Takes the upgrade when it is ours; false otherwise. */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  close(): Promise<void>;
}

/**
 * `/realtime/v1`: the protocol of `@supabase/realtime-js` for `postgres_changes`. Changes come by logical replication, and
 * a row goes out to those alone who can select it under their own policies.
 */
export async function createRealtime(
  sql: postgres.Sql,
  databaseUrl: string,
  keys: StackKeys,
  log: (line: string) => void,
): Promise<RealtimeService> {
  const sockets = new Set<RealtimeSocket>();
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE, clientTracking: false });
  const tables = createTableReader(sql);
  const dropAll = () => sockets.forEach((socket) => socket.close(1012, 'the stream of changes began anew'));

  const deliver = async (change: RowChange): Promise<void> => {
    const interested = [...sockets].flatMap((socket) => socket.channels().map((channel) => ({ socket, channel })));
    if (interested.length === 0) return;
    const facts = await tables.facts(change.relation);
    const verdicts = new Map<string, Promise<boolean>>();
    const maySee = (caller: Caller): Promise<boolean> => {
      if (change.type === 'DELETE') return Promise.resolve(facts.readable[caller.role].size > 0);
      const who = `${caller.role}:${JSON.stringify(caller.claims)}`;
      const verdict = verdicts.get(who) ?? tables.maySee(caller, change.relation, change.row);
      verdicts.set(who, verdict);
      return verdict;
    };
    await Promise.all(
      interested.map(async ({ socket, channel }) => {
        const ids = fittingIds(channel, change, facts);
        if (ids.length === 0 || !socket.isCurrent(channel)) return;
        if (await maySee(channel.caller))
          socket.send(channel, 'postgres_changes', { ids, data: changeData(change, facts, channel.caller.role) });
      }),
    );
  };

  const stream = await openStream(sql, {
    databaseUrl,
    publication: PUBLICATION,
    // One bad change, e.g. of a table dropped meanwhile, must not end the stream.
    onChange: (change) =>
      deliver(change).catch((error: unknown) =>
        log(`A change of ${change.relation.table} was not sent: ${String(error)}`),
      ),
    onGap: dropAll,
    log,
  });
  const timer = setInterval(() => sockets.forEach((socket) => socket.closeIfSilent(SILENT_MS)), 15_000);
  timer.unref();

  return {
    upgrade(req, socket, head) {
      const url = new URL(req.url ?? '/', 'http://localhost');
      if (url.pathname !== PATH) return false;
      const caller = callerOfToken(url.searchParams.get('apikey') ?? String(req.headers['apikey'] ?? ''), keys);
      if (!caller || sockets.size >= MAX_SOCKETS) {
        socket.end(caller ? 'HTTP/1.1 503 Service Unavailable\r\n\r\n' : 'HTTP/1.1 401 Unauthorized\r\n\r\n');
        return true;
      }
      server.handleUpgrade(req, socket, head, (ws) => {
        const vsn = url.searchParams.get('vsn') === '2.0.0' ? '2.0.0' : '1.0.0';
        const one = new RealtimeSocket(ws, vsn, caller, (token) => callerOfToken(token, keys), stream !== null);
        sockets.add(one);
        ws.once('close', () => sockets.delete(one));
      });
      return true;
    },
    async close() {
      clearInterval(timer);
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
