import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { callTwice, createFan, expectRefused, lastLedgerLine, later, balanceOf } from './economy-scene.ts';
import {
  action,
  brokenLedgers,
  createTrack,
  outcome,
  glowBorder,
  mysteryPack,
  supporterBadge,
  trackHighlight,
  vaultKey,
} from './scene.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(async () => {
  expect(await brokenLedgers(db), '[S-8] every balance is the sum of its ledger').toEqual([]);
  await db.close();
});

const noon = '2026-03-10T12:00:00.000Z';
const buy = (user: string, item: string, more: Record<string, string | number> = {}, at = noon) =>
  db
    .atTime(at)
    .asUser(user)
    .rpc('purchase_store_item', { item_id: item, ...more });

async function createItem(
  options: { stock?: number; days?: number; cost?: number; name?: string } = {},
): Promise<string> {
  const id = randomUUID();
  await db.sql`insert into public.store_items (id, name, description, icon, category, zap_cost, stock, metadata)
               values (${id}, ${options.name ?? id}, '', 'glow', 'cosmetic', ${options.cost ?? 5}, ${options.stock ?? null},
                       ${db.sql.json(options.days === undefined ? {} : { duration_days: options.days })})`;
  return id;
}

const cosmetics = async (user: string, at = noon) => [
  ...(await db
    .atTime(at)
    .asUser(user)
    .run((tx) => tx`select * from public.get_user_cosmetics()`)),
];

