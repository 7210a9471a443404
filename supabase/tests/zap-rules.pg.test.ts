import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rulesOf, specifiedRules } from '../../sync/model/rules.ts';
import { readRow } from '../../sync/model/tables.ts';
import { type Actor, openTestDatabase, refusal, type TestDatabase } from '../../tests/support/postgres.ts';
import { action, createTrack, pull, push } from './scene.ts';

let db: TestDatabase;
let fan: string;
let guest: Actor;
beforeAll(async () => {
  db = await openTestDatabase();
  fan = await db.createUser();
  const session = await db.asService().rpc('beta_open_session');
  guest = db.asAnon({ betaToken: String(Object(session).session_token) });
});
afterAll(() => db.close());

const rulesFor = async (actor: Actor, since = '0') => {
  const { rows, gone } = await pull(actor, { since, tables: ['zap_rules'] });
  expect(gone).toEqual([]);
  return rows.flatMap(({ row }) => readRow('zap_rules', row) ?? []);
};

describe('[S-7] the rules', () => {
  it('equal those that a device shows before its first sync, for every guest and person', async () => {
    const rows = await rulesFor(guest);
    expect(rows).toHaveLength(15);
    expect(rulesOf(rows)).toEqual(specifiedRules);
    expect(await rulesFor(db.asUser(fan))).toEqual(rows);
    expect(rulesOf([])).toEqual(specifiedRules);
  });

  it('cannot be changed by people or guests; changes arrive with the next pull', async () => {
    const { floor } = await pull(guest, { tables: [] });
    for (const actor of [guest, db.asUser(fan)])
      for (const change of [
        'update public.zap_rules set zap_value = 0',
        `insert into public.zap_rules (action_type, zap_value, is_recordable) values ('smile', 100, true)`,
        'delete from public.zap_rules',
      ])
        expect((await refusal(actor.run((tx) => tx.unsafe(change)))).code).toBe('42501');
    expect(await rulesFor(guest, floor)).toEqual([]);

    await db.sql`update public.zap_rules set zap_value = -7, min_level = 4 where action_type = 'vote'`;
    await db.sql`update public.zap_rules set lasts_days = null where action_type = 'sponsor'`;
    const changed = await rulesFor(guest, floor);
    expect(changed.map((row) => row.action_type).sort()).toEqual(['sponsor', 'vote']);
    expect(rulesOf(changed)).toEqual({
      ...specifiedRules,
      votePrice: 7,
      sponsorshipDays: null,
      unlockLevels: { ...specifiedRules.unlockLevels, vote: 4 },
    });
    await db.sql`update public.zap_rules set lasts_days = 7 where action_type = 'sponsor'`;
  });

  it('charge their current price, even from a person who was shown an old one', async () => {
    await db.sql`update public.zap_rules set zap_value = -7, min_level = 3 where action_type = 'vote'`;
    await db.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
                 values (${fan}, 'zap', 30, '2026-01-05')`;
    const track = await createTrack(db, await db.createUser());
    await push(db.asUser(fan), [action('vote.cast', { track_id: track, weight: 4 })]);
    const [balance] = await db.sql`select zaps from public.user_balances where user_id = ${fan}`;
    expect(balance?.['zaps']).toBe(23);
    await db.sql`update public.zap_rules set zap_value = -5 where action_type = 'vote'`;
  });

  it('must state a price for each paid action and a cap of plays, and none can be deleted', async () => {
    const refused = async (change: string) => (await refusal(db.sql.unsafe(change))).message;
    expect(await refused(`delete from public.zap_rules where action_type = 'comment'`)).toContain('never_deleted');
    expect(await refused(`update public.zap_rules set zap_value = null where action_type = 'share'`)).toContain(
      'spends_have_a_price',
    );
    expect(await refused(`update public.zap_rules set daily_cap = null where action_type = 'play'`)).toContain(
      'play_has_a_cap',
    );
  });
});
