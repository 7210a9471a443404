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
import { prepareDatabase, recordPostgresRun } from '../local/postgres/prepare-database.ts';
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

async function runQuery<T extends object = Record<string, unknown>>(url: string, query: string): Promise<T[]> {
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
const currentPosition = 'select pg_current_xact_id()::text::bigint as xid, pg_current_wal_flush_lsn() as lsn';

type BackUp = (running: RunningPostgres, dir: string, copyDir: string) => Promise<RunningPostgres>;

const backUpStopped: BackUp = async (running, dir, copyDir) => {
  await running.stop();
  await cp(dir, copyDir, { recursive: true });
  return await start(dir);
};

/** Copies the folder by the low-level backup API: the server keeps running, and the copy needs recovery. */
const backUpRunning: BackUp = async (running, dir, copyDir) => {
  const sql = connect(running.url);
  await sql`select pg_backup_start('copy', true)`;
  await cp(dir, copyDir, { recursive: true, filter: (path) => !path.endsWith('/postmaster.pid') });
  const [label] = await sql<{ labelfile: string }[]>`select labelfile from pg_backup_stop(false)`;
  await cp(join(dir, 'cluster/pg_wal'), join(copyDir, 'cluster/pg_wal'), { recursive: true });
  await writeFile(join(copyDir, 'cluster/backup_label'), label?.labelfile ?? '');
  await sql.end();
  return running;
};

async function start(dir: string): Promise<RunningPostgres> {
  const running = await startPostgres({ dataDir: dir });
  closers.push(() => running.stop());
  await prepareDatabase(running.url);
  return running;
}

describe('A data folder that was copied back', () => {
  for (const [state, backUp] of [
    ['stopped', backUpStopped],
    ['running', backUpRunning],
  ] as const) {
    it(
      `[SY-8] [G-7] is detected by the next pull of each device that saw a later state, and of no other (copied while ${state})`,
      { timeout: 120_000 },
      async () => {
        const [dir, copyDir] = [await makeFolder(), join(await makeFolder(), 'aside')];
        let running = await start(dir);
        const [artist, keptTrack, lostTrack, newTrack] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
        const [ann, ben] = [randomUUID(), randomUUID()];
        await runQuery(running.url, [artist, ann, ben].map(createPerson).join(';'));
        await runQuery(running.url, createTrack(keptTrack, artist));

        const devices = [ann, ben].map((user) => {
          const transport = {
            pull: (...request: Parameters<SqlTransport['pull']>) => sqlTransport.pull(...request),
            push: (...request: Parameters<SqlTransport['push']>) => sqlTransport.push(...request),
          };
          let sqlTransport = new SqlTransport(running.url, user, () => noFaults, new Tally());
          const device = new MemoryDevice(user, transport, new Tally());
          closers.push(async () => {
            device.stop();
            await sqlTransport.close();
          });
          const reconnect = async (url: string) => {
            await sqlTransport.close();
            sqlTransport = new SqlTransport(url, user, () => noFaults, new Tally());
          };
          return { device, reconnect };
        });
        const [phone, tablet] = devices;
        if (!phone || !tablet) throw new Error('there must be two devices');
        const tracks = ({ device }: typeof phone) =>
          [...device.rows()]
            .flatMap(([key, { row }]) => (row && key.startsWith('tracks/') ? [key.slice(7)] : []))
            .sort();
        const expectTracks = (each: typeof phone, ids: string[]) =>
          vi.waitFor(
            () => {
              each.device.poke();
              expect(tracks(each)).toEqual([...ids].sort());
            },
            { timeout: 20_000, interval: 100 },
          );
        for (const each of devices) each.device.lead();
        for (const each of devices) await expectTracks(each, [keptTrack]);
        tablet.device.stop();

        running = await backUp(running, dir, copyDir);
        await phone.reconnect(running.url);
        // The restore loses this track, which the phone has pulled.
        await runQuery(running.url, createTrack(lostTrack, artist));
        await expectTracks(phone, [keptTrack, lostTrack]);
        const [lost] = await runQuery<{ xid: string; lsn: string }>(running.url, currentPosition);
        await running.stop();
        const at = new Date().toISOString();
        phone.device.add('profile.update', 'profile', { bio: 'Said while the server was away' }, at);

        await rm(dir, { recursive: true });
        await cp(copyDir, dir, { recursive: true });
        running = await start(dir);
        // Advance transaction ids and WAL positions beyond those that the phone knows.
        await runQuery(running.url, createTrack(newTrack, artist));
        const sql = connect(running.url);
        for (;;) {
          const [now] = await sql<{ is_past: boolean }[]>`
            select pg_current_xact_id()::text::bigint > ${lost?.xid ?? 0}::bigint + 100
              and pg_current_wal_flush_lsn() > ${lost?.lsn ?? ''}::pg_lsn as is_past`;
          if (now?.is_past) break;
          await sql`select pg_logical_emit_message(true, 'overtake', repeat('x', 100000))`;
        }
        await sql.end();

        for (const each of devices) await each.reconnect(running.url);
        await expectTracks(phone, [keptTrack, newTrack]);
        expect(phone.device.cursor.generation).toBe(1);
        await vi.waitFor(() => expect(phone.device.records).toEqual([]), { timeout: 20_000 });
        const [profile] = await runQuery(running.url, `select bio from public.user_profiles where id = '${ann}'`);
        expect(profile).toEqual({ bio: 'Said while the server was away' });

        // The tablet pulled nothing of the lost history, so it keeps its replica.
        tablet.device.lead();
        await expectTracks(tablet, [keptTrack, newTrack]);
        expect(tablet.device.cursor.generation).toBe(0);
      },
    );
  }
});

describe('A server that restarts', () => {
  it(
    '[SY-8] [G-7] is not taken for a restored one by devices whose floor it still has, whether it was killed or stopped while it wrote',
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
          onBack: () => void recordPostgresRun(url).then(() => logLines.push('The run is noted.')),
        });
        ({ url } = server);
        closers.push(() => server.stop());
        await prepareDatabase(url);
        if (!isPrepared) await runQuery(url, createPerson(user));
        isPrepared = true;
        for (const ending of ['killed', 'stopped'] as const) {
          // Asynchronous commits are lost with the process, so no mark may include them.
          const sql = connect(url, 4);
          const write = async (isSynchronous: boolean) => {
            for (;;)
              await sql.begin(async (tx) => {
                await tx`select set_config('synchronous_commit', ${isSynchronous ? 'on' : 'off'}, true),
                  pg_logical_emit_message(true, 'write', repeat('x', 5000))`;
              });
          };
          const pullUntil = async () => {
            for (;;) marks.push((await pull(sql, user, [])).mark ?? 'no mark');
          };
          const work = [write(true), write(false), pullUntil()].map((task) => task.catch(() => 'cut off'));
          const before = marks.length;
          await vi.waitFor(() => expect(marks.length).toBeGreaterThan(before + 50), { timeout: 90_000 });
          if (ending === 'killed') {
            process.kill(readPostmasterPid(join(dir, 'cluster')) ?? Number.NaN, 'SIGKILL');
            await vi.waitFor(() => expect(logLines).toContain('The run is noted.'), { timeout: 60_000, interval: 100 });
          } else await server.stop();
          await sql.end({ timeout: 0 });
          expect(await Promise.all(work)).toEqual(['cut off', 'cut off', 'cut off']);
          if (ending === 'stopped') continue;
          await expectOnlyLostFloorsRefuted(url, user, marks);
        }
      }
      const last = await start(dir);
      await expectOnlyLostFloorsRefuted(last.url, user, marks);
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

/** A crash loses the ids of transactions that had not reached the WAL. Expects that only marks whose floor is a lost id are refuted. */
async function expectOnlyLostFloorsRefuted(url: string, user: string, marks: readonly string[]): Promise<void> {
  const sql = connect(url);
  try {
    const runs = await sql<{ id: string; end: string | null }[]>`
      select id, (lead(started_xid) over (order by number))::text as end from private.server_runs`;
    const ends = new Map(runs.map(({ id, end }) => [id, end]));
    const isLost = (mark: string) => {
      const [run = '', , floor = ''] = mark.split('.');
      return BigInt(floor) > BigInt(ends.get(run) ?? floor);
    };
    const kept = marks.filter((mark) => !isLost(mark));
    for (let from = 0; from < kept.length; from += 10)
      expect((await pull(sql, user, kept.slice(from, from + 10))).reset).toBeUndefined();
    for (const mark of marks.filter(isLost)) expect((await pull(sql, user, [mark])).reset).toBe('epoch');
  } finally {
    await sql.end({ timeout: 5 });
  }
}
