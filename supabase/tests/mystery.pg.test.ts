import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { createFan, later, balanceOf } from './economy-scene.ts';
import { brokenLedgers, glowBorder, mysteryPack } from './scene.ts';

interface Prize {
  readonly name: string;
  readonly weight: number;
  readonly zap_value: number;
  readonly item_id: string | null;
  readonly days: number | null;
}

let db: TestDatabase;
let prizes: Prize[];
let tickets: number;
beforeAll(async () => {
  db = await openTestDatabase();
  prizes = [
    ...(await db.sql<
      Prize[]
    >`select name, weight, zap_value, item_id, days from public.mystery_prizes order by position`),
  ];
  tickets = prizes.reduce((sum, prize) => sum + prize.weight, 0);
});
afterAll(async () => {
  expect(await brokenLedgers(db), '[S-8] every balance is the sum of its ledger').toEqual([]);
  await db.close();
});

const noon = '2026-03-10T12:00:00.000Z';

async function withOnlyPrize(name: string, work: () => Promise<void>): Promise<void> {
  await db.sql`create table public.saved_prizes as select * from public.mystery_prizes`;
  await db.sql`delete from public.mystery_prizes where name <> ${name}`;
  try {
    await work();
  } finally {
    await db.sql`delete from public.mystery_prizes`;
    await db.sql`insert into public.mystery_prizes select * from public.saved_prizes`;
    await db.sql`drop table public.saved_prizes`;
  }
}

const buy = (user: string, item = mysteryPack, quantity = 1, at = noon) =>
  db.atTime(at).asUser(user).rpc('purchase_store_item', { item_id: item, purchase_quantity: quantity });

