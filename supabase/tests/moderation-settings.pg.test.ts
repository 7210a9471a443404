import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase } from '../../tests/support/postgres.ts';
import { hashPasscode } from '../functions/validate-beta-passcode/passcode-hash.ts';
import { createOperator } from './moderation-scene.ts';

let db: TestDatabase;
let mara: string;
beforeAll(async () => {
  db = await openTestDatabase();
  mara = await createOperator(db);
});
afterAll(() => db.close());

const setWord = async (word: string, isRestricted: boolean) =>
  Object(await db.asUser(mara).rpc('operator_set_word', { p_word: word, p_is_restricted: isRestricted }));
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

it('A word is refused if it is too short, too long or known; removing an unknown word succeeds', async () => {
  for (const word of ['', ' - ', 'a', '\u200b\u200bx'])
    expect(await setWord(word, true), word).toMatchObject({ success: false, code: 'word_too_short' });
  expect(await setWord('x'.repeat(61), true)).toMatchObject({ code: 'word_too_long' });
  expect(await setWord('Nаzi', true)).toMatchObject({
    code: 'word_known',
    message: 'This word is restricted already.',
  });
  expect(await setWord('never there', false)).toEqual({ success: true });
});

it('[S-3] A passcode that an operator chose replaces that of the settings, and only its hash is accepted', async () => {
  const begin = async () => Object(await db.asService().rpc('beta_begin_attempt', { p_address: '192.0.2.9' }));
  expect(await begin()).toEqual({ allowed: true, passcode_hash: null });
  const hash = await hashPasscode('low tide');
  const setHash = async (p_hash: string) => Object(await db.asUser(mara).rpc('operator_set_passcode', { p_hash }));
  for (const wrong of ['low tide', hash.replace('$100000$', '$999999999$'), `${hash}\n`])
    expect(await setHash(wrong), wrong).toMatchObject({ success: false, code: 'invalid_payload' });
  expect(await setHash(hash)).toEqual({ success: true });
  expect(await begin()).toEqual({ allowed: true, passcode_hash: hash });
  await db.asService().rpc('beta_open_session');
  expect(await settings()).toMatchObject({ passcode_changed_at: expect.any(String), passcode_uses_today: 1 });
  const logged = await db.sql`select details from private.moderation_log where act = 'change_passcode'`;
  expect([...logged]).toEqual([{ details: {} }]);
});

it('The figures of the day are those of the tables', async () => {
  const before = Object(await db.asUser(mara).rpc('operator_figures'));
  const person = await db.createUser();
  await db.sql`insert into public.user_days (user_id, day) values (${person}, private.utc_day(now()))
               on conflict do nothing`;
  await db.sql`insert into public.security_events (event_type, severity, event_data, source)
               values ('beta_rate_limited', 'warning', '{}', 'server')`;
  expect(await db.asUser(mara).rpc('operator_figures')).toEqual({
    ...before,
    people_today: before.people_today + 1,
    new_this_week: before.new_this_week + 1,
    abuse_last_hour: 1,
    abuse_today: 1,
  });
});
