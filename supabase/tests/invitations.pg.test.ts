import { createHash, randomBytes, randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase } from '../../tests/support/postgres.ts';
import { createOperator } from './moderation-scene.ts';
import { callAtOnce } from './open-transaction.ts';

let db: TestDatabase;
let mara: string;
let jun: string;
beforeAll(async () => {
  db = await openTestDatabase();
  mara = await createOperator(db, 'Mara');
  jun = await createOperator(db, 'Jun');
});
afterAll(() => db.close());

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex');
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const invite = async (hash: string, { uses = 1, endsAt = inDays(7), note = 'Flyers', by = mara } = {}) =>
  Object(await db.asUser(by).rpc('operator_invite', { p_hash: hash, p_note: note, p_uses: uses, p_ends_at: endsAt }));
const enter = async (hash: string, key: string | null = randomUUID(), at?: string) =>
  (await (at === undefined ? db : db.atTime(at))
    .asService()
    .rpc('beta_enter_by_invitation', { p_code_hash: hash, p_device_key: key })) as { session_token: string } | null;
const newHash = () => hashOf(randomBytes(8).toString('hex'));
const list = async () => [...Object(await db.asUser(jun).rpc('operator_invitations'))];
const rowOf = async (note: string) => (await list()).find((row) => row.note === note);
const lookup = async (token: string | undefined) => db.asAnon().rpc('beta_session_lookup', { p_token: token ?? '' });

describe('An invitation', () => {
  it('opens as many sessions as it has uses, and counts each use', async () => {
    const hash = newHash();
    expect(await invite(hash, { uses: 2, note: 'Two uses' })).toEqual({ success: true });
    expect(await rowOf('Two uses')).toMatchObject({
      uses: 0,
      max_uses: 2,
      by: 'Mara',
      is_open: true,
      revoked_at: null,
    });
    const session = await enter(hash);
    expect(await lookup(session?.session_token)).toMatchObject({ used: false });
    expect(await enter(hash)).not.toBeNull();
    expect(await enter(hash)).toBeNull();
    expect(await rowOf('Two uses')).toMatchObject({ uses: 2, is_open: false });
  });

  it('admits nobody once it has ended or was revoked; unknown and malformed codes admit nobody either', async () => {
    const hash = newHash();
    await invite(hash, { uses: 5, endsAt: inDays(2), note: 'Ends' });
    expect(await enter(hash, null, inDays(1))).not.toBeNull();
    expect(await enter(hash, null, inDays(3))).toBeNull();
    const { id } = await rowOf('Ends');
    expect(await db.asUser(mara).rpc('operator_end_invitation', { p_invitation_id: id })).toEqual({ success: true });
    expect(await enter(hash)).toBeNull();
    expect(await db.asUser(jun).rpc('operator_end_invitation', { p_invitation_id: id })).toMatchObject({
      code: 'already_ended',
      message: expect.stringMatching(/^Already ended: Mara ended it on /),
    });
    for (const unknown of [newHash(), '', 'x', `${hash}\n`, hash.toUpperCase()])
      expect(await enter(unknown)).toBeNull();
  });

  it('counts the retries of one device once, until an account was made', async () => {
    const [hash, key] = [newHash(), randomUUID()];
    await invite(hash, { uses: 2, note: 'Retries' });
    const first = await enter(hash, key);
    const again = await enter(hash, key);
    expect(again?.session_token).not.toBe(first?.session_token);
    expect(await lookup(first?.session_token), 'the renewed session replaces the first').toBeNull();
    expect(await rowOf('Retries')).toMatchObject({ uses: 1 });
    const person = await db.createUser();
    const use = () => db.asUser(person).rpc('use_beta_session', { p_token: again?.session_token ?? '' });
    expect(await use()).toEqual({ success: true });
    expect([...(await db.sql`select * from private.invitation_entries`)].length, 'nothing links the account').toBe(
      (
        await db.sql`select 1 from private.invitation_entries e join public.beta_sessions s using (token_hash) where not s.used`
      ).length,
    );
    expect(await enter(hash, key)).not.toBeNull();
    expect(await rowOf('Retries')).toMatchObject({ uses: 2 });
    expect(await enter(hash, randomUUID())).toBeNull();
    expect(await enter(hash, key), 'its own use can be renewed').not.toBeNull();
  });

  it('admits two of eight people who race for the last two uses', async () => {
    const hash = newHash();
    await invite(hash, { uses: 3, note: 'Race' });
    await enter(hash);
    const clients = Array.from({ length: 8 }, () => postgres(db.url, { max: 1, onnotice: () => undefined }));
    await Promise.all(clients.map((sql) => sql`select 1`));
    const outcomes = await Promise.all(
      clients.map(async (sql) => {
        const [row] = await sql`select public.beta_enter_by_invitation(${hash}, ${randomUUID()}) as session`;
        return row?.['session'] !== null;
      }),
    );
    await Promise.all(clients.map((sql) => sql.end()));
    expect(outcomes.filter(Boolean)).toHaveLength(2);
    expect(await rowOf('Race')).toMatchObject({ uses: 3 });
  });

  it('counts one use for two tabs of one device, even at the same moment', async () => {
    const [hash, key] = [newHash(), randomUUID()];
    await invite(hash, { uses: 5, note: 'Tabs' });
    const clients = [1, 2].map(() => postgres(db.url, { max: 1, onnotice: () => undefined }));
    const sessions = await Promise.all(
      clients.map((sql) => sql`select public.beta_enter_by_invitation(${hash}, ${key}) as session`),
    );
    await Promise.all(clients.map((sql) => sql.end()));
    expect(sessions.map(([row]) => row?.['session'] !== null)).toEqual([true, true]);
    expect(await rowOf('Tabs')).toMatchObject({ uses: 1 });
  });
});

