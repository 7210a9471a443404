import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pullResponse } from '../../sync/model/wire.ts';
import { MemoryDevice } from '../../tests/sync/real/memory-device.ts';
import { noFaults, SqlTransport } from '../../tests/sync/real/sql-transport.ts';
import { Tally } from '../../tests/sync/simulation/tally.ts';
import { keepPostgres } from '../local/postgres/keep-postgres.ts';
import { readPostmasterPid } from '../local/postgres/pid-file.ts';
import { noteRun, prepareDatabase } from '../local/postgres/prepare-database.ts';
import { startPostgres, type RunningPostgres } from '../local/postgres/start-postgres.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function makeFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'undercurrent-restored-'));
  closers.push(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

const connect = (url: string, max = 1) => postgres(url, { max, onnotice: () => undefined });

async function ask<T extends object = Record<string, unknown>>(url: string, query: string): Promise<T[]> {
  const sql = connect(url);
  try {
    return [...(await sql.unsafe<T[]>(query))];
  } finally {
    await sql.end({ timeout: 5 });
  }
}

const createPerson = (id: string) => `
  insert into auth.users (id, email, email_confirmed_at, created_at)
    values ('${id}', '${id}@example.com', now(), '2020-01-01')`;
const createTrack = (id: string, owner: string) => `
  insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed)
    values ('${id}', '${owner}', 'A track', 'Somebody', 'House', '${id}', 1, 1, true)`;
const whereItIs = 'select pg_current_xact_id()::text::bigint as xid, pg_current_wal_flush_lsn() as lsn';

/** Copies a server's folder to another place so that the copy is usable. */
type BackUp = (running: RunningPostgres, dir: string, aside: string) => Promise<RunningPostgres>;

const backUpStopped: BackUp = async (running, dir, aside) => {
  await running.stop();
  await cp(dir, aside, { recursive: true });
  return await start(dir);
};

/** With the low-level backup API: the run continues, and the copy needs recovery. */
const backUpRunning: BackUp = async (running, dir, aside) => {
  const sql = connect(running.url);
  await sql`select pg_backup_start('copy', true)`;
  await cp(dir, aside, { recursive: true, filter: (path) => !path.endsWith('/postmaster.pid') });
  const [label] = await sql<{ labelfile: string }[]>`select labelfile from pg_backup_stop(false)`;
  await cp(join(dir, 'cluster/pg_wal'), join(aside, 'cluster/pg_wal'), { recursive: true });
  await writeFile(join(aside, 'cluster/backup_label'), label?.labelfile ?? '');
  await sql.end();
  return running;
};

/** As the stack starts it. */
async function start(dir: string): Promise<RunningPostgres> {
  const running = await startPostgres({ dataDir: dir });
  closers.push(() => running.stop());
  await prepareDatabase(running.url);
  return running;
}

describe('A data folder that was copied back', () => {
  for (const [way, backUp] of [
    ['stopped', backUpStopped],
    ['running', backUpRunning],
  ] as const) {
    it(
      `[SY-8] [G-7] that was copied ${way} is detected by the next pull of each device that saw more, and of no other`,
      { timeout: 120_000 },
      async () => {
        const [dir, aside] = [await makeFolder(), join(await makeFolder(), 'aside')];
        let running = await start(dir);
        const [artist, kept, ghost, fresh] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
        const [ann, ben] = [randomUUID(), randomUUID()];
        await ask(running.url, [artist, ann, ben].map(createPerson).join(';'));
        await ask(running.url, createTrack(kept, artist));

        const devices = [ann, ben].map((user) => {
          const transport = {
            pull: (...request: Parameters<SqlTransport['pull']>) => door.pull(...request),
            push: (...request: Parameters<SqlTransport['push']>) => door.push(...request),
          };
          let door = new SqlTransport(running.url, user, () => noFaults, new Tally());
          const device = new MemoryDevice(user, transport, new Tally());
          closers.push(async () => {
            device.stop();
            await door.close();
          });
          const move = async (url: string) => {
            await door.close();
            door = new SqlTransport(url, user, () => noFaults, new Tally());
          };
          return { device, move };
        });
        const [phone, tablet] = devices;
        if (!phone || !tablet) throw new Error('two devices');
        const tracks = ({ device }: typeof phone) =>
          [...device.rows()]
            .flatMap(([key, { row }]) => (row && key.startsWith('tracks/') ? [key.slice(7)] : []))
            .sort();
        const shows = (one: typeof phone, ids: string[]) =>
          vi.waitFor(
            () => {
              one.device.poke();
              expect(tracks(one)).toEqual([...ids].sort());
            },
            { timeout: 20_000, interval: 100 },
          );
        for (const one of devices) one.device.lead();
        for (const one of devices) await shows(one, [kept]);
        tablet.device.stop();

        running = await backUp(running, dir, aside);
        await phone.move(running.url);
        // The future that the restore loses: a track, and the phone's actions on it.
        await ask(running.url, createTrack(ghost, artist));
        await shows(phone, [kept, ghost]);
        const [lost] = await ask<{ xid: string; lsn: string }>(running.url, whereItIs);
        await running.stop();
        const at = new Date().toISOString();
        phone.device.add('profile.update', 'profile', { bio: 'Said while the server was away' }, at);

        await rm(dir, { recursive: true });
        await cp(aside, dir, { recursive: true });
        running = await start(dir);
        // Advance transaction ids and WAL positions beyond those that the phone has seen.
        await ask(running.url, createTrack(fresh, artist));
        const sql = connect(running.url);
        for (;;) {
          const [now] = await sql<{ is_past: boolean }[]>`
            select pg_current_xact_id()::text::bigint > ${lost?.xid ?? 0}::bigint + 100
              and pg_current_wal_flush_lsn() > ${lost?.lsn ?? ''}::pg_lsn as is_past`;
          if (now?.is_past) break;
          await sql`select pg_logical_emit_message(true, 'overtake', repeat('x', 100000))`;
        }
        await sql.end();

        for (const one of devices) await one.move(running.url);
        await shows(phone, [kept, fresh]);
        expect(phone.device.cursor.generation).toBe(1);
        await vi.waitFor(() => expect(phone.device.records).toEqual([]), { timeout: 20_000 });
        const [profile] = await ask(running.url, `select bio from public.user_profiles where id = '${ann}'`);
        expect(profile).toEqual({ bio: 'Said while the server was away' });

        // The tablet was away, saw nothing of the lost future, and keeps its replica.
        tablet.device.lead();
        await shows(tablet, [kept, fresh]);
        expect(tablet.device.cursor.generation).toBe(0);
      },
    );
  }
});

describe('A server that restarts', () => {
  it(
    '[SY-8] [G-7] is never taken for a restored one, killed or stopped while it writes',
    { timeout: 240_000 },
    async () => {
      const dir = await makeFolder();
      const user = randomUUID();
      const marks: string[] = [];
      let isPrepared = false;
      for (let round = 0; round < 3; round++) {
        const logLines: string[] = [];
        let url = '';
        const server = await keepPostgres({
          dataDir: dir,
          log: (line) => logLines.push(line),
          onLost: (line) => logLines.push(line),
          onBack: () => void noteRun(url).then(() => logLines.push('The run is noted.')),
        });
        ({ url } = server);
        closers.push(() => server.stop());
        await prepareDatabase(url);
        if (!isPrepared) await ask(url, createPerson(user));
        isPrepared = true;
        for (const way of ['killed', 'stopped'] as const) {
          // Asynchronous commits are lost with the process; no mark may include them.
          const sql = connect(url, 4);
          const write = async (isPatient: boolean) => {
            for (;;)
              await sql.begin(async (tx) => {
                await tx`select set_config('synchronous_commit', ${isPatient ? 'on' : 'off'}, true),
                  pg_logical_emit_message(true, 'write', repeat('x', 5000))`;
              });
          };
          const pullUntil = async () => {
            for (;;) marks.push((await pull(sql, user, [])).mark ?? 'no mark');
          };
          const work = [write(true), write(false), pullUntil()].map((one) => one.catch(() => 'cut off'));
          const before = marks.length;
          await vi.waitFor(() => expect(marks.length).toBeGreaterThan(before + 50), { timeout: 20_000 });
          if (way === 'killed') {
            process.kill(readPostmasterPid(join(dir, 'cluster')) ?? Number.NaN, 'SIGKILL');
            await vi.waitFor(() => expect(logLines).toContain('The run is noted.'), { timeout: 60_000, interval: 100 });
          } else await server.stop();
          await sql.end({ timeout: 0 });
          expect(await Promise.all(work)).toEqual(['cut off', 'cut off', 'cut off']);
          if (way === 'stopped') continue;
          await expectAllTrue(url, user, marks);
        }
      }
      const last = await start(dir);
      await expectAllTrue(last.url, user, marks);
      expect(new Set(marks.map((mark) => mark.split('.')[0])).size).toBe(6);
    },
  );
});

async function pull(sql: postgres.Sql, user: string, marks: readonly string[]) {
  const p = { v: 1, epoch: null, since: '0', after: null, tables: [], pending: [], marks, limit: 1 };
  const claims = JSON.stringify({ sub: user, role: 'authenticated' });
  const [row] = await sql.begin(
    (tx) => tx`
      select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true),
        public.sync_pull(${JSON.stringify(p)}::text::jsonb) as page`,
  );
  return pullResponse.parse(row?.['page']);
}

async function expectAllTrue(url: string, user: string, marks: readonly string[]): Promise<void> {
  const sql = connect(url);
  try {
    for (let from = 0; from < marks.length; from += 10)
      expect((await pull(sql, user, marks.slice(from, from + 10))).reset).toBeUndefined();
  } finally {
    await sql.end({ timeout: 5 });
  }
}
