import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noAuthLimits, openTestStack, type TestStack } from '../test-stack.ts';

let test: TestStack;
beforeAll(async () => {
  test = await openTestStack({ authLimits: noAuthLimits });
});
afterAll(() => test.close());

const password = 'correct horse';

async function send(path: string, body: string, as: { method?: string; token?: string } = {}) {
  const { url, keys } = test.stack;
  const key = path.includes('apikey=') ? {} : { apikey: keys.publishableKey };
  const bearer = as.token === undefined ? {} : { authorization: `Bearer ${as.token}` };
  const response = await fetch(`${url}/auth/v1/${path}`, {
    method: as.method ?? 'POST',
    headers: { 'content-type': 'application/json', ...key, ...bearer },
    body,
  });
  const answer: Record<string, unknown> = JSON.parse((await response.text()) || '{}');
  return { status: response.status, answer };
}

describe('A body that @supabase/lite can parse and our guard cannot', () => {
  it.each(['\uFEFF', '\uFEFF\uFEFF'])('is refused at these endpoints: prefixed with %j', async (mark) => {
    const { email, token } = await test.createUser();
    const requests: [string, object, { method?: string; token?: string }?][] = [
      ['token?grant_type=password', { email, password }],
      ['otp', { email: 'nobody@example.com', create_user: true }],
      ['magiclink', { email: 'nobody@example.com' }],
      ['recover', { email }],
      ['verify', { email, token: '123456', type: 'recovery' }],
      ['signup', { email: 'nobody@example.com', password, ...(await test.passGate()) }],
      ['user', { password: 'x'.repeat(73) }, { method: 'PUT', token }],
    ];
    for (const [path, body, as] of requests) {
      const { status, answer } = await send(path, mark + JSON.stringify(body), as);
      expect([path, status, answer['error_code']]).toEqual([path, 400, 'bad_json']);
    }
    expect([...(await test.sql`select id from auth.users where email = 'nobody@example.com'`)]).toEqual([]);
  });
});

it('A value that Postgres cannot store as text, or that is too long, causes no 5xx at any endpoint', async () => {
  const { token } = await test.createUser();
  const email = 'a\0@example.com';
  const requests: [string, object, { method?: string; token?: string }?][] = [
    ...['otp', 'magiclink', 'recover', 'resend'].map((path): [string, object] => [path, { email, type: 'signup' }]),
    ['signup', { email, password, ...(await test.passGate()) }],
    ['signup', { email: 'b@example.com', password, data: { beta_token: '\0' } }],
    ['signup', { email: 'b@example.com', password, data: { beta_token: '\ud800' } }],
    ['verify', { email, token: '123456', type: 'signup' }],
    ['user', { email: `b@${'x'.repeat(60)}.${'x.'.repeat(120)}com` }, { method: 'PUT', token }],
  ];
  for (const [path, body, as] of requests) {
    const { status } = await send(path, JSON.stringify(body), as);
    expect([path, body, status < 500]).toEqual([path, body, true]);
  }
});

describe('A code', () => {
  it.each(['recovery', 'email_change'])('is refused if some of its characters move to the email: %s', async (type) => {
    const { email, token } = await test.createUser();
    const requested =
      type === 'recovery'
        ? await send('recover', JSON.stringify({ email }))
        : await send('user', JSON.stringify({ email: `new-${email}` }), { method: 'PUT', token });
    expect(requested.status).toBe(200);
    const code = test.stack.mailbox.latestTo(email)?.code ?? '';
    expect(code).toMatch(/^\d{6}$/);
    for (const cut of [1, 5, 6]) {
      const split = { email: email + code.slice(0, cut), token: code.slice(cut), type };
      expect((await send('verify', JSON.stringify(split))).answer['error_code']).toBe('otp_expired');
    }
    const joined = { email: email.slice(0, -1), token: email.slice(-1) + code, type };
    expect((await send('verify', JSON.stringify(joined))).answer['error_code']).toBe('otp_expired');
    expect((await send('verify', JSON.stringify({ email, token: code, type }))).status).toBe(200);
  });
});

describe('A sign-up', () => {
  const signUp = async (email: string, query = '') => {
    const { status, answer } = await send(
      `signup${query}`,
      JSON.stringify({ email, password, ...(await test.passGate()) }),
    );
    const text = JSON.stringify(answer).replaceAll(email, 'EMAIL').replaceAll(String(answer['id']), 'ID');
    const body = text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'TIME');
    return { status, body, id: answer['id'] };
  };
  const letMinutePass = (email: string) =>
    test.sql`update auth.users set confirmation_sent_at = now() - interval '61 seconds' where email = ${email}`;

  it('answers the same for an address without an account, with a pending one, and with a confirmed one', async () => {
    const { email: confirmed } = await test.createUser();
    const fresh = 'fresh@example.com';
    const first = await signUp(fresh);
    await letMinutePass(fresh);
    const second = await signUp(fresh);
    const known = [await signUp(confirmed), await signUp(confirmed)];
    expect(first.status).toBe(200);
    for (const { status, body } of [second, ...known]) expect([status, body]).toEqual([200, first.body]);
    expect([second.id, known[1]?.id]).toEqual([first.id, known[0]?.id]);
    const [account] = await test.sql`select id from auth.users where email = ${fresh}`;
    expect(first.id, 'the id of the pending account').toBe(account?.['id']);
    for (const { id } of [first, ...known])
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    const [other] = await test.sql`select 1 from auth.users where id = ${String(known[0]?.id)}`;
    expect(other, 'not the id of the confirmed account').toBeUndefined();
  });

  it.each(['?', '?%61pikey=x&'])('behaves the same with the key in the URL as in a header: %s', async (more) => {
    const query = `${more}apikey=${test.stack.keys.publishableKey}`;
    const { email: confirmed } = await test.createUser();
    const fresh = `query${more.length}@example.com`;
    const first = await signUp(fresh, query);
    await letMinutePass(fresh);
    const before = test.stack.mailbox.latestTo(fresh);
    for (const email of [fresh, confirmed]) {
      const { status, body } = await signUp(email, query);
      expect([status, body]).toEqual([200, first.body]);
    }
    expect(test.stack.mailbox.latestTo(fresh)?.id, 'the repeated sign-up sends a new mail').not.toBe(before?.id);
  });
});
