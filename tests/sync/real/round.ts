import { randomInt } from 'node:crypto';
import { tableNames } from '../../../sync/model/tables.ts';
import { brokenLedgers, createTrack } from '../../../supabase/tests/scene.ts';
import { connect, createPerson } from '../../../supabase/tests/social-scene.ts';
import type { TestDatabase } from '../../support/postgres.ts';
import { Tally } from '../simulation/tally.ts';
import { MemoryDevice } from './memory-device.ts';
import { countEffects } from './planted-sql.ts';
import { noFaults, SqlTransport, type FaultRates } from './sql-transport.ts';
import { killUntil, writeUntil } from './writers.ts';

const frequentFaults: FaultRates = {
  dropRequest: 0.08,
  loseResponse: 0.1,
  duplicate: 0.1,
  dieBeforeCommit: 0.1,
  dieAfterCommit: 0.1,
};
const WRITERS = 6;
/** Longest time until everything has settled. The devices' clocks run fifty times faster. */
const HEAL_MS = 15_000;

export interface RoundOptions {
  /** Duration of the faults. */
  ms: number;
  healMs?: number;
  afterPush?: string;
  killsBackends?: boolean;
  pageRows?: number;
}

export interface Round {
  problems: string[];
  tally: Tally;
}

/**
 * Runs devices and writers with faults. Then everything heals, and each store must equal the server's state (SY-26).
 * @returns what is wrong, and how often each event occurred
 */