describe('a mystery pack', () => {
  it('[S-31] is on average worth less than it costs', async () => {
    const [pack] = await db.sql`select zap_cost from public.store_items where id = ${mysteryPack}`;
    const expected = prizes.reduce((sum, prize) => sum + prize.zap_value * prize.weight, 0) / tickets;
    expect(expected).toBeCloseTo(13.95, 10);
    expect(expected).toBeLessThan(pack?.['zap_cost']);
  });

  it('[S-31] shows the actual odds, also after they change', async () => {
    const odds = async () =>
      (await db.sql`select metadata -> 'odds' as odds from public.store_items where id = ${mysteryPack}`)[0]?.['odds'];
    const usual = prizes.map(({ name, weight }) => ({ name, chance: weight / tickets }));
    expect(await odds()).toEqual(usual);
    await withOnlyPrize('40 ZAPs', async () => expect(await odds()).toEqual([{ name: '40 ZAPs', chance: 1 }]));
    expect(await odds()).toEqual(usual);

    const drawn = await db.sql<{ name: string; n: number }[]>`
      select (private.prize_of_ticket(t)).name, count(*)::int as n from generate_series(0, ${tickets - 1}) t group by 1`;
    expect(new Map(drawn.map(({ name, n }) => [name, n]))).toEqual(
      new Map(prizes.map(({ name, weight }) => [name, weight])),
    );
  });

  it('[S-31] is drawn by the server, each prize about as often as its odds say', async () => {
    const rounds = 4_000;
    const user = await db.createUser();
    const drawn = await db.sql<{ name: string; n: number }[]>`
      select (private.draw_prize(${user})).name, count(*)::int as n from generate_series(1, ${rounds}) group by 1`;
    const counts = new Map(drawn.map(({ name, n }) => [name, n]));
    for (const { name, weight } of prizes) {
      const share = weight / tickets;
      const sigma = Math.sqrt(rounds * share * (1 - share));
      // By chance, a run exceeds seven standard deviations less than once in 10 billion.
      expect(Math.abs((counts.get(name) ?? 0) - rounds * share), name).toBeLessThan(7 * sigma);
    }
    expect((await refusal(db.asUser(user).run((tx) => tx`select private.draw_prize(${user})`))).code).toBe('42501');
  });

  it('draws the same prize again after a rollback, however often the purchase fails after the draw', async () => {
    const people = [await createFan(db, 500), await createFan(db, 500)];
    const namesOf = (answer: unknown) =>
      z.object({ prizes: z.array(z.object({ name: z.string() })) }).parse(answer).prizes;
    const rollback = new Error('rolled back');
    const drawAndRollBack = async (user: string) => {
      let drawnNames: unknown;
      const failing = db
        .atTime(noon)
        .asUser(user)
        .run(async (tx) => {
          const [row] = await tx`select public.purchase_store_item(${mysteryPack}, 10) as answer`;
          drawnNames = namesOf(row?.['answer']);
          throw rollback;
        });
      await expect(failing).rejects.toBe(rollback);
      return drawnNames;
    };
    const drawn: unknown[] = [];
    for (const user of people) {
      const first = await drawAndRollBack(user);
      for (let attempt = 0; attempt < 5; attempt += 1) expect(await drawAndRollBack(user)).toEqual(first);
      expect(namesOf(await buy(user, mysteryPack, 10))).toEqual(first);
      drawn.push(first, await drawAndRollBack(user));
    }
    // By chance, two such draws are equal once in about a million.
    expect(new Set(drawn.map((names) => JSON.stringify(names))).size).toBe(4);
    expect((await refusal(db.asUser(people[0] ?? '').run((tx) => tx`select key from private.server_key`))).code).toBe(
      '42501',
    );
  });

  it('[S-8] pays the ZAPs of each pack as a ledger line of its own', async () => {
    const user = await createFan(db, 60);
    await withOnlyPrize('10 ZAPs', async () => {
      const prize = { name: '10 ZAPs', zap_value: 10, item_name: null, expires_at: null };
      expect(await buy(user, mysteryPack, 2)).toEqual({
        success: true,
        cost: 50,
        item_name: 'Mystery Pack',
        quantity: 2,
        message: '10 ZAPs, 10 ZAPs',
        prize,
        prizes: [prize, prize],
        new_balance: 30,
      });
    });
    expect(await balanceOf(db, user)).toEqual({ zaps: 30, earned: 80, level: 5 });
    expect([
      ...(await db.sql`select zap_value, metadata from public.zap_actions where user_id = ${user} and action_type = 'mystery_prize'`),
    ]).toEqual(Array(2).fill({ zap_value: 10, metadata: { prize: '10 ZAPs' } }));
  });

  it('[S-26] gives an item for a week, extends an item already held, and gives ZAPs to those who own it forever', async () => {
    const user = await createFan(db, 200);
    const week = 7 * 86_400;
    await withOnlyPrize('Glow Border for 7 days', async () => {
      const prize = { name: 'Glow Border for 7 days', zap_value: 0, item_name: 'Glow Border' };
      expect(await buy(user)).toMatchObject({ prize: { ...prize, expires_at: later(noon, week) }, new_balance: 175 });
      expect(await buy(user, mysteryPack, 1, later(noon, 60))).toMatchObject({
        prize: { ...prize, expires_at: later(noon, 2 * week) },
        new_balance: 150,
      });
      expect(await buy(user, glowBorder, 1, later(noon, 120))).toMatchObject({ code: 'already_owned' });
      const afterwards = later(noon, 2 * week);
      expect(await buy(user, glowBorder, 1, afterwards)).toMatchObject({ success: true, expires_at: null });
      expect(await buy(user, mysteryPack, 1, later(afterwards, 60))).toMatchObject({
        prize: { name: 'Glow Border for 7 days', zap_value: 10, item_name: null, expires_at: null },
        new_balance: 115,
      });
    });
    expect([...(await db.sql`select cosmetics from public.user_profiles where id = ${user}`)]).toEqual([
      { cosmetics: [{ item_name: 'Glow Border', expires_at: null }] },
    ]);
  });

  it('[S-8] cannot be bought without its full price, even if its prize would pay for it', async () => {
    const user = await createFan(db, 24);
    await withOnlyPrize('100 ZAPs', async () => {
      expect(await buy(user)).toMatchObject({ message: 'You need 25 ZAPs but only have 24' });
    });
    expect(await balanceOf(db, user)).toEqual({ zaps: 24, earned: 26, level: 3 });
  });
});
