import { randomInt } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PullCursor, PullResponse } from '../../sync/model/wire.ts';
import { type TestDatabase, openTestDatabase } from '../../tests/support/postgres.ts';
import { allTables, brokenLedgers, createTrack, play, pull, push } from './scene.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(async () => {
  await db.close();
});

/** A minimal replica that follows SY-6 and SY-12. */
class Replica {
  readonly rows = new Map<string, { rev: number; row: Record<string, unknown> | null }>();
  readonly acknowledged = new Set<string>();
  private since = '0';
  private epoch: string | null = null;

  constructor(private readonly user: string) {}

  async cycle(limit: number, pending: readonly string[] = []): Promise<void> {
    let after: PullCursor | null = null;
    let firstFloor: string | null = null;
    do {
      const page: PullResponse = await pull(db.asUser(this.user), {
        epoch: this.epoch,
        since: this.since,
        after,
        limit,
        pending: [...pending],
      });
      firstFloor ??= page.floor;
      for (const { t, row } of page.rows) this.put(`${t} ${row.id}`, row.rev, row);
      for (const { t, id, rev } of page.gone) this.put(`${t} ${id}`, rev, null);
      for (const ack of page.acks) this.acknowledged.add(ack.id);
      this.epoch = page.epoch;
      after = page.next;
    } while (after !== null);
    this.since = firstFloor;
  }

  visible(): [string, number][] {
    return [...this.rows]
      .filter(([, entry]) => entry.row !== null)
      .map(([key, entry]): [string, number] => [key, entry.rev])
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
  }

  private put(key: string, rev: number, row: Record<string, unknown> | null): void {
    if (rev > (this.rows.get(key)?.rev ?? 0)) this.rows.set(key, { rev, row });
  }
}

