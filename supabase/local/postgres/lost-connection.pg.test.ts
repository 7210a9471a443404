import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../tests/support/postgres.ts';

/*
 * The patched driver (decision 0020): a query on a lost connection is rejected, and never runs for the connection's
 * next user. A throw outside a promise would end the process, and here the test run.
 */

let db: TestDatabase;
let wire: CutWire;
let pool: postgres.Sql;

beforeEach(async () => {
  db = await openTestDatabase();
  await db.sql`create table public.said (word text primary key)`;
  wire = await openCutWire(new URL(db.url));
  pool = postgres(wire.url, { max: 1, onnotice: () => undefined });
});
afterEach(async () => {
  await pool.end({ timeout: 1 });
  await wire.close();
  await db.close();
});

const said = async () => (await db.sql`select word from public.said order by word`).map((row) => row['word']);
const closed = { code: 'CONNECTION_CLOSED' };

it('late queries of a lost transaction reach neither the table nor the transaction that uses its connection next', async () => {
  let next: Promise<unknown> | undefined;
  let opened: (() => void) | undefined;
  const nextIsOpen = new Promise<void>((resolve) => (opened = resolve));
  let lastWord: Promise<unknown> | undefined;

  const lost = pool.begin(async (tx) => {
    await tx`insert into public.said values ('before')`;
    next = pool.begin(async (other) => {
      await other`insert into public.said values ('next')`;
      opened?.();
      // The lost transaction's holder queries while this one is open, and tries to roll back.
      await expect(lastWord).rejects.toMatchObject(closed);
      await other`insert into public.said values ('last')`;
    });
    wire.cut();
    lastWord = nextIsOpen.then(() => tx`insert into public.said values ('after')`);
    await lastWord;
  });

  await expect(lost).rejects.toMatchObject(closed);
  await next;
  expect(await said()).toEqual(['last', 'next']);
});

it('the same holds for a reserved connection, whose release does not free a connection that another holds', async () => {
  const kept = await pool.reserve();
  await kept`begin`;
  await kept`insert into public.said values ('before')`;
  const waiting = pool.reserve();
  wire.cut();

  const next = await waiting;
  await next`begin`;
  await expect(kept`insert into public.said values ('after')`).rejects.toMatchObject(closed);
  kept.release();
  // Another statement would now run in the open transaction and be rolled back with it.
  const outside = pool`insert into public.said values ('outside')`.execute();
  await next`insert into public.said values ('next')`;
  await next`rollback`;
  next.release();
  await outside;
  expect(await said()).toEqual(['outside']);
});

it('a statement still buffered when the connection is lost does not reach the next one', async () => {
  const kept = await pool.reserve();
  await kept`select 1`;
  wire.cut();
  // One is large enough to be written at once, the other small enough to be buffered.
  for (const word of ['x'.repeat(2000), 'small']) {
    await expect(kept`select ${word}::text`).rejects.toMatchObject({ code: /^(CONNECTION_CLOSED|ECONNRESET|EPIPE)$/ });
  }
  kept.release();
  expect([...(await pool`select 1 as one`)]).toEqual([{ one: 1 }]);
});

it("a reservation succeeds although the connection's first queries are cut off", async () => {
  wire.cutAt('pg_type');
  const kept = await pool.reserve();
  expect([...(await kept`select 1 as one`)]).toEqual([{ one: 1 }]);
  kept.release();
  expect(wire.cuts).toBe(1);
});

/** A proxy to the database whose connections a test can cut. */
interface CutWire {
  readonly url: string;
  /** Number of connections that `cutAt` cut. */
  readonly cuts: number;
  /** Ends every connection. */
  cut(): void;
  /** Ends the first connection whose query contains `text`, before the query reaches the database. */
  cutAt(text: string): void;
  close(): Promise<void>;
}

async function openCutWire(database: URL): Promise<CutWire> {
  const sockets = new Set<Socket>();
  let awaited: string | undefined;
  let cuts = 0;
  const server: Server = createServer((near) => {
    const far = connect(Number(database.port), database.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => (near.destroy(), far.destroy(), sockets.delete(socket)));
    }
    near.on('data', (bytes) => {
      if (awaited !== undefined && bytes.includes(awaited)) {
        awaited = undefined;
        cuts += 1;
        near.destroy();
      } else far.write(bytes);
    });
    far.on('data', (bytes) => near.write(bytes));
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
    cutAt: (text) => (awaited = text),
    close: async () => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
      await once(server, 'close');
    },
  };
}
