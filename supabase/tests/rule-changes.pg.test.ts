import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Argument, type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { createOperator } from './moderation-scene.ts';
import { callAtOnce } from './open-transaction.ts';
import { action, createTrack, pull } from './scene.ts';
import { createPerson, resultOf } from './social-scene.ts';

let db: TestDatabase;
let mara: string;
let jun: string;
beforeAll(async () => {
  db = await openTestDatabase();
  mara = await createOperator(db, 'Mara');
  jun = await createOperator(db, 'Jun');
});
afterAll(() => db.close());
beforeEach(async () => {
  await db.sql`update public.zap_rules set zap_value = -5, min_level = 3 where action_type = 'vote'`;
  await db.sql`update public.store_items set zap_cost = 20, stock = null, is_active = true where name = 'Glow Border'`;
});

type Fields = { readonly [field: string]: Argument };
const read = async () => Object(await db.asUser(jun).rpc('operator_rules'));
const rowOf = async (name: string) => {
  const { rows } = await read();
  return rows.find((row: { name: string }) => row.name === name);
};
const change = async (name: string, from: Fields, to: Fields, reason = 'Too cheap', by = mara) => {
  const { subject, id } = await rowOf(name);
  return Object(
    await db
      .asUser(by)
      .rpc('operator_change', { p_subject: subject, p_id: id, p_from: from, p_to: to, p_reason: reason }),
  );
};

describe('An operator', () => {
  it('sees the fields that apply to each rule and item', async () => {
    const { rows } = await read();
    const fields = Object.fromEntries(rows.map((row: { name: string; fields: object }) => [row.name, row.fields]));
    expect(fields).toMatchObject({
      vote: { zap_value: -5, min_level: 3 },
      sponsor: { zap_value: -20, min_level: 3, lasts_days: 7 },
      play: { zap_value: 1, daily_cap: 10 },
      claim: { zap_value: 2 },
      'Glow Border': { zap_cost: 20, stock: null, is_active: true },
    });
    expect(Object.keys(fields)).not.toContain('store_purchase');
  });

  it('changes a price: devices pull it, queued votes are charged by it, and the lock names the new level', async () => {
    const fan = await createPerson(db, { earned: 90 });
    const beginner = await createPerson(db, { earned: 30 });
    const { floor } = await pull(db.asUser(fan), { tables: [] });
    const countUndigested = async () =>
      (await db.sql`select count(*)::int as n from private.undigested_changes`)[0]?.['n'];
    // Delete earlier changes. If one of them had waited for a minute, an action would publish all waiting changes.
    await db.sql`delete from private.undigested_changes`;
    expect(await change('vote', { zap_value: -5, min_level: 3 }, { zap_value: -7, min_level: 4 })).toEqual({
      success: true,
    });
    expect(await countUndigested(), 'wakes the devices').toBeGreaterThan(0);
    const { rows } = await pull(db.asUser(fan), { since: floor, tables: ['zap_rules'] });
    expect(rows.map(({ row }) => row)).toMatchObject([{ action_type: 'vote', zap_value: -7, min_level: 4 }]);
    const track = await createTrack(db, await createPerson(db));
    const vote = action('vote.cast', { track_id: track, weight: 4 });
    expect(await resultOf(db.asUser(fan), vote)).toMatchObject({ success: true });
    const [balance] = await db.sql`select zaps from public.user_balances where user_id = ${fan}`;
    expect(balance?.['zaps']).toBe(83);
    expect(await resultOf(db.asUser(beginner), action('vote.cast', { track_id: track, weight: 4 }))).toMatchObject({
      code: 'level_too_low',
      message: 'Unlocks at Level 4 – keep listening and earning Zaps!',
    });
  });

  it('changes an item of the store, and buyers pay the new price or are refused', async () => {
    const fan = await createPerson(db, { earned: 90 });
    const { floor } = await pull(db.asUser(fan), { tables: [] });
    const { id } = await rowOf('Glow Border');
    const [count] = await db.sql`select count(*)::int as n from private.undigested_changes`;
    await change('Glow Border', { zap_cost: 20, stock: null }, { zap_cost: 25, stock: 1 });
    const [after] = await db.sql`select count(*)::int as n from private.undigested_changes`;
    expect(after?.['n'], 'wakes the devices').toBeGreaterThan(count?.['n']);
    const { rows } = await pull(db.asUser(fan), { since: floor, tables: ['store_items'] });
    expect(rows.map(({ row }) => row)).toMatchObject([{ name: 'Glow Border', zap_cost: 25, stock: 1 }]);
    expect(await db.asUser(fan).rpc('purchase_store_item', { item_id: id })).toMatchObject({ success: true, cost: 25 });
    await change('Glow Border', { is_active: true }, { is_active: false });
    const late = db.asUser(await createPerson(db, { earned: 90 })).rpc('purchase_store_item', { item_id: id });
    expect(await late).toMatchObject({ success: false });
  });

  it('learns what another operator changed meanwhile; changes of different fields are both applied', async () => {
    await change('vote', { zap_value: -5 }, { zap_value: -6 }, 'Fewer votes', jun);
    expect(await change('vote', { zap_value: -5 }, { zap_value: -9 })).toMatchObject({
      code: 'changed_meanwhile',
      message: expect.stringMatching(
        /^It is now 6, not 5\. Nothing was changed\. Jun changed it on .*\. Reason: Fewer votes$/,
      ),
    });
    expect(await change('vote', { min_level: 3 }, { min_level: 2 })).toEqual({ success: true });
    expect((await rowOf('vote')).fields).toEqual({ zap_value: -6, min_level: 2 });
  });

  it('has one of two simultaneous changes of a field applied', async () => {
    const outcomes = await Promise.all([
      change('vote', { zap_value: -5 }, { zap_value: -8 }, 'One', mara),
      change('vote', { zap_value: -5 }, { zap_value: -9 }, 'Other', jun),
    ]);
    expect(outcomes.map(({ code }) => String(code ?? 'done')).toSorted()).toEqual(['changed_meanwhile', 'done']);
    expect([-8, -9]).toContain((await rowOf('vote')).fields.zap_value);
  });

  it('has one of two simultaneous changes of an item applied, or both if they are of different fields', async () => {
    const { subject, id } = await rowOf('Glow Border');
    const call = (by: string, from: Fields, to: Fields) => ({
      by,
      args: { p_subject: subject, p_id: id, p_from: from, p_to: to, p_reason: 'A sale' },
    });
    for (const [first, second, faster, from, to] of [
      [mara, jun, 'Mara', 20, 25],
      [jun, mara, 'Jun', 25, 30],
    ] as const) {
      expect(
        await callAtOnce(
          db,
          'operator_change',
          call(first, { zap_cost: from }, { zap_cost: to }),
          call(second, { zap_cost: from }, { zap_cost: 99 }),
        ),
      ).toEqual([
        { success: true },
        {
          success: false,
          code: 'changed_meanwhile',
          message: expect.stringMatching(
            new RegExp(
              `^It is now ${to}, not ${from}\\. Nothing was changed\\. ${faster} changed it on .+ Reason: A sale$`,
            ),
          ),
        },
      ]);
    }
    expect(
      await callAtOnce(
        db,
        'operator_change',
        call(mara, { stock: null }, { stock: 5 }),
        call(jun, { is_active: true }, { is_active: false }),
      ),
    ).toEqual([{ success: true }, { success: true }]);
    expect((await rowOf('Glow Border')).fields).toEqual({ zap_cost: 30, stock: 5, is_active: false });
  });

  it('reads who changed a field meanwhile, and no name if a purchase did', async () => {
    const [slow, buyer] = [{ stock: null, zap_cost: 20, is_active: true }, await createPerson(db, { earned: 90 })];
    await change('Glow Border', { stock: null }, { stock: 3 }, 'Few left', jun);
    await change('Glow Border', { is_active: true }, { is_active: false }, 'Paused', mara);
    const refused = async (to: Fields) => (await change('Glow Border', slow, to)).message;
    expect(await refused({ stock: 9 })).toMatch(
      /^It is now 3, not without end\. Nothing was changed\. Jun changed it on .+ Reason: Few left$/,
    );
    expect(await refused({ is_active: true })).toMatch(
      /^It is now off sale, not on sale\. Nothing was changed\. Mara changed it on .+ Reason: Paused$/,
    );
    await change('Glow Border', { is_active: false }, { is_active: true });
    const { id } = await rowOf('Glow Border');
    expect(await db.asUser(buyer).rpc('purchase_store_item', { item_id: id })).toMatchObject({ success: true });
    expect(await refused({ stock: 9 })).toBe('It is now 2, not without end. Nothing was changed.');
  });

  it('undoes a change by another change, and both are in the log', async () => {
    await change('vote', { zap_value: -5 }, { zap_value: -6 }, 'First');
    await change('vote', { zap_value: -6 }, { zap_value: -5 }, 'Undone');
    const { changes } = await read();
    expect(changes.slice(0, 2)).toMatchObject([
      { by: 'Mara', name: 'vote', reason: 'Undone', from: { zap_value: -6 }, to: { zap_value: -5 } },
      { by: 'Mara', name: 'vote', reason: 'First', from: { zap_value: -5 }, to: { zap_value: -6 } },
    ]);
  });
});

