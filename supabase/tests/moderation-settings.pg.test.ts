import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase } from '../../tests/support/postgres.ts';
import { hashPasscode } from '../functions/validate-beta-passcode/passcode-hash.ts';
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

const setWord = async (word: string, isRestricted: boolean) =>
  Object(await db.asUser(mara).rpc('operator_set_word', { p_word: word, p_is_restricted: isRestricted }));
const setPasscode = (by: string, hash: string, seen: string | null) =>
  db.asUser(by).rpc('operator_set_passcode', { p_hash: hash, p_seen_changed_at: seen });
const settings = async () => Object(await db.asUser(mara).rpc('operator_settings'));
const isRestricted = async (text: string) =>
  (await db.sql`select private.has_restricted_words(${text}) as answer`)[0]?.['answer'];
const answers = (texts: readonly string[]) => Promise.all(texts.map(isRestricted));

it('A restricted word or phrase applies at once, to whole words, whatever their case, spaces, punctuation and look-alike letters', async () => {
  expect(await setWord('  Free   Followers ', true)).toEqual({ success: true });
  expect((await settings()).words).toContain('free followers');
  expect(await answers(['Get FREE followers now', 'fr€e followers', 'free, followers!', 'Frее  Fо11owers'])).toEqual([
    true,
    false,
    true,
    true,
  ]);
  expect(
    await answers(['free', 'followers free', 'carefree followers', 'free followershipping', 'title', 'has sugar']),
  ).toEqual(Array.from({ length: 6 }, () => false));
  expect(await setWord('free followers', false)).toEqual({ success: true });
  expect(await isRestricted('free followers')).toBe(false);
});

it('A word is refused if it is too short, too long or restricted already; so is the removal of a word that is not restricted', async () => {
  for (const word of ['', ' - ', 'a', '\u200b\u200bx'])
    expect(await setWord(word, true), word).toMatchObject({ success: false, code: 'word_too_short' });
  expect(await setWord('x'.repeat(61), true)).toMatchObject({ code: 'word_too_long' });
  expect(await setWord('Nаzi', true)).toMatchObject({
    code: 'word_known',
    message: 'This word is restricted already.',
  });
  expect(await setWord('never there', false)).toEqual({
    success: false,
    code: 'already_removed',
    message: 'This word is not restricted. Nothing was changed.',
  });
});

it('[S-3] A passcode that an operator chose replaces the one in the settings, and the server receives only its hash', async () => {
  const begin = async () => Object(await db.asService().rpc('beta_begin_attempt', { p_address: '192.0.2.9' }));
  expect(await begin()).toEqual({ allowed: true, passcode_hash: null });
  const hash = await hashPasscode('low tide');
  const setHash = async (hash: string, seen: string | null = null) => Object(await setPasscode(mara, hash, seen));
  for (const wrong of ['low tide', hash.replace('$100000$', '$999999999$'), `${hash}\n`])
    expect(await setHash(wrong), wrong).toMatchObject({ success: false, code: 'invalid_payload' });
  expect(await setHash(hash, 'yesterday')).toMatchObject({ success: false, code: 'invalid_payload' });
  expect(await setHash(hash)).toEqual({ success: true });
  expect(await begin()).toEqual({ allowed: true, passcode_hash: hash });
  await db.asService().rpc('beta_open_session');
  expect(await settings()).toMatchObject({ passcode_changed_at: expect.any(String), passcode_uses_today: 1 });
  const logged = await db.sql`select details from private.moderation_log where act = 'change_passcode'`;
  expect([...logged]).toEqual([{ details: {} }]);
});