export async function runRound(
  db: TestDatabase,
  { ms, healMs = HEAL_MS, afterPush = '', killsBackends = true, pageRows = 25 }: RoundOptions,
): Promise<Round> {
  const tally = new Tally();
  await countEffects(db.sql);
  let faultRates = frequentFaults;
  const [ann, ben] = [
    await createPerson(db, { name: 'Ann', earned: 9_000 }),
    await createPerson(db, { name: 'Ben', earned: 30 }),
  ];
  const dan = await createPerson(db, { name: 'Dan', earned: 0 });
  await connect(db, ann, ben);
  const transports: SqlTransport[] = [];
  const device = (user: string) => {
    const transport = new SqlTransport(db.url, user, () => faultRates, tally, afterPush, pageRows);
    transports.push(transport);
    return new MemoryDevice(user, transport, tally);
  };
  const [phone, laptop, tablet, radio] = [device(ann), device(ann), device(ben), device(dan)];
  const passiveDevice = device(dan);
  const devices = [phone, laptop, tablet, radio, passiveDevice];
  for (const each of devices) each.lead();

  const artist = await db.createUser();
  const playable = await Promise.all(Array.from({ length: 90 }, () => createTrack(db, artist)));
  const owners = await Promise.all(Array.from({ length: WRITERS }, () => db.createUser()));
  const owned = await Promise.all(
    owners.map((owner) => Promise.all(Array.from({ length: 8 }, () => createTrack(db, owner)))),
  );

  const end = Date.now() + ms;
  const isOver = () => Date.now() > end;
  const writers = owners.map((owner, at) => writeUntil(isOver, db.url, owner, owned[at] ?? [], tally));
  const killer = killsBackends ? killUntil(isOver, db.sql, tally) : Promise.resolve();
  const people = (async () => {
    const start = Date.now() - 90 * 31_000;
    for (let at = 0; !isOver(); at++) {
      const now = new Date().toISOString();
      const track = playable[at % playable.length] ?? '';
      if (at < playable.length) {
        const heardAt = new Date(start + at * 31_000).toISOString();
        radio.add('play.record', 'plays', { track_id: track, progress_ms: 30_000, is_manual: true }, heardAt);
      }
      const from = [phone, laptop, tablet][at % 3] ?? phone;
      const partner = from === tablet ? ann : ben;
      const content = { message_id: crypto.randomUUID(), partner_id: partner, content: `Message ${at}` };
      // More messages a minute would exceed the rate limit.
      if (at < 60) from.add('message.send', `conversation:${partner}`, content, now);
      if (at % 4 === 0) phone.add('profile.update', 'profile', { artist_name: `Ann ${at}` }, now);
      if (at % 3 === 0) laptop.add('vote.cast', `vote:${track}`, { track_id: track, weight: 1 + (at % 5) }, now);
      if (randomInt(6) === 0) devices[randomInt(devices.length)]?.crash();
      if (randomInt(10) === 0) devices[randomInt(devices.length)]?.lead();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  await Promise.all([...writers, killer, people]);

  faultRates = noFaults;
  for (const each of devices) each.crash();
  const problems = await waitUntilSettled(db, devices, healMs);
  problems.push(...(await checkEffects(db, devices, radio, tally)));
  for (const device of devices) {
    tally.add('actions accepted', device.accepted.length);
    tally.add('rows compared', device.rows().size);
    if (device.foreignRows.length > 0)
      problems.push(`rows of another person were stored: ${device.foreignRows.join(', ')}`);
    device.stop();
  }
  await Promise.all(transports.map((transport) => transport.close()));
  return { problems, tally };
}

async function waitUntilSettled(db: TestDatabase, devices: readonly MemoryDevice[], healMs: number): Promise<string[]> {
  const end = Date.now() + healMs;
  for (;;) {
    const problems: string[] = [];
    for (const device of devices) {
      const pending = device.records.filter((record) => record.state.kind !== 'dead');
      if (pending.length > 0) problems.push(`${pending.length} actions pending: ${JSON.stringify(pending[0])}`);
      for (const record of device.records)
        if (record.state.kind === 'dead') problems.push(`refused: ${JSON.stringify(record)}`);
      const wrong = difference(device, await visibleRows(db, device.user));
      if (wrong !== null) problems.push(wrong);
    }
    if (problems.length === 0 || Date.now() > end) return problems;
    for (const device of devices) device.poke();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Revs, by table and id, of the rows that the row policies let the user read. Found without a pull. */
async function visibleRows(db: TestDatabase, user: string): Promise<Map<string, number>> {
  const selects = tableNames.map((table) => {
    const id = table === 'user_balances' || table === 'user_stats' ? 'user_id' : 'id';
    return `select '${table}/' || ${id} as key, rev::int as rev from public.${table}`;
  });
  const rows = await db
    .asUser(user)
    .run((tx) => tx.unsafe<{ key: string; rev: number }[]>(selects.join(' union all ')));
  return new Map(rows.map(({ key, rev }) => [key, rev]));
}

function difference(device: MemoryDevice, expected: ReadonlyMap<string, number>): string | null {
  const stored = device.rows();
  for (const [key, rev] of expected) {
    const entry = stored.get(key);
    if (!entry?.row || entry.rev !== rev) return `${key} is at rev ${entry?.row ? entry.rev : 'none'}, not ${rev}`;
  }
  for (const [key, { row }] of stored) if (row && !expected.has(key)) return `${key} is there and may not be`;
  return null;
}

/** Each accepted action must have one effect and one log line, in the order of its lane (SY-9, SY-15). */
async function checkEffects(
  db: TestDatabase,
  devices: readonly MemoryDevice[],
  radio: MemoryDevice,
  tally: Tally,
): Promise<string[]> {
  const problems: string[] = [];
  const all = devices.flatMap((device) => device.accepted.map((action) => ({ ...action, user: device.user, device })));
  const log = await db.sql<{ id: string; kind: string; status: string; xid: string }[]>`
    select action_id as id, kind, status, row_xid::text as xid from public.action_log`;
  const logged = new Map(log.map((line) => [line.id, line]));
  const last = new Map<string, bigint>();
  for (const { id, lane, kind, device } of all) {
    const line = logged.get(id);
    // Of several queued votes on a track, only the last is sent.
    if (!line && kind === 'vote.cast') continue;
    if (line?.status !== 'applied') problems.push(`${kind} ${id} is ${line?.status ?? 'not in the log'}`);
    const key = `${devices.indexOf(device)} ${lane}`;
    const xid = BigInt(line?.xid ?? 0);
    if (xid < (last.get(key) ?? 0n)) problems.push(`${id} overtook another in the lane ${lane}`);
    last.set(key, xid);
  }
  const effects = await db.sql<{ id: string; count: number }[]>`
    select action_id as id, count(*)::int as count from private.effects_seen group by 1`;
  const effectCounts = new Map(effects.map(({ id, count }) => [id, count]));
  for (const { id } of log) {
    tally.add('effects expected');
    tally.add('effects found', effectCounts.get(id) ?? 0);
    if (effectCounts.get(id) !== 1) problems.push(`${id} had ${effectCounts.get(id) ?? 0} effects`);
  }
  const [sent] = await db.sql<{ count: number }[]>`select count(*)::int as count from public.messages`;
  const messages = all.filter(({ kind }) => kind === 'message.send').length;
  if (sent?.count !== messages) problems.push(`${sent?.count} messages for ${messages} that were sent`);
  const plays = radio.accepted.length;
  const [playTotals] = await db.sql<{ listened: number; rows: number; counted: number }[]>`
    select b.total_listen_ms::int as listened, (select count(*)::int from public.track_plays p where p.user_id = b.user_id) as rows,
      (select sum(t.play_count)::int from public.tracks t) as counted
    from public.user_balances b where b.user_id = ${radio.user}`;
  if (playTotals?.listened !== plays * 30_000 || playTotals.rows !== plays || playTotals.counted !== plays) {
    problems.push(`${JSON.stringify(playTotals)} for ${plays} plays of 30 s`);
  }
  const broken = await brokenLedgers(db);
  if (broken.length > 0) problems.push(`balances that differ from their ledger: ${JSON.stringify(broken)}`);
  return problems;
}