describe('A change', () => {
  it('out of bounds, of an unknown field or without a reason is refused', async () => {
    const refused = async (name: string, to: Fields, reason?: string) => {
      const { fields } = await rowOf(name);
      return (await change(name, fields, to, reason)).code;
    };
    for (const value of [0, 5, -1001, -5.5, '-6', null, true])
      expect(await refused('vote', { zap_value: value }), String(value)).toBe('out_of_range');
    for (const value of [-1, 101]) expect(await refused('play', { zap_value: value })).toBe('out_of_range');
    for (const value of [0, 51]) expect(await refused('vote', { min_level: value })).toBe('out_of_range');
    for (const value of [0, 10_001]) expect(await refused('Glow Border', { zap_cost: value })).toBe('out_of_range');
    expect(await refused('Glow Border', { is_active: null })).toBe('invalid_payload');
    for (const to of [{}, { action_type: 'x' }, { daily_cap: 5 }, { deleted_at: null }])
      expect(await refused('vote', to)).toBe('invalid_payload');
    expect(await refused('vote', { zap_value: -6 }, ' ')).toBe('reason_missing');
    expect((await rowOf('vote')).fields).toEqual({ zap_value: -5, min_level: 3 });
  });

  it('out of bounds is refused in SQL too, by constraints of the tables', async () => {
    const message = async (statement: string) => (await refusal(db.sql.unsafe(statement))).message;
    expect(await message(`update public.zap_rules set zap_value = -1001 where action_type = 'vote'`)).toContain(
      'in_range',
    );
    expect(await message(`update public.store_items set zap_cost = 10001`)).toContain('in_range');
  });
});
