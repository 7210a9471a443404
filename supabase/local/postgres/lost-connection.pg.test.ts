import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/support/postgres.ts';

/*
 * The patched driver (decision 0020) rejects a query on a lost connection, and never runs it on a later one. The
 * unpatched driver throws outside every promise, which would end the test run.
 */

let db: TestDatabase;
let proxy: CuttableProxy;
let pool: postgres.Sql;

beforeEach(async () => {
  db = await openTestDatabase();
  await db.sql`create table public.words (word text primary key)`;
  proxy = await openCuttableProxy(new URL(db.url));
  pool = postgres(proxy.url, { max: 1, onnotice: () => undefined });
});
afterEach(async () => {
  await pool.end({ timeout: 1 });
  await proxy.close();
  await db.close();
});

const storedWords = async () => (await db.sql`select word from public.words order by word`).map((row) => row['word']);
const closed = { code: 'CONNECTION_CLOSED' };

it('late queries of a lost transaction reach neither the table nor the transaction that uses its connection next', async () => {
  let next: Promise<unknown> | undefined;
  let opened: (() => void) | undefined;
  const nextIsOpen = new Promise<void>((resolve) => (opened = resolve));
  let lastWord: Promise<unknown> | undefined;

  const lost = pool.begin(async (tx) => {
    await tx`insert into public.words values ('before')`;
    next = pool.begin(async (other) => {
      await other`insert into public.words values ('next')`;
      opened?.();
      // Meanwhile the lost transaction sends a query, and tries to roll back.
      await expect(lastWord).rejects.toMatchObject(closed);
      await other`insert into public.words values ('last')`;
    });
    proxy.cut();
    lastWord = nextIsOpen.then(() => tx`insert into public.words values ('after')`);
    await lastWord;
  });

  await expect(lost).rejects.toMatchObject(closed);
  await next;
  expect(await storedWords()).toEqual(['last', 'next']);
});

it('late queries of a lost reservation reach nothing, and its release does not free a connection that another holds', async () => {
  const reserved = await pool.reserve();
  await reserved`begin`;
  await reserved`insert into public.words values ('before')`;
  const waiting = pool.reserve();
  proxy.cut();

  const next = await waiting;
  await next`begin`;
  await expect(reserved`insert into public.words values ('after')`).rejects.toMatchObject(closed);
  reserved.release();
  // If the release freed the connection, this statement would run in the open transaction and be rolled back with it.
  const outside = pool`insert into public.words values ('outside')`.execute();
  await next`insert into public.words values ('next')`;
  await next`rollback`;
  next.release();
  await outside;
  expect(await storedWords()).toEqual(['outside']);
});

it('a statement still buffered when the connection is lost does not reach the next connection', async () => {
  const reserved = await pool.reserve();
  await reserved`select 1`;
  proxy.cut();
  // The large statement is written at once; the small one is buffered.
  for (const word of ['x'.repeat(2000), 'small']) {
    await expect(reserved`select ${word}::text`).rejects.toMatchObject({
      code: /^(CONNECTION_CLOSED|ECONNRESET|EPIPE)$/,
    });
  }
  reserved.release();
  expect([...(await pool`select 1 as one`)]).toEqual([{ one: 1 }]);
});

it("a reservation succeeds although the connection's first queries are cut off", async () => {
  proxy.cutAt('pg_type');
  const reserved = await pool.reserve();
  expect([...(await reserved`select 1 as one`)]).toEqual([{ one: 1 }]);
  reserved.release();
  expect(proxy.cuts).toBe(1);
});

/** A proxy before the database, whose connections a test can cut. */
interface CuttableProxy {
  readonly url: string;
  readonly cuts: number;
  cut(): void;
  /** Cuts the connection that next sends `text` to the database. */
  cutAt(text: string): void;
  close(): Promise<void>;
}

async function openCuttableProxy(database: URL): Promise<CuttableProxy> {
  const sockets = new Set<Socket>();
  let cutTrigger: string | undefined;
  let cuts = 0;
  const server: Server = createServer((client) => {
    const upstream = connect(Number(database.port), database.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => (client.destroy(), upstream.destroy(), sockets.delete(socket)));
    }
    client.on('data', (bytes) => {
      if (cutTrigger !== undefined && bytes.includes(cutTrigger)) {
        cutTrigger = undefined;
        cuts += 1;
        client.destroy();
      } else upstream.write(bytes);
    });
    upstream.on('data', (bytes) => client.write(bytes));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(database);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    get cuts() {
      return cuts;
    },
    cut: () => sockets.forEach((socket) => socket.destroy()),
    cutAt: (text) => (cutTrigger = text),
    close: async () => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
      await once(server, 'close');
    },
  };
}
