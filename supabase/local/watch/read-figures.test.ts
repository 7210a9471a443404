import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { openPool } from '../postgres/open-pool.ts';
import { createMetrics } from './metrics.ts';
import { createFigureReader } from './read-figures.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A database that accepts connections and never answers. */
async function openSilentDatabase() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const databaseUrl = `postgres://someone@127.0.0.1:${port}/none`;
  const sql = openPool({ databaseUrl, name: 'watch', max: 1, statementMs: 2_000 });
  closers.push(async () => {
    server.close();
    sockets.forEach((socket) => socket.destroy());
    await sql.end({ timeout: 0 });
  });
  return { sql, sockets };
}

it('reads the other figures, and leaves out those of a database that does not answer', async () => {
  const { sql, sockets } = await openSilentDatabase();
  const metrics = createMetrics();
  metrics.databaseBytes.set(5);
  metrics.connections.set({ pool: 'rest' }, 3);
  const read = createFigureReader(metrics, {
    sql,
    dataDir: '/',
    pools: new Map([['rest', 12]]),
    realtime: () => ({ sockets: 7, channels: 9 }),
    radio: null,
    waitingMails: () => 0,
    backups: null,
  });
  await Promise.all([read(), read(), read()]);
  const text = await metrics.registry.metrics();
  const lines = text
    .split('\n')
    .filter((line) => /^undercurrent_(database|realtime_sockets|disk_free|radio)/.test(line));
  expect(lines).toEqual([
    'undercurrent_realtime_sockets 7',
    'undercurrent_database_up 0',
    'undercurrent_database_pool_size{pool="rest"} 12',
    expect.stringMatching(/^undercurrent_disk_free_bytes \d+$/),
  ]);
  expect(sockets.length).toBe(1);
});
