import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { noAuthLimits, openTestStack, type TestStack, type TestUser } from '../test-stack.ts';

let test: TestStack;
beforeAll(async () => {
  test = await openTestStack({ authLimits: noAuthLimits });
});
afterAll(() => test.close());

const phoneAgent =
  'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36';

const tokens = z.object({ access_token: z.string(), refresh_token: z.string() });
const listed = z.array(
  z.object({
    session_id: z.string(),
    user_agent: z.nullable(z.string()),
    used_at: z.string(),
    is_current: z.boolean(),
  }),
);

async function post(path: string, body: unknown, token: string | null, userAgent = 'test'): Promise<Response> {
  const { url, keys } = test.stack;
  return await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': userAgent,
      apikey: keys.publishableKey,
      authorization: `Bearer ${token ?? keys.publishableKey}`,
    },
    body: JSON.stringify(body),
  });
}
const call = (name: string, body: unknown, token: string | null) => post(`/rest/v1/rpc/${name}`, body, token);
const signIn = async ({ email, password }: TestUser, userAgent: string) =>
  tokens.parse(await (await post('/auth/v1/token?grant_type=password', { email, password }, null, userAgent)).json());
const refresh = (refreshToken: string) =>
  post('/auth/v1/token?grant_type=refresh_token', { refresh_token: refreshToken }, null);
const sessionsOf = async (token: string) => listed.parse(await (await call('list_my_sessions', {}, token)).json());
const sessionOf = (token: string): string =>
  z
    .looseObject({ session_id: z.string() })
    .parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).session_id;
const wasEnded = async (token: string): Promise<unknown> =>
  await (await call('was_session_ended', { p_session: sessionOf(token) }, null)).json();
/** Creates a person with one session: the session that the confirmation of the address opened is ended. */
async function createPerson(): Promise<TestUser> {
  const user = await test.createUser();
  await test.sql`delete from auth.sessions where user_id = ${user.id} and id <> ${sessionOf(user.token)}`;
  return user;
}
/** Requests that a device of this person sends. */
const requests = (token: string) => [
  call('sync_pull', { p: { v: 1, tables: ['genres'], since: '0' } }, token),
  call('sync_push', { p_actions: [] }, token),
  fetch(`${test.stack.url}/rest/v1/genres?select=id`, {
    headers: { apikey: test.stack.keys.publishableKey, authorization: `Bearer ${token}` },
  }),
];

describe('sessions on other devices', () => {
  it('are listed with their device, the current one first, and with the time of the last token', async () => {
    const user = await createPerson();
    const phone = await signIn(user, phoneAgent);
    const [current, other, ...rest] = await sessionsOf(user.token);
    expect(rest).toEqual([]);
    expect(current).toMatchObject({ session_id: sessionOf(user.token), is_current: true });
    expect(other).toMatchObject({
      session_id: sessionOf(phone.access_token),
      is_current: false,
      user_agent: phoneAgent,
    });
    await test.sql`update auth.sessions set created_at = now() - interval '3 days', refreshed_at = now() - interval '2 days'
      where id = ${sessionOf(phone.access_token)}`;
    const late = (await sessionsOf(user.token))[1]?.used_at ?? '';
    expect(Math.round((Date.now() - Date.parse(late)) / 3_600_000)).toBe(48);
    expect((await refresh(phone.refresh_token)).status).toBe(200);
    const fresh = (await sessionsOf(user.token))[1]?.used_at ?? '';
    expect(Date.now() - Date.parse(fresh)).toBeLessThan(60_000);
  });

  it('end at once when the person ends them, and their devices learn why', async () => {
    const user = await createPerson();
    const phone = await signIn(user, phoneAgent);
    for (const request of requests(phone.access_token)) expect((await request).status).toBe(200);
    expect(await wasEnded(phone.access_token)).toBe(false);

    const ids = [sessionOf(phone.access_token), sessionOf(user.token), randomUUID()];
    const answer = await call('end_my_sessions', { p_sessions: ids }, user.token);
    expect(await answer.json()).toEqual({ success: true, ended: 1 });

    for (const request of requests(phone.access_token)) {
      const refused = await request;
      expect(refused.status).toBe(401);
      expect(await refused.json()).toMatchObject({ code: 'PT401' });
    }
    expect((await refresh(phone.refresh_token)).status).toBe(400);
    expect(await wasEnded(phone.access_token)).toBe(true);
    // The current session stays.
    expect((await sessionsOf(user.token)).map(({ is_current }) => is_current)).toEqual([true]);
    expect(await wasEnded(user.token)).toBe(false);
  });

  it("cannot be ended by another person, and are in nobody else's list", async () => {
    const [owner, stranger] = [await createPerson(), await createPerson()];
    const answer = await call('end_my_sessions', { p_sessions: [sessionOf(owner.token)] }, stranger.token);
    expect(await answer.json()).toEqual({ success: true, ended: 0 });
    expect((await sessionsOf(owner.token)).length).toBe(1);
    expect((await sessionsOf(stranger.token)).map(({ session_id }) => session_id)).toEqual([sessionOf(stranger.token)]);
  });

  it('[S-5] do not count as ended by the person when they end in another way', async () => {
    const user = await createPerson();
    const [phone, tablet] = [await signIn(user, phoneAgent), await signIn(user, phoneAgent)];
    await post('/auth/v1/logout?scope=local', {}, tablet.access_token);
    const changed = await fetch(`${test.stack.url}/auth/v1/user`, {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        apikey: test.stack.keys.publishableKey,
        authorization: `Bearer ${user.token}`,
      },
      body: JSON.stringify({ password: 'another horse' }),
    });
    expect(changed.status).toBe(200);
    for (const { access_token, refresh_token } of [phone, tablet]) {
      expect((await refresh(refresh_token)).status).toBe(400);
      expect(await wasEnded(access_token)).toBe(false);
    }
  });

  it('[S-6] end with the account', async () => {
    const user = await createPerson();
    const phone = await signIn(user, phoneAgent);
    expect((await call('delete_my_profile', {}, user.token)).status).toBe(200);
    expect((await refresh(phone.refresh_token)).status).toBe(400);
    expect(await wasEnded(phone.access_token)).toBe(true);
  });
});