/** The rows that the row policies show a person, read without a pull. */
async function visibleRows(user: string): Promise<[string, number][]> {
  const rows = await db.asUser(user).run((tx) =>
    tx.unsafe<{ key: string; rev: number }[]>(
      allTables
        .map((table) => {
          const id = table === 'user_balances' || table === 'user_stats' ? 'user_id' : 'id';
          return `select '${table} ' || ${id} as key, rev::int as rev from public.${table}`;
        })
        .join(' union all '),
    ),
  );
  return rows.map(({ key, rev }): [string, number] => [key, rev]).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

const rolledBack = new Error('rolled back on purpose');

async function writeRandomly(owner: string, trackIds: string[]): Promise<void> {
  const randomTrack = () => trackIds[randomInt(trackIds.length)] ?? '';
  const changes: ((tx: postgres.TransactionSql) => Promise<unknown>)[] = [
    (tx) => tx`update public.tracks set title = ${`Title ${randomInt(1e6)}`} where id = ${randomTrack()}`,
    (tx) => tx`update public.tracks set is_public = not is_public where id = ${randomTrack()}`,
    (tx) => tx`delete from public.tracks where id = ${randomTrack()}`,
    (tx) => tx`update public.tracks set deleted_at = null where id = ${randomTrack()}`,
    (tx) => tx`update public.user_profiles set privacy_setting =
                 case privacy_setting when 'public' then 'friends_only' else 'public' end where id = ${owner}`,
    (
      tx,
    ) => tx`insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed)
               select gen_random_uuid(), ${owner}, 'New', 'Someone', 'House', gen_random_uuid()::text, 180000, 1, true`,
  ];
  try {
    await db.sql.begin(async (tx) => {
      for (let step = randomInt(1, 6); step > 0; step -= 1) {
        await changes[randomInt(changes.length)]?.(tx);
        await tx`select 1`;
      }
      if (randomInt(5) === 0) throw rolledBack;
    });
  } catch (error) {
    // Two transactions may add the same new search words in opposite orders; PostgreSQL then rolls one back.
    const isDeadlock = error instanceof postgres.PostgresError && error.code === '40P01';
    if (error !== rolledBack && !isDeadlock) throw error;
  }
}

describe('a hostile round', () => {
  it('[SY-6] [SY-13] [SY-26] ends with a replica equal to the visible rows, despite overlapping writers and pages of every size', async () => {
    const fan = await db.createUser();
    const artist = await db.createUser();
    const playable = await Promise.all(Array.from({ length: 40 }, () => createTrack(db, artist)));
    const replica = new Replica(fan);
    const sent: string[] = [];
    /** Plays by UTC day. The round may cross midnight. */
    const days = new Map<string, number>();
    let isWorking = true;

    const writers = Array.from({ length: 6 }, async () => {
      const owner = await db.createUser();
      const trackIds = await Promise.all(Array.from({ length: 8 }, () => createTrack(db, owner)));
      for (let round = 0; round < 120; round += 1) await writeRandomly(owner, trackIds);
    });
    const listener = (async () => {
      const start = Date.now() - 40 * 60_000;
      for (const [index, track] of playable.entries()) {
        const at = new Date(start + index * 31_000).toISOString();
        const action = play(track, { at });
        sent.push(action.id);
        days.set(at.slice(0, 10), (days.get(at.slice(0, 10)) ?? 0) + 1);
        const [result] = await push(db.asUser(fan), [action]);
        expect(result?.status).toBe('applied');
        if (index % 3 === 0) await push(db.asUser(fan), [action]);
      }
    })();
    const puller = (async () => {
      let cycles = 0;
      while (isWorking || cycles < 3) {
        await replica.cycle(randomInt(1, 40), sent.slice(-200));
        // Acknowledged actions are visible (SY-13), so the replica has a row for each acknowledged play.
        const plays = [...replica.rows.keys()].filter((key) => key.startsWith('track_plays ')).length;
        expect(replica.acknowledged.size).toBeLessThanOrEqual(plays);
        cycles += 1;
      }
    })();

    const finished = Promise.all([...writers, listener]).finally(() => {
      isWorking = false;
    });
    await Promise.all([finished, puller]);
    await replica.cycle(1000, sent);

    expect(replica.visible()).toEqual(await visibleRows(fan));
    expect(replica.acknowledged).toEqual(new Set(sent));
    expect(await brokenLedgers(db)).toEqual([]);
    // The first ten plays of each day, and one more for the very first (S-7).
    const zaps = [...days.values()].reduce((sum, plays) => sum + Math.min(plays, 10), 1);
    expect([
      ...(await db.sql`select zaps, total_zaps_earned from public.user_balances where user_id = ${fan}`),
    ]).toEqual([{ zaps, total_zaps_earned: zaps }]);
  });

  it('[SY-9] [SY-26] applies each action exactly once although backends die before and after the commit', async () => {
    const artist = await db.createUser();
    const tracks = await Promise.all(Array.from({ length: 12 }, () => createTrack(db, artist)));
    const fans = await Promise.all(Array.from({ length: 4 }, () => db.createUser()));
    const outcomes: string[] = [];

    await Promise.all(
      fans.map(async (fan) => {
        const start = Date.now() - 20 * 60_000;
        for (const [index, track] of tracks.entries()) {
          const action = play(track, { at: new Date(start + index * 31_000).toISOString() });
          const moment = index % 2 === 0 ? 'before the commit' : 'after the commit';
          outcomes.push(await pushAndTerminate(fan, action, moment));
          const [logged] = await db.sql`select status from public.action_log where action_id = ${action.id}`;
          expect(logged?.['status']).toBe(moment === 'after the commit' ? 'applied' : undefined);
          expect((await push(db.asUser(fan), [action]))[0]?.status).toBe('applied');
        }
      }),
    );

    expect(outcomes).toEqual(Array(fans.length * tracks.length).fill('connection lost'));
    expect([...(await db.sql`select distinct play_count from public.tracks where id in ${db.sql(tracks)}`)]).toEqual([
      { play_count: fans.length },
    ]);
    expect(await brokenLedgers(db)).toEqual([]);
  });
});

async function pushAndTerminate(
  user: string,
  action: unknown,
  moment: 'before the commit' | 'after the commit',
): Promise<string> {
  const client = postgres(db.url, { max: 1, onnotice: () => undefined });
  const claims = JSON.stringify({ sub: user, role: 'authenticated' });
  const terminate = 'select pg_terminate_backend(pg_backend_pid());';
  const text = `
    begin;
    select set_config('request.jwt.claims', '${claims}', true), set_config('role', 'authenticated', true);
    select public.sync_push('${JSON.stringify([action])}'::jsonb);
    set local role none;
    ${moment === 'before the commit' ? `${terminate} commit;` : `commit; ${terminate}`}
    select 1;`;
  try {
    await client.unsafe(text).simple();
    return 'answered';
  } catch {
    return 'connection lost';
  } finally {
    await client.end({ timeout: 0 });
  }
}