describe('Two operators at once', () => {
  const orders = () => [
    { first: mara, second: jun, faster: 'Mara' },
    { first: jun, second: mara, faster: 'Jun' },
  ];

  it('make one invitation of a code; the slower one reads that another code is needed', async () => {
    for (const { first, second, faster } of orders()) {
      const args = { p_hash: newHash(), p_note: `Of ${faster}`, p_uses: 1, p_ends_at: inDays(7) };
      const answers = await callAtOnce(db, 'operator_invite', { by: first, args }, { by: second, args });
      expect(answers).toMatchObject([
        { success: true },
        { success: false, code: 'code_known', message: 'This code exists already. Make another one.' },
      ]);
      expect(await rowOf(`Of ${faster}`)).toMatchObject({ by: faster, uses: 0 });
    }
  });

  it('end an invitation once; the other reads who did', async () => {
    for (const { first, second, faster } of orders()) {
      const note = `Ended by ${faster}`;
      await invite(newHash(), { note });
      const args = { p_invitation_id: (await rowOf(note)).id };
      const answers = await callAtOnce(db, 'operator_end_invitation', { by: first, args }, { by: second, args });
      expect(answers).toMatchObject([
        { success: true },
        {
          success: false,
          code: 'already_ended',
          message: expect.stringMatching(new RegExp(`^Already ended: ${faster} ended it on .+ UTC\\.$`)),
        },
      ]);
    }
  });
});

describe('Making an invitation', () => {
  it('is refused with uses, ends, notes and hashes out of bounds', async () => {
    const code = async (change: Parameters<typeof invite>[1], hash = newHash()) => (await invite(hash, change)).code;
    expect(await code({ uses: 0 })).toBe('invalid_payload');
    expect(await code({ uses: 1001 })).toBe('invalid_payload');
    for (const endsAt of [inDays(-1), inDays(367), 'soon']) expect(await code({ endsAt }), endsAt).toBe('invalid_end');
    expect(await code({ note: 'x'.repeat(101) })).toBe('note_too_long');
    expect(await code({}, 'K7QM-2X9D-4TRB')).toBe('invalid_payload');
  });

  it('again after a lost answer changes nothing; another operator cannot take the same code', async () => {
    const hash = newHash();
    for (const _twice of [1, 2]) expect(await invite(hash, { note: 'Once' })).toEqual({ success: true });
    expect((await list()).filter(({ note }) => note === 'Once')).toHaveLength(1);
    expect(await invite(hash, { by: jun })).toMatchObject({ code: 'code_known' });
  });

  it('and ending it are logged, without the code and the note', async () => {
    const hash = newHash();
    await invite(hash, { uses: 9, endsAt: '2026-12-24T12:00:00.000Z', note: 'Logged' });
    const { id } = await rowOf('Logged');
    await db.asUser(jun).rpc('operator_end_invitation', { p_invitation_id: id });
    const log = await db.sql`select act, operator_id, details from private.moderation_log
                             where subject_id = ${String(id)} order by created_at`;
    expect([...log]).toEqual([
      { act: 'invite', operator_id: mara, details: { uses: 9, ends_at: '2026-12-24T12:00:00.000Z' } },
      { act: 'end_invitation', operator_id: jun, details: {} },
    ]);
  });
});