describe('the store', () => {
  it('[S-31] [S-1] shows its items to guests, refuses changes by people, and shows nothing without a beta session', async () => {
    const read = (actor: ReturnType<TestDatabase['asAnon']>) =>
      actor.run(
        (tx) => tx`select name, category, zap_cost, stock from public.store_items where is_active order by zap_cost`,
      );
    const token = String(Object(await db.asService().rpc('beta_open_session')).session_token);
    expect([...(await read(db.asAnon({ betaToken: token })))]).toEqual([
      { name: 'Track Highlight', category: 'boost', zap_cost: 15, stock: null },
      { name: 'Glow Border', category: 'cosmetic', zap_cost: 20, stock: null },
      { name: 'Mystery Pack', category: 'mystery', zap_cost: 25, stock: null },
      { name: 'Supporter Badge', category: 'badge', zap_cost: 30, stock: null },
      { name: 'Vault Access Key', category: 'cosmetic', zap_cost: 150, stock: null },
    ]);
    expect([...(await read(db.asAnon()))]).toEqual([]);
    for (const change of ['update public.store_items set zap_cost = 1', 'delete from public.store_items']) {
      expect((await refusal(db.asUser(await db.createUser()).run((tx) => tx.unsafe(change)))).code).toBe('42501');
    }
  });

  it('[S-31] sells an item without a duration only once, because it never expires', async () => {
    const user = await createFan(db, 60);
    expect(await buy(user, glowBorder, { purchase_quantity: 1 })).toEqual({
      success: true,
      cost: 20,
      item_name: 'Glow Border',
      quantity: 1,
      message: 'Glow Border is yours!',
      expires_at: null,
      new_balance: 40,
    });
    expect(await lastLedgerLine(db, user)).toEqual({
      action_type: 'store_purchase',
      zap_value: -20,
      metadata: { item_id: glowBorder, item_name: 'Glow Border', quantity: 1 },
      credited_on: '2026-03-10',
    });
    await expectRefused(db, () => buy(user, glowBorder), 'already_owned', 'You already own Glow Border.');
    await buy(user, supporterBadge);
    expect(await cosmetics(user, later(noon, 86_400 * 1000))).toEqual([
      { item_name: 'Glow Border', expires_at: null },
      { item_name: 'Supporter Badge', expires_at: null },
    ]);
    expect(await balanceOf(db, user)).toEqual({ zaps: 10, earned: 60, level: 4 });
  });

  it('[S-31] sells an expired item again, from the moment of its expiry', async () => {
    const user = await createFan(db, 60);
    const item = await createItem({ days: 2, name: 'Two Days' });
    const end = later(noon, 2 * 86_400);
    expect(await buy(user, item)).toMatchObject({ success: true, expires_at: end });
    const lastMoment = later(end, -0.001);
    await expectRefused(db, () => buy(user, item, {}, lastMoment), 'already_owned', 'You already own Two Days.');
    expect(await cosmetics(user, lastMoment)).toEqual([{ item_name: 'Two Days', expires_at: new Date(end) }]);
    expect(await cosmetics(user, end)).toEqual([]);
    expect(await buy(user, item, {}, end)).toMatchObject({ success: true, expires_at: later(end, 2 * 86_400) });
    expect(await balanceOf(db, user)).toEqual({ zaps: 50, earned: 60, level: 4 });
  });

  it('refuses a purchase without the ZAPs, of an inactive item, or in an invalid quantity', async () => {
    const user = await createFan(db, 20);
    const [retired, deleted] = [await createItem(), await createItem()];
    await db.sql`update public.store_items set is_active = false where id = ${retired}`;
    await db.sql`delete from public.store_items where id = ${deleted}`;
    await expectRefused(db, () => buy(user, supporterBadge), 'insufficient_zaps', 'You need 30 ZAPs but only have 20');
    await expectRefused(
      db,
      () => buy(user, mysteryPack, { purchase_quantity: 2 }),
      'insufficient_zaps',
      'You need 50 ZAPs but only have 20',
    );
    for (const missing of [retired, deleted, randomUUID()]) {
      await expectRefused(db, () => buy(user, missing), 'item_missing', 'This item is not available.');
    }
    await expectRefused(
      db,
      () => buy(user, glowBorder, { purchase_quantity: 2 }),
      'one_at_a_time',
      'You can hold one of this item only.',
    );
    for (const quantity of [0, -1, 11]) {
      await expectRefused(
        db,
        () => buy(user, mysteryPack, { purchase_quantity: quantity }),
        'invalid_payload',
        'The field quantity must be a whole number from 1 to 10.',
      );
    }
    expect((await refusal(db.asAnon().rpc('purchase_store_item', { item_id: glowBorder }))).code).toBe('42501');
  });

  it('[S-31] never oversells its stock to concurrent buyers', async () => {
    const item = await createItem({ stock: 3, cost: 7 });
    const users = await Promise.all(Array.from({ length: 10 }, () => createFan(db, 10)));
    const results = await Promise.all(users.map((user) => buy(user, item)));
    expect(results.map((result) => String(Object(result).code ?? 'sold')).toSorted()).toEqual([
      ...Array(7).fill('out_of_stock'),
      ...Array(3).fill('sold'),
    ]);
    expect([...(await db.sql`select stock from public.store_items where id = ${item}`)]).toEqual([{ stock: 0 }]);
    const balances = await Promise.all(users.map(async (user) => String((await balanceOf(db, user))?.zaps)));
    expect(balances.toSorted()).toEqual([...Array(7).fill('10'), ...Array(3).fill('3')]);
    await db.sql`update public.store_items set stock = 1 where id = ${mysteryPack}`;
    const rich = await createFan(db, 100);
    await expectRefused(db, () => buy(rich, item), 'out_of_stock', 'This item is sold out.');
    await expectRefused(
      db,
      () => buy(rich, mysteryPack, { purchase_quantity: 2 }),
      'out_of_stock',
      'Only 1 left of this item.',
    );
    await db.sql`update public.store_items set stock = null where id = ${mysteryPack}`;
  });

  it('[S-31] makes the second buyer of the last item wait for the first, and then refuses with a message', async () => {
    const item = await createItem({ stock: 1 });
    const [first, second] = [await createFan(db, 10), await createFan(db, 10)];
    let waiting: Promise<unknown> = Promise.resolve();
    await db.asUser(first).run(async (tx) => {
      await tx`select public.purchase_store_item(${item})`;
      waiting = buy(second, item);
      for (let waitingLocks = 0; waitingLocks === 0;) {
        const [row] = await db.sql`select count(*)::int as waiting from pg_locks where not granted`;
        waitingLocks = row?.['waiting'];
      }
    });
    expect(await waiting).toEqual({ success: false, code: 'out_of_stock', message: 'This item is sold out.' });
    expect(await balanceOf(db, second)).toMatchObject({ zaps: 10 });
  });

  it('[SY-9] sells once, however often the same purchase is sent, and not from the queue (S-32)', async () => {
    const user = await createFan(db, 60);
    const queued = action('store.purchase', { item_id: glowBorder, quantity: 1, track_id: null });
    expect(await outcome(db.asUser(user), queued)).toBe('unknown_kind');
    const args = { item_id: mysteryPack, purchase_quantity: 1 };
    const first = await callTwice(db.asUser(user), 'purchase_store_item', args);
    expect(first).toMatchObject({ success: true, cost: 25 });
    expect([
      ...(await db.sql`select count(*)::int as n from public.zap_actions where user_id = ${user} and action_type = 'store_purchase'`),
    ]).toEqual([{ n: 1 }]);
  });
});

