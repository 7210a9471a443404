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
      .filter(([, held]) => held.row !== null)
      .map(([key, held]): [string, number] => [key, held.rev])
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
  }

  private put(key: string, rev: number, row: Record<string, unknown> | null): void {
    if (rev > (this.rows.get(key)?.rev ?? 0)) this.rows.set(key, { rev, row });
  }
}

/** The rows that this user may see, by the row policies rather than the pull. */
async function truth(user: string): Promise<[string, number][]> {
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

/** A transaction of a few statements that stays open across several round trips; one in five rolls back. */
async function disturb(owner: string, mine: string[]): Promise<void> {
  const one = () => mine[randomInt(mine.length)] ?? '';
  const changes: ((tx: postgres.TransactionSql) => Promise<unknown>)[] = [
    (tx) => tx`update public.tracks set title = ${`Title ${randomInt(1e6)}`} where id = ${one()}`,
    (tx) => tx`update public.tracks set is_public = not is_public where id = ${one()}`,
    (tx) => tx`delete from public.tracks where id = ${one()}`,
    (tx) => tx`update public.tracks set deleted_at = null where id = ${one()}`,
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
    if (error !== rolledBack) throw error;
  }
}

describe('a hostile round', () => {
  it('[SY-6] [SY-13] [SY-26] ends with a replica equal to the truth, despite overlapping writers and pages of every size', async () => {
    const fan = await db.createUser();
    const artist = await db.createUser();
    const playable = await Promise.all(Array.from({ length: 40 }, () => createTrack(db, artist)));
    const replica = new Replica(fan);
    const sent: string[] = [];
    /** Plays per day: the round may begin before midnight (UTC) and end after it. */
    const days = new Map<string, number>();
    let working = true;

    const writers = Array.from({ length: 6 }, async () => {
      const owner = await db.createUser();
      const mine = await Promise.all(Array.from({ length: 8 }, () => createTrack(db, owner)));
      for (let round = 0; round < 120; round += 1) await disturb(owner, mine);
    });
    const listener = (async () => {
      const start = Date.now() - 40 * 60_000;
      for (const [index, track] of playable.entries()) {
        const at = new Date(start + index * 31_000).toISOString();
        const one = play(track, { at });
        sent.push(one.id);
        days.set(at.slice(0, 10), (days.get(at.slice(0, 10)) ?? 0) + 1);
        const [result] = await push(db.asUser(fan), [one]);
        expect(result?.status).toBe('applied');
        if (index % 3 === 0) await push(db.asUser(fan), [one]);
      }
    })();
    const puller = (async () => {
      let cycles = 0;
      while (working || cycles < 3) {
        await replica.cycle(randomInt(1, 40), sent.slice(-200));
        // Acknowledged actions are visible (SY-13): each applied play already has its row in the replica.
        const plays = [...replica.rows.keys()].filter((key) => key.startsWith('track_plays ')).length;
        expect(replica.acknowledged.size).toBeLessThanOrEqual(plays);
        cycles += 1;
      }
    })();

    const finished = Promise.all([...writers, listener]).finally(() => {
      working = false;
    });
    await Promise.all([finished, puller]);
    await replica.cycle(1000, sent);

    expect(replica.visible()).toEqual(await truth(fan));
    expect(replica.acknowledged).toEqual(new Set(sent));
    expect(await brokenLedgers(db)).toEqual([]);
    // The first ten plays of each day, and one more for the very first (S-7).
    const zaps = [...days.values()].reduce((sum, plays) => sum + Math.min(plays, 10), 1);
    expect([
      ...(await db.sql`select zaps, total_zaps_earned from public.user_balances where user_id = ${fan}`),
    ]).toEqual([{ zaps, total_zaps_earned: zaps }]);
  });

  it('[SY-9] [SY-26] has exactly one effect of each action while backends die before and after the commit', async () => {
    const artist = await db.createUser();
    const tracks = await Promise.all(Array.from({ length: 12 }, () => createTrack(db, artist)));
    const fans = await Promise.all(Array.from({ length: 4 }, () => db.createUser()));
    const deaths: string[] = [];

    await Promise.all(
      fans.map(async (fan) => {
        const start = Date.now() - 20 * 60_000;
        for (const [index, track] of tracks.entries()) {
          const one = play(track, { at: new Date(start + index * 31_000).toISOString() });
          const death = index % 2 === 0 ? 'before the commit' : 'after the commit';
          deaths.push(await pushAndDie(fan, one, death));
          const [logged] = await db.sql`select status from public.action_log where action_id = ${one.id}`;
          expect(logged?.['status']).toBe(death === 'after the commit' ? 'applied' : undefined);
          expect((await push(db.asUser(fan), [one]))[0]?.status).toBe('applied');
        }
      }),
    );

    expect(deaths).toEqual(Array(fans.length * tracks.length).fill('connection lost'));
    expect([...(await db.sql`select distinct play_count from public.tracks where id in ${db.sql(tracks)}`)]).toEqual([
      { play_count: fans.length },
    ]);
    expect(await brokenLedgers(db)).toEqual([]);
  });
});

/**
 * Pushes on a new connection whose backend is terminated before or after the commit. The caller does not learn which.
 */
async function pushAndDie(
  user: string,
  one: unknown,
  death: 'before the commit' | 'after the commit',
): Promise<string> {
  const client = postgres(db.url, { max: 1, onnotice: () => undefined });
  const claims = JSON.stringify({ sub: user, role: 'authenticated' });
  const end = 'select pg_terminate_backend(pg_backend_pid());';
  const text = `
    begin;
    select set_config('request.jwt.claims', '${claims}', true), set_config('role', 'authenticated', true);
    select public.sync_push('${JSON.stringify([one])}'::jsonb);
    set local role none;
    ${death === 'before the commit' ? `${end} commit;` : `commit; ${end}`}
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
