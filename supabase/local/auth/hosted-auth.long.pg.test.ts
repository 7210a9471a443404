import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followLink, readLink } from '../../../tests/support/follow-link.ts';
import { mp3 } from '../../../sync/media/sample-files.ts';
import { openTestStack, type TestStack, type TestUser } from '../test-stack.ts';

let test: TestStack;
let admin: SupabaseClient;
beforeAll(async () => {
  test = await openTestStack();
  admin = test.createAdmin();
});
afterAll(() => test.close());

const latest = (email: string) => test.stack.mailbox.latestTo(email);
const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe('A token', () => {
  const common = (user: TestUser) => ({
    iss: `${test.stack.url}/auth/v1`,
    sub: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    phone: '',
    aal: 'aal1',
    session_id: expect.stringMatching(/^[\da-f-]{36}$/),
    is_anonymous: false,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { email: user.email, email_verified: true, phone_verified: false, sub: user.id },
    iat: expect.any(Number),
    exp: expect.any(Number),
  });

  it('has the claims of hosted Auth for a password sign-in, and keeps them when it is renewed', async () => {
    const user = await test.createUser();
    const amr = [{ method: 'password', timestamp: expect.any(Number) }];
    expect(claimsOf(user.token)).toEqual({ ...common(user), amr });
    const { data } = await user.client.auth.refreshSession();
    expect(claimsOf(data.session?.access_token ?? '')).toEqual({ ...common(user), amr });
    expect((await user.client.auth.getClaims()).error).toBeNull();
    expect((await user.client.auth.getUser()).data.user?.id).toBe(user.id);
    const own = await user.client.from('user_balances').select('user_id');
    expect(own.data).toEqual([{ user_id: user.id }]);
  });

  it('has the claims of hosted Auth for a link', async () => {
    const user = await test.createUser();
    await test.createClient().auth.signInWithOtp({ email: user.email });
    const amr = [{ method: 'otp', timestamp: expect.any(Number) }];
    const { session } = await followLink(test.stack, latest(user.email)?.link);
    expect(claimsOf(session?.access_token ?? '')).toEqual({ ...common(user), amr });
  });
});

describe('The code of a mail', () => {
  it("confirms a sign-up and a sign-in as type 'email'; the hash of a reset link is accepted as 'email' too, but only once", async () => {
    const email = 'either@example.com';
    const client = test.createClient();
    await client.auth.signUp({ email, password: 'correct horse', options: await test.passGate() });
    const signedUp = await client.auth.verifyOtp({ email, token: latest(email)?.code ?? '', type: 'email' });
    expect([signedUp.error, signedUp.data.user?.email]).toEqual([null, email]);
    await client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    const signedIn = await client.auth.verifyOtp({ email, token: latest(email)?.code ?? '', type: 'email' });
    expect([signedIn.error, signedIn.data.user?.email]).toEqual([null, email]);
    await client.auth.resetPasswordForEmail(email);
    const { token_hash } = readLink(latest(email)?.link);
    const byHash = await client.auth.verifyOtp({ token_hash, type: 'email' });
    expect([byHash.error, byHash.data.user?.email]).toEqual([null, email]);
    const repeated = await test.createClient().auth.verifyOtp({ token_hash, type: 'email' });
    expect(repeated.error?.code).toBe('otp_expired');
  });

  it('is sent at most once a minute: a second magic link is refused', async () => {
    const { email } = await test.createUser();
    const client = test.createClient();
    expect((await client.auth.signInWithOtp({ email })).error).toBeNull();
    const first = latest(email)?.id;
    const { error } = await client.auth.signInWithOtp({ email });
    expect([error?.status, error?.code]).toEqual([429, 'over_email_send_rate_limit']);
    expect(latest(email)?.id).toBe(first);
  });
});

