import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Actors, type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { pull } from './scene.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(async () => {
  await db.close();
});

const sessionSchema = z.object({ session_token: z.string(), expires_at: z.string() });
const noon = Date.parse('2026-03-10T12:00:00Z');
const at = (seconds: number) => db.atTime(new Date(noon + seconds * 1000).toISOString());

async function openSession(actors: Actors = db) {
  return sessionSchema.parse(await actors.asService().rpc('beta_open_session'));
}

async function attempt(actors: Actors, address: string, succeeds: boolean): Promise<'allowed' | 'refused'> {
  const answer = await actors.asService().rpc('beta_begin_attempt', { p_address: address });
  if (Object(answer).allowed !== true) return 'refused';
  await actors.asService().rpc('beta_record_attempt', { p_address: address, p_success: succeeds });
  return 'allowed';
}

const attempts = async (actors: Actors, address: string, count: number, succeeds = false) => {
  const answers = [];
  for (let index = 0; index < count; index += 1) answers.push(await attempt(actors, address, succeeds));
  return answers;
};

describe('the passcode', () => {
  it('[S-3] may be entered wrongly 10 times a minute from one address; then even the right passcode is refused there', async () => {
    expect(await attempts(at(0), '10.0.0.1', 11)).toEqual([...Array(10).fill('allowed'), 'refused']);
    expect(await attempt(at(1), '10.0.0.1', true), 'not even the right one').toBe('refused');
    expect(await attempt(at(1), '10.0.0.2', false)).toBe('allowed');
    expect(await attempt(at(59), '10.0.0.1', false)).toBe('refused');
    expect(await attempt(at(60), '10.0.0.1', false)).toBe('allowed');
  });

  it('[S-3] may be entered correctly any number of times', async () => {
    expect(await attempts(at(100), '10.0.0.3', 15, true)).toEqual(Array(15).fill('allowed'));
  });

  it('[S-3] has a limit that counts attempts in progress, so that concurrent ones cannot exceed it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 14 }, () => at(300).asService().rpc('beta_begin_attempt', { p_address: '10.0.0.4' })),
    );
    expect(answers.filter((answer) => Object(answer).allowed === true)).toHaveLength(10);
  });

  it('[S-3] may be entered wrongly 300 times a minute in total, and old attempts are deleted', async () => {
    await db.sql`insert into public.beta_attempts (address_hash, succeeded, attempted_at)
                 select sha256(n::text::bytea), false, ${new Date(noon + 5000_000).toISOString()} from generate_series(1, 299) n`;
    expect(await attempt(at(5000), '10.0.1.1', false)).toBe('allowed');
    expect(await attempt(at(5000), '10.0.1.2', false)).toBe('refused');
    expect(await attempt(at(5061), '10.0.1.2', false)).toBe('allowed');
    await attempt(at(9000), '10.0.1.3', false);
    expect([
      ...(await db.sql`select count(*)::int from public.beta_attempts where attempted_at < ${new Date(noon + 8000_000).toISOString()}`),
    ]).toEqual([{ count: 0 }]);
  });

  it('[S-2] [S-3] is checked by the server only', async () => {
    const user = db.asUser(await db.createUser());
    for (const actor of [db.asAnon(), user]) {
      expect((await refusal(actor.rpc('beta_open_session'))).code).toBe('42501');
      expect((await refusal(actor.rpc('beta_begin_attempt', { p_address: 'x' }))).code).toBe('42501');
      expect((await refusal(actor.rpc('beta_record_attempt', { p_address: 'x', p_success: true }))).code).toBe('42501');
    }
  });
});

describe('a beta session', () => {
  it('[S-2] has 256 random bits, lives 2 hours, and is stored as a hash', async () => {
    const session = await openSession(at(0));
    expect(session.session_token).toMatch(/^[0-9a-f]{64}$/);
    expect(session.expires_at).toBe('2026-03-10T14:00:00.000Z');
    expect((await openSession(at(0))).session_token).not.toBe(session.session_token);
    const stored = await db.sql`select encode(token_hash, 'hex') as hash from public.beta_sessions`;
    expect(stored.map((row) => row['hash'])).not.toContain(session.session_token);

    expect(await db.asAnon().rpc('beta_session_lookup', { p_token: session.session_token })).toEqual({
      ...session,
      used: false,
    });
    expect(await db.asAnon().rpc('beta_session_lookup', { p_token: 'invented' })).toBe(null);
    expect(await db.asAnon().rpc('beta_session_lookup', { p_token: null })).toBe(null);
  });

  it('[S-1] gives access to the catalogue until it expires', async () => {
    const { session_token: betaToken } = await openSession(at(0));
    const genres = async (seconds: number) =>
      (await pull(at(seconds).asAnon({ betaToken }), { tables: ['genres'] })).rows.length;

    expect(await genres(7199)).toBe(20);
    expect((await refusal(genres(7200))).message).toBe('Beta access required');
  });

  it('[S-2] is consumed by the sign-in that used it', async () => {
    const { session_token: betaToken } = await openSession();
    const user = db.asUser(await db.createUser());
    const use = { p_token: betaToken };
    expect((await refusal(db.asAnon().rpc('use_beta_session', use))).code).toBe('42501');
    expect((await pull(db.asAnon({ betaToken }), { tables: ['genres'] })).rows).toHaveLength(20);

    expect(await user.rpc('use_beta_session', use)).toEqual({ success: true });
    expect(await user.rpc('use_beta_session', use)).toEqual({ success: false });
    expect(await user.rpc('use_beta_session', { p_token: 'invented' })).toEqual({ success: false });
    expect(await db.asAnon().rpc('beta_session_lookup', use)).toMatchObject({ used: true });
    expect((await refusal(pull(db.asAnon({ betaToken })))).message).toBe('Beta access required');
  });
});
