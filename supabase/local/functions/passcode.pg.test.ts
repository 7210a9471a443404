import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashPasscode } from '../../functions/validate-beta-passcode/passcode-hash.ts';
import { openTestStack, type TestStack } from '../test-stack.ts';

let test: TestStack;
beforeAll(async () => {
  test = await openTestStack({ passcode: 'velvet rope' });
});
afterAll(() => test.close());

const post = (body: string, init: RequestInit = {}) =>
  fetch(`${test.stack.url}/functions/v1/validate-beta-passcode`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    ...init,
  });

it('opens a session for the passcode, ignores surrounding spaces, and the session’s token can be looked up (S-2)', async () => {
  const client = test.createClient();
  const { data, error } = await client.functions.invoke('validate-beta-passcode', {
    body: { passcode: '  velvet rope ' },
  });
  expect(error).toBeNull();
  expect(data).toEqual({
    success: true,
    session_token: expect.stringMatching(/^[0-9a-f]{64}$/),
    expires_at: expect.any(String),
    rateLimited: false,
  });
  const found = await client.rpc('beta_session_lookup', { p_token: data.session_token });
  expect(found.data).toEqual({ session_token: data.session_token, expires_at: data.expires_at, used: false });
});

it('does not store the caller’s IP address in plain text (S-3)', async () => {
  const rows = await test.sql`select encode(address_hash, 'escape') as hash from public.beta_attempts`;
  expect(rows.some(({ hash }) => String(hash).includes('127.0.0.1'))).toBe(false);
});

it('answers a malformed request with a clean error and does not count it as an attempt', async () => {
  const [before] = await test.sql`select count(*)::int as n from public.beta_attempts`;
  const answers = [
    await post('{"passcode":'),
    await post('{"passcode":42}'),
    await post(JSON.stringify({ passcode: 'x'.repeat(5000) })),
    await fetch(`${test.stack.url}/functions/v1/validate-beta-passcode`),
    await fetch(`${test.stack.url}/functions/v1/nothing`, { method: 'POST' }),
    await fetch(`${test.stack.url}/functions/v1/..%2f..%2fx`, { method: 'POST' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 413, 405, 404, 404]);
  const [after] = await test.sql`select count(*)::int as n from public.beta_attempts`;
  expect(after).toEqual(before);
});

it('blocks the eleventh wrong attempt of a minute, whatever IP address the headers claim (S-3)', async () => {
  const answers: unknown[] = [];
  for (let i = 1; i <= 11; i += 1) {
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-for': `203.0.113.${i}`,
      'cf-connecting-ip': `203.0.113.${i}`,
    };
    answers.push(await (await post('{"passcode":"wrong"}', { headers })).json());
  }
  const wrong = { success: false, rateLimited: false };
  expect(answers).toEqual([...Array.from({ length: 10 }, () => wrong), { success: false, rateLimited: true }]);
  const right = await post('{"passcode":"velvet rope"}');
  expect(await right.json()).toEqual({ success: false, rateLimited: true });
});

it('accepts the passcode that an operator chose, and then rejects that of the settings', async () => {
  await test.sql`delete from public.beta_attempts`;
  await test.sql`insert into private.beta_passcode (hash) values (${await hashPasscode('low tide')})`;
  const isOpen = async (passcode: string) => Object(await (await post(JSON.stringify({ passcode }))).json()).success;
  expect([await isOpen('low tide'), await isOpen('velvet rope')]).toEqual([true, false]);
  await test.sql`delete from private.beta_passcode`;
  expect([await isOpen('low tide'), await isOpen('velvet rope')]).toEqual([false, true]);
});

it('accepts the code of an invitation in place of the passcode, however it is typed, until it is used up', async () => {
  await test.sql`delete from public.beta_attempts`;
  const hash = createHash('sha256').update('K7QM2X904TR1').digest('hex');
  await test.sql`insert into private.invitations (code_hash, note, max_uses, ends_at)
                 values (decode(${hash}, 'hex'), '', 2, now() + interval '1 day')`;
  const answerTo = async (passcode: string, device_key?: string) =>
    Object(await (await post(JSON.stringify({ passcode, device_key }))).json());
  const right = { success: true, session_token: expect.stringMatching(/^[0-9a-f]{64}$/), rateLimited: false };
  expect(await answerTo(' k7qm-2x9o-4trl. ', 'this device')).toMatchObject(right);
  expect(await answerTo('K7QM2X904TR1', 'this device'), 'a retry takes no second use').toMatchObject(right);
  expect(await answerTo('K7QM-2X90-4TR1', 'another device')).toMatchObject(right);
  const wrong = { success: false, rateLimited: false };
  expect(await answerTo('K7QM-2X90-4TR1', 'a third device')).toEqual(wrong);
  expect(await answerTo('K7QM-2X90-4TR2')).toEqual(wrong);
  const [attempts] = await test.sql`select count(*) filter (where succeeded)::int as right, count(*)::int as all
                                    from public.beta_attempts`;
  expect(attempts).toEqual({ right: 3, all: 5 });
});