describe('A new password', () => {
  it('ends the sessions begun with the old password, except the one that sets the new password', async () => {
    const { email, password } = await test.createUser();
    const signIn = async () => {
      const client = test.createClient();
      expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
      return client;
    };
    const [stolen, current, other] = [await signIn(), await signIn(), await test.createUser()];
    expect((await current.auth.updateUser({ data: { mood: 'late' } })).error).toBeNull();
    expect((await stolen.auth.refreshSession()).error, 'the password is not changed yet').toBeNull();
    expect((await current.auth.updateUser({ password: 'another horse' })).error).toBeNull();
    expect((await stolen.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
    for (const { auth } of [current, other.client]) expect((await auth.refreshSession()).error).toBeNull();
  });
});

describe('A change of e-mail', () => {
  const signInOutcome = async (email: string, password: string) =>
    (await test.createClient().auth.signInWithPassword({ email, password })).error?.code ?? 'in';

  it('needs both addresses to confirm, in either order', async () => {
    for (const order of ['present first', 'new first']) {
      const user = await test.createUser();
      const to = `${order.replace(' ', '-')}@example.com`;
      const changed = await user.client.auth.updateUser({ email: to, data: { colour: 'blue' } });
      expect(changed.error).toBeNull();
      expect(changed.data.user).toMatchObject({ email: user.email, new_email: to, user_metadata: { colour: 'blue' } });
      expect(latest(user.email)?.code).not.toBe(latest(to)?.code);

      const [first, second] = order === 'present first' ? [user.email, to] : [to, user.email];
      const client = test.createClient();
      const early = await client.auth.verifyOtp({
        email: first,
        token: latest(first)?.code ?? '',
        type: 'email_change',
      });
      expect([early.error, early.data.session]).toEqual([null, null]);
      expect([await signInOutcome(user.email, user.password), await signInOutcome(to, user.password)]).toEqual([
        'in',
        'invalid_credentials',
      ]);
      const twice = await client.auth.verifyOtp({
        email: first,
        token: latest(first)?.code ?? '',
        type: 'email_change',
      });
      expect(twice.error?.code).toBe('otp_expired');

      const { session } = await followLink(test.stack, latest(second)?.link);
      expect(claimsOf(session?.access_token ?? '')).toMatchObject({ sub: user.id, email: to });
      expect([await signInOutcome(user.email, user.password), await signInOutcome(to, user.password)]).toEqual([
        'invalid_credentials',
        'in',
      ]);
    }
  });

  it('tells the first confirmer what to do next', async () => {
    const user = await test.createUser();
    const emailRedirectTo = `${test.stack.url}/auth/callback`;
    await user.client.auth.updateUser({ email: 'next@example.com' }, { emailRedirectTo });
    expect(await followLink(test.stack, latest('next@example.com')?.link)).toMatchObject({
      status: 200,
      session: null,
      json: { msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email' },
    });
  });

  it('looks like any other if the new address has an account, and never takes effect', async () => {
    const [user, other] = [await test.createUser(), await test.createUser()];
    const before = latest(other.email)?.id;
    const changed = await user.client.auth.updateUser({ email: other.email });
    expect([changed.error, changed.data.user?.new_email]).toEqual([null, other.email]);
    expect(latest(other.email)?.id).toBe(before);
    await followLink(test.stack, latest(user.email)?.link);
    expect([await signInOutcome(user.email, user.password), await signInOutcome(other.email, other.password)]).toEqual([
      'in',
      'in',
    ]);
  });

  it('needs a session and a valid address, and is limited to once a minute', async () => {
    const user = await test.createUser();
    const { url, keys } = test.stack;
    const headers = { apikey: keys.publishableKey, 'content-type': 'application/json' };
    const body = JSON.stringify({ email: 'nobody-asked@example.com' });
    const unsigned = await fetch(`${url}/auth/v1/user`, { method: 'PUT', headers, body });
    expect([unsigned.status, latest('nobody-asked@example.com')]).toEqual([401, null]);
    expect((await user.client.auth.updateUser({ email: 'nowhere' })).error?.code).toBe('validation_failed');
    expect((await user.client.auth.updateUser({ email: 'soon@example.com' })).error).toBeNull();
    expect((await user.client.auth.updateUser({ email: 'soon@example.com' })).error?.status).toBe(429);
  });
});

describe('The secret key', () => {
  it('lists, creates, changes and deletes accounts', async () => {
    const created = await admin.auth.admin.createUser({
      email: 'Made@Example.com',
      password: 'correct horse',
      email_confirm: true,
      user_metadata: { colour: 'blue', note: null },
      app_metadata: { plan: 'gold' },
    });
    expect(created.error).toBeNull();
    const id = created.data.user?.id ?? '';
    expect(created.data.user).toMatchObject({
      email: 'made@example.com',
      role: 'authenticated',
      app_metadata: { plan: 'gold', provider: 'email', providers: ['email'] },
      user_metadata: { colour: 'blue', note: null, email_verified: true },
      identities: [{ provider: 'email', email: 'made@example.com' }],
    });
    const client = test.createClient();
    const signIn = (email: string, password: string) => client.auth.signInWithPassword({ email, password });
    const signedIn = await signIn('made@example.com', 'correct horse');
    expect(claimsOf(signedIn.data.session?.access_token ?? '')['app_metadata']).toMatchObject({ plan: 'gold' });

    const changed = await admin.auth.admin.updateUserById(id, {
      email: 'changed@example.com',
      password: 'new horse',
      user_metadata: { colour: null, size: 3 },
      app_metadata: { plan: 'silver' },
    });
    expect(changed.data.user).toMatchObject({ email: 'changed@example.com', app_metadata: { plan: 'silver' } });
    expect(changed.data.user?.user_metadata).toEqual({ note: null, size: 3, email_verified: true });
    expect((await client.auth.refreshSession()).error).not.toBeNull();
    expect((await signIn('changed@example.com', 'correct horse')).error?.code).toBe('invalid_credentials');
    expect((await signIn('changed@example.com', 'new horse')).error).toBeNull();
    expect((await admin.auth.admin.getUserById(id)).data.user?.email).toBe('changed@example.com');

    const total = (await admin.auth.admin.listUsers()).data.users.length;
    const page = await admin.auth.admin.listUsers({ page: 1, perPage: 2 });
    expect(page.data).toMatchObject({ total, nextPage: 2, users: [{ id }, {}] });

    expect((await admin.auth.admin.deleteUser(id)).error).toBeNull();
    expect((await admin.auth.admin.getUserById(id)).error?.code).toBe('user_not_found');
    expect((await admin.auth.admin.deleteUser(id)).error?.status).toBe(404);
  });

  it('deletes an account with its profile, tracks and files', async () => {
    const user = await test.createUser();
    const name = `${user.id}/song.mp3`;
    const stored = await user.client.storage
      .from('tracks')
      .upload(name, mp3({ frames: 200 }), { contentType: 'audio/mpeg' });
    expect(stored.error).toBeNull();
    await test.sql`insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed)
      values (gen_random_uuid(), ${user.id}, 'Gone', 'Nina', 'House', ${name}, 5000, 1, true)`;
    const file = test.createClient().storage.from('tracks').getPublicUrl(name).data.publicUrl;
    expect((await fetch(file)).ok).toBe(true);
    expect((await admin.auth.admin.deleteUser(user.id)).error).toBeNull();
    expect([
      ...(await test.sql`select from public.user_profiles where id = ${user.id} and deleted_at is null`),
    ]).toEqual([]);
    expect([...(await test.sql`select from public.tracks where user_id = ${user.id} and deleted_at is null`)]).toEqual(
      [],
    );
    expect((await user.client.auth.getUser()).error?.status).toBe(403);
    await expect.poll(async () => (await fetch(file)).ok).toBe(false);
  });

  it('gets the reason when an account cannot be created, and can neither delete softly nor invite', async () => {
    const user = await test.createUser();
    const create = async (attributes: object) => (await admin.auth.admin.createUser(attributes)).error?.code;
    expect(await create({ email: user.email.toUpperCase() })).toBe('email_exists');
    expect(await create({ email: 'a@example.com', password: 'short' })).toBe('weak_password');
    expect(await create({ email: 'nowhere' })).toBe('validation_failed');
    expect(await create({ email: 'a@example.com', ban_duration: '1h' })).toBe('validation_failed');
    const soft = await admin.auth.admin.deleteUser(user.id, true);
    expect([soft.error?.status, (await admin.auth.admin.getUserById(user.id)).data.user?.id]).toEqual([400, user.id]);
    expect((await admin.auth.admin.inviteUserByEmail('b@example.com')).error).not.toBeNull();
  });

  it('is required to list accounts, and gets 404 from an unknown endpoint', async () => {
    const user = await test.createUser();
    const { url, keys } = test.stack;
    const ask = async (headers: Record<string, string>, path = 'users') => {
      const response = await fetch(`${url}/auth/v1/admin/${path}`, { headers });
      const { error_code }: { error_code?: string } = await response.json();
      return [response.status, error_code];
    };
    expect(await ask({})).toEqual([401, 'no_authorization']);
    expect(await ask({ apikey: keys.publishableKey })).toEqual([403, 'not_admin']);
    expect(await ask({ apikey: keys.publishableKey, authorization: `Bearer ${user.token}` })).toEqual([
      403,
      'not_admin',
    ]);
    expect(await ask({ apikey: keys.serviceRoleKey, authorization: `Bearer ${user.token}` })).toEqual([
      403,
      'not_admin',
    ]);
    expect(await ask({ apikey: `${keys.serviceRoleKey}x` })).toEqual([401, 'no_authorization']);
    expect(await ask({ apikey: keys.serviceRoleKey }, 'users?page=0')).toEqual([400, 'validation_failed']);
    expect(await ask({ apikey: keys.serviceRoleKey }, 'users?page=999999999999999&per_page=1')).toEqual([
      200,
      undefined,
    ]);
    expect(await ask({ apikey: keys.serviceRoleKey }, 'audit')).toEqual([404, 'not_found']);
  });
});