describe('a track highlight', () => {
  it('[S-31] highlights one own track for a day, and days add up', async () => {
    const artist = await createFan(db, 60);
    const track = await createTrack(db, artist);
    const day = 86_400;
    expect(await buy(artist, trackHighlight, { p_track_id: track })).toEqual({
      success: true,
      cost: 15,
      item_name: 'Track Highlight',
      quantity: 1,
      message: 'Track Highlight is yours!',
      expires_at: later(noon, day),
      new_balance: 45,
    });
    expect((await lastLedgerLine(db, artist))?.metadata).toEqual({
      item_id: trackHighlight,
      item_name: 'Track Highlight',
      quantity: 1,
      track_id: track,
    });
    const hour = later(noon, 3600);
    expect(await buy(artist, trackHighlight, { p_track_id: track, purchase_quantity: 2 }, hour)).toMatchObject({
      cost: 30,
      expires_at: later(noon, 3 * day),
    });
    const afterwards = later(noon, 4 * day);
    expect(await buy(artist, trackHighlight, { p_track_id: track }, afterwards)).toMatchObject({
      expires_at: later(afterwards, day),
      new_balance: 0,
    });
    const reader = await db.createUser();
    expect([
      ...(await db.asUser(reader).run((tx) => tx`select highlighted_until from public.tracks where id = ${track}`)),
    ]).toEqual([{ highlighted_until: new Date(later(afterwards, day)) }]);
  });

  it("is refused without a track, for another person's track, and for a private or missing one", async () => {
    const artist = await createFan(db, 60);
    const [privateTrack, foreignTrack] = [
      await createTrack(db, artist, { isPublic: false }),
      await createTrack(db, await db.createUser()),
    ];
    const refusalText = 'Choose one of your own public tracks to highlight.';
    await expectRefused(db, () => buy(artist, trackHighlight), 'own_track_needed', refusalText);
    for (const track of [privateTrack, foreignTrack]) {
      await expectRefused(
        db,
        () => buy(artist, trackHighlight, { p_track_id: track }),
        'own_track_needed',
        refusalText,
      );
    }
    await expectRefused(
      db,
      () => buy(artist, trackHighlight, { p_track_id: randomUUID() }),
      'track_missing',
      'This track is no longer available.',
    );
  });
});

describe('the public cosmetics of a person', () => {
  const publicCosmetics = async (user: string) =>
    (await db.sql`select cosmetics from public.user_profiles where id = ${user}`)[0]?.['cosmetics'];

  it('[S-26] are the glow and the badge, and nothing else', async () => {
    const user = await createFan(db, 300);
    expect(await publicCosmetics(user)).toEqual([]);
    await buy(user, supporterBadge);
    await buy(user, vaultKey);
    await buy(user, await createItem());
    expect(await publicCosmetics(user)).toEqual([{ item_name: 'Supporter Badge', expires_at: null }]);
    await buy(user, glowBorder);
    const both = [
      { item_name: 'Glow Border', expires_at: null },
      { item_name: 'Supporter Badge', expires_at: null },
    ];
    expect(await publicCosmetics(user)).toEqual(both);
    const [row] = await db.sql`select private.row_json(p) as row from public.user_profiles p where id = ${user}`;
    expect(row?.['row']).toMatchObject({ id: user, cosmetics: both });
    expect(await db.sql`select private.has_vault(${user}) as has`).toMatchObject([{ has: true }]);
    expect(await db.sql`select private.has_vault(${await db.createUser()}) as has`).toMatchObject([{ has: false }]);
  });

  it('[S-6] [SY-4] are deleted with the account, and only the owner sees the list of all items', async () => {
    const [user, other] = [await createFan(db, 60), await createFan(db, 60)];
    await buy(user, glowBorder);
    const read = (id: string) => db.asUser(id).run((tx) => tx`select item_name from public.user_cosmetics`);
    expect([...(await read(user))]).toEqual([{ item_name: 'Glow Border' }]);
    expect([...(await read(other))]).toEqual([]);
    for (const change of [
      `insert into public.user_cosmetics (user_id, item_id, item_name, category) values ('${other}', '${vaultKey}', 'Vault Access Key', 'cosmetic')`,
      'update public.user_cosmetics set expires_at = null',
      'delete from public.user_cosmetics',
      `update public.user_profiles set cosmetics = '[{"item_name": "Glow Border", "expires_at": null}]'`,
    ]) {
      expect((await refusal(db.asUser(other).run((tx) => tx.unsafe(change)))).code, change).toBe('42501');
    }
    await db.sql`delete from auth.users where id = ${user}`;
    expect(await publicCosmetics(user)).toEqual([]);
    expect([...(await db.sql`select 1 from public.user_cosmetics where user_id = ${user}`)]).toEqual([]);
  });
});