describe('Two operators at once', () => {
  const orders = () => [
    { first: mara, second: jun, faster: 'Mara' },
    { first: jun, second: mara, faster: 'Jun' },
  ];
  const hashOf = (letter: string) => `pbkdf2-sha256$100000$${letter.repeat(22)}==$${letter.repeat(43)}=`;
  const currentHash = async () => (await db.sql`select hash from private.beta_passcode`)[0]?.['hash'];

  it('change the passcode once; the second reads who changed it, or that the passcode of the settings applies again', async () => {
    await db.sql`delete from private.beta_passcode`;
    for (const { first, second, faster } of orders()) {
      const seen = (await settings()).passcode_changed_at;
      const [hash, late] = [hashOf(faster.slice(0, 1)), hashOf('x')];
      const call = (by: string, p_hash: string) => ({ by, args: { p_hash, p_seen_changed_at: seen } });
      expect(await callAtOnce(db, 'operator_set_passcode', call(first, hash), call(second, late))).toEqual([
        { success: true },
        {
          success: false,
          code: 'already_changed',
          message: expect.stringMatching(
            new RegExp(
              `^Already changed: ${faster} changed it on \\d+ \\w+ at \\d\\d:\\d\\d UTC\\. Yours was not saved\\. To replace the present one, change it again\\.$`,
            ),
          ),
        },
      ]);
      expect(await currentHash()).toBe(hash);
      expect(await setPasscode(first, hash, seen), 'again after a lost answer').toEqual({ success: true });
    }
    const changedAt = String((await settings()).passcode_changed_at);
    const toMilliseconds = new Date(changedAt).toISOString();
    await db.sql`update private.beta_passcode set changed_at = date_trunc('milliseconds', changed_at) + interval '1 microsecond'`;
    expect(await setPasscode(mara, hashOf('y'), toMilliseconds)).toMatchObject({ code: 'already_changed' });
    await db.sql`delete from private.beta_passcode`;
    expect(await setPasscode(mara, hashOf('y'), changedAt)).toMatchObject({
      message:
        "Meanwhile the passcode is that of the server's settings again. Yours was not saved. To replace the present one, change it again.",
    });
    expect(await setPasscode(mara, hashOf('y'), null)).toEqual({ success: true });
  });

  it('add and remove a word once; the other reads who did', async () => {
    for (const { first, second, faster } of orders()) {
      const call = (by: string, word: string, p_is_restricted: boolean) => ({
        by,
        args: { p_word: word, p_is_restricted },
      });
      const told = (text: string) =>
        expect.stringMatching(new RegExp(`^${text} on \\d+ \\w+ at \\d\\d:\\d\\d UTC\\.$`));
      expect(
        await callAtOnce(db, 'operator_set_word', call(first, 'low tide', true), call(second, 'L0w Tide', true)),
      ).toEqual([
        { success: true },
        { success: false, code: 'word_known', message: told(`Already restricted: ${faster} added it`) },
      ]);
      expect(
        await callAtOnce(db, 'operator_set_word', call(first, 'low tide', false), call(second, 'low tide', false)),
      ).toEqual([
        { success: true },
        { success: false, code: 'already_removed', message: told(`Already removed: ${faster} removed it`) },
      ]);
    }
    const logged = await db.sql`select act from private.moderation_log where details ->> 'word' = 'low tide'`;
    expect(logged).toHaveLength(4);
  });
});

it('The operators’ figures count today’s people, new accounts and abuse', async () => {
  const before = Object(await db.asUser(mara).rpc('operator_figures'));
  const person = await db.createUser();
  await db.sql`insert into public.user_days (user_id, day) values (${person}, private.utc_day(now()))
               on conflict do nothing`;
  await db.sql`insert into public.security_events (event_type, severity, event_data, source)
               values ('beta_rate_limited', 'warning', '{}', 'server')`;
  const after = Object(await db.asUser(mara).rpc('operator_figures'));
  expect(after).toEqual({
    ...before,
    // The age of the changes that wait for a digest, which rises between the two calls.
    lag_ms: after.lag_ms,
    longest_lag_ms: after.longest_lag_ms,
    people_today: before.people_today + 1,
    new_this_week: before.new_this_week + 1,
    abuse_last_hour: 1,
    abuse_today: 1,
  });
});
