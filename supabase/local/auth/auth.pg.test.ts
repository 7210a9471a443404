import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followLink, readLink } from '../../../tests/support/follow-link.ts';
import { noAuthLimits, openTestStack, type TestStack } from '../test-stack.ts';

let test: TestStack;
beforeAll(async () => {
  test = await openTestStack({ authLimits: noAuthLimits });
});
afterAll(() => test.close());

const password = 'correct horse';

describe('Auth on one machine', () => {
  it("sends a link to the requesting page's callback, and following it gives a session", async () => {
    const { stack } = test;
    const client = test.createClient();
    const signedUp = await client.auth.signUp({
      email: 'link@example.com',
      password,
      options: { ...(await test.passGate()), emailRedirectTo: `${stack.url}/auth/callback` },
    });
    expect(signedUp.error).toBeNull();
    expect(signedUp.data.session).toBeNull();

    const early = await client.auth.signInWithPassword({ email: 'link@example.com', password });
    expect(early.error?.code).toBe('email_not_confirmed');

    const link = stack.mailbox.latestTo('link@example.com')?.link ?? '';
    expect(link.split('#')[0]).toBe(`${stack.url}/auth/callback`);
    expect(readLink(link)).toMatchObject({ type: 'signup', email: 'link@example.com' });
    const { session } = await followLink(stack, link);
    const { error } = await client.auth.setSession({
      access_token: session?.access_token ?? '',
      refresh_token: session?.refresh_token ?? '',
    });
    expect(error).toBeNull();
    expect((await client.auth.getUser()).data.user?.email).toBe('link@example.com');
  });

  it('refuses a used link', async () => {
    const repeated = await followLink(test.stack, test.stack.mailbox.latestTo('link@example.com')?.link);
    expect(repeated).toMatchObject({ status: 403, json: { error_code: 'otp_expired' } });
  });

  it.each(['signup', 'magiclink', 'recovery'])(
    "[S-50] redeems nothing when a robot fetches a mail's link, for any type: %s",
    async (type) => {
      const { stack } = test;
      const { url, keys } = stack;
      const email = `robot-${type.length}@example.com`;
      const client = test.createClient();
      await client.auth.signUp({ email, password, options: await test.passGate() });
      if (type !== 'signup') await followLink(stack, stack.mailbox.latestTo(email)?.link);
      if (type === 'magiclink') await client.auth.signInWithOtp({ email });
      if (type === 'recovery') await client.auth.resetPasswordForEmail(email);
      const mail = stack.mailbox.latestTo(email);
      const { token_hash } = readLink(mail?.link);
      const verify = `${url}/auth/v1/verify?type=${type}&apikey=${keys.publishableKey}&redirect_to=${encodeURIComponent(`${url}/auth/callback`)}`;
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT']) {
        for (const address of [
          mail?.link ?? '',
          `${verify}&token=${token_hash}`,
          `${verify}&token_hash=${token_hash}`,
        ]) {
          const fetched = await fetch(address, { method, redirect: 'manual' });
          expect(`${fetched.headers.get('location')} ${await fetched.text()}`).not.toContain('access_token');
        }
      }
      const redirected = await fetch(`${verify}&token=${token_hash}`, { redirect: 'manual' });
      expect([redirected.status, redirected.headers.get('location')]).toEqual([
        303,
        `${url}/auth/callback#token_hash=${token_hash}&type=${type}`,
      ]);
      // The code and the link share one hash: using either consumes both.
      const token = mail?.code ?? '';
      const typed = await client.auth.verifyOtp({ email, token, type: type === 'recovery' ? 'recovery' : 'email' });
      expect([typed.error, typed.data.user?.email]).toEqual([null, email]);
      expect((await followLink(stack, mail?.link)).status).toBe(403);
    },
  );

  it('accepts an address in any script, and shows it as entered', async () => {
    for (const email of ['josé@example.com', 'a@münchen.de', 'имя@пример.рф', 'o’neil@example.com']) {
      const client = test.createClient();
      const signedUp = await client.auth.signUp({ email, password, options: await test.passGate() });
      expect([email, signedUp.error]).toEqual([email, null]);
      await followLink(test.stack, test.stack.mailbox.latestTo(email)?.link);
      const { data } = await client.auth.signInWithPassword({ email, password });
      expect(data.user?.email).toBe(email);
    }
  });

  it('mails the owner of an account about a sign-up with its address; the response does not reveal the account', async () => {
    const user = await test.createUser();
    const { auth } = test.createClient();
    const answers = [];
    for (const email of [user.email, 'nobody-yet@example.com']) {
      const { data, error } = await auth.signUp({ email, password: 'another horse', options: await test.passGate() });
      answers.push([error, data.session, Object.keys(data.user ?? {}).toSorted(), data.user?.identities?.length]);
    }
    expect(answers[0]).toEqual(answers[1]);
    const mail = test.stack.mailbox.latestTo(user.email);
    expect(mail?.subject).toBe('You already have an account');
    const links = (mail?.text.match(/https?:\S+/g) ?? []).map(readLink);
    expect(links.map(({ type, email }) => [type, email])).toEqual([
      ['magiclink', user.email],
      ['recovery', user.email],
    ]);
    const { data } = await auth.verifyOtp({ email: user.email, token: mail?.code ?? '', type: 'email' });
    expect(data.user?.id).toBe(user.id);
    expect((await auth.signInWithPassword({ email: user.email, password: user.password })).error).toBeNull();
  });

  it('never hands a session to another origin', async () => {
    const { stack } = test;
    const client = test.createClient();
    await client.auth.signUp({
      email: 'stranger@example.com',
      password,
      options: { ...(await test.passGate()), emailRedirectTo: 'https://evil.example/steal' },
    });
    expect(new URL(stack.mailbox.latestTo('stranger@example.com')?.link ?? '').origin).toBe(stack.url);
    const redirected = await fetch(`${stack.url}/auth/v1/verify?token=x&redirect_to=https://evil.example/steal`, {
      redirect: 'manual',
    });
    expect(new URL(redirected.headers.get('location') ?? '').origin).toBe(stack.url);
  });

  it("accepts the mail's code as well as its link", async () => {
    const client = test.createClient();
    await client.auth.signUp({ email: 'code@example.com', password, options: await test.passGate() });
    const token = test.stack.mailbox.latestTo('code@example.com')?.code ?? '';
    const { data, error } = await client.auth.verifyOtp({ email: 'code@example.com', token, type: 'signup' });
    expect(error).toBeNull();
    expect(data.user?.email).toBe('code@example.com');
  });

  it('refuses a wrong password and refreshes a session', async () => {
    const user = await test.createUser();
    const wrong = await test.createClient().auth.signInWithPassword({ email: user.email, password: 'incorrect' });
    expect(wrong.error?.code).toBe('invalid_credentials');

    const before = (await user.client.auth.getSession()).data.session;
    const refreshed = await user.client.auth.refreshSession();
    expect(refreshed.error).toBeNull();
    expect(refreshed.data.session?.refresh_token).not.toBe(before?.refresh_token);
  });

  it('accepts a password reset for an address without an account, and sends no mail', async () => {
    const unknown = await test.createClient().auth.resetPasswordForEmail('nobody@example.com');
    expect(unknown.error).toBeNull();
    expect(test.stack.mailbox.latestTo('nobody@example.com')).toBeNull();
  });

  it('sends the confirmation again after a minute, and not before', async () => {
    const client = test.createClient();
    await client.auth.signUp({ email: 'lost@example.com', password, options: await test.passGate() });
    const first = test.stack.mailbox.latestTo('lost@example.com');
    expect((await client.auth.resend({ type: 'signup', email: 'lost@example.com' })).error?.status).toBe(429);

    await test.sql`update auth.users set confirmation_sent_at = now() - interval '61 seconds' where email = 'lost@example.com'`;
    expect((await client.auth.resend({ type: 'signup', email: 'lost@example.com' })).error).toBeNull();
    const second = test.stack.mailbox.latestTo('lost@example.com');
    expect(second?.id).not.toBe(first?.id);
    const { error } = await client.auth.verifyOtp({
      email: 'lost@example.com',
      token: second?.code ?? '',
      type: 'signup',
    });
    expect(error).toBeNull();
  });

  it('[S-39] creates no account for an address that requests a sign-in link, at any endpoint', async () => {
    const { url, keys } = test.stack;
    const email = 'magic@example.com';
    const data = (await test.passGate()).data;
    const post = async (path: string, more = {}) => {
      const { status } = await fetch(`${url}/auth/v1/${path}`, {
        method: 'POST',
        headers: { apikey: keys.publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify({ email, ...more }),
      });
      return status;
    };
    expect(await post('otp', { create_user: true, data })).toBe(200);
    expect(await post('magiclink')).toBe(200);
    expect(await post('%6Ftp')).toBe(404);
    expect(await post('otp', { email: 'MAGIC@Example.com' })).toBe(200);
    expect(await post('recover')).toBe(200);
    await post('otp', { email: 'mägic@example.com' });
    expect([...(await test.sql`select email from auth.users where email ~ 'm.gic'`)]).toEqual([]);
    expect(test.stack.mailbox.latestTo(email)).toBeNull();
  });

  it('signs in by a link (S-4)', async () => {
    const { email } = await test.createUser();
    await test
      .createClient()
      .auth.signInWithOtp({ email, options: { emailRedirectTo: `${test.stack.url}/auth/callback` } });
    const link = test.stack.mailbox.latestTo(email)?.link ?? '';
    expect([new URL(link).pathname, readLink(link).type]).toEqual(['/auth/callback', 'magiclink']);
    expect((await followLink(test.stack, link)).session).not.toBeNull();
  });

  describe('the gate [S-39]', () => {
    const signUp = (email: string, data: object | undefined) =>
      test.createClient().auth.signUp({ email, password, ...(data ? { options: { data } } : {}) });
    const accounts = async (email: string) => [
      ...(await test.sql`select raw_user_meta_data::text as meta from auth.users where email = ${email}`),
    ];
    const refusalText = 'Your beta session is missing, used or expired. Please enter the passcode again.';

    it('creates no account without a valid token, and the refusal does not reveal an existing account', async () => {
      const { email: taken } = await test.createUser();
      const used = await test.passGate();
      expect((await signUp('first@example.com', used.data)).error).toBeNull();
      const old = await test.passGate();
      await test.sql`update public.beta_sessions set expires_at = now() - interval '1 second'
                     where token_hash = sha256(convert_to(${old.data.beta_token}, 'UTF8'))`;
      for (const email of ['gate@example.com', taken]) {
        for (const data of [undefined, {}, { beta_token: 'made up' }, { beta_token: ['x'] }, used.data, old.data]) {
          const { error } = await signUp(email, data);
          expect([error?.status, error?.code, error?.message]).toEqual([403, 'beta_token', refusalText]);
        }
      }
      expect(await accounts('gate@example.com')).toEqual([]);
    });

    it("consumes the token with the sign-up, and keeps it out of the account's metadata", async () => {
      const { data } = await test.passGate();
      const signedUp = await signUp('spent@example.com', { ...data, colour: 'blue' });
      expect(JSON.stringify(signedUp)).not.toContain(data.beta_token);
      const [account] = await accounts('spent@example.com');
      expect(account?.['meta']).toContain('blue');
      const stored = await test.sql`select u.raw_user_meta_data::text || i.identity_data::text as metadata
        from auth.users u join auth.identities i on i.user_id = u.id where u.email = 'spent@example.com'`;
      expect(stored[0]?.['metadata']).not.toContain('beta_token');
      expect([
        ...(await test.sql`select s.used, u.email from public.beta_sessions s join auth.users u on u.id = s.used_by
                           where u.email = 'spent@example.com'`),
      ]).toEqual([{ used: true, email: 'spent@example.com' }]);
    });

    it('creates one account when ten sign-ups use the same token at once', async () => {
      const { data } = await test.passGate();
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) => signUp(`race${index}@example.com`, data)),
      );
      expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
      expect(new Set(answers.flatMap(({ error }) => error?.code ?? []))).toEqual(new Set(['beta_token']));
      expect([...(await test.sql`select count(*)::int from auth.users where email like 'race%'`)]).toEqual([
        { count: 1 },
      ]);
    });

    it('consumes the token of a sign-up that creates no account', async () => {
      const { email } = await test.createUser();
      const { data } = await test.passGate();
      expect((await signUp(email, data)).error).toBeNull();
      expect((await signUp('after@example.com', data)).error?.code).toBe('beta_token');
    });
  });

  describe('an address that somebody else signed up first', () => {
    const intruderPassword = 'the intruder';
    const ownerPassword = 'the owner of the mailbox';
    /** The two sign-ups are more than a minute apart, because a repeat within a minute sends no mail. */
    const signUpBoth = async (email: string) => {
      const client = test.createClient();
      expect(
        (await client.auth.signUp({ email, password: intruderPassword, options: await test.passGate() })).error,
      ).toBeNull();
      await test.sql`update auth.users set confirmation_sent_at = now() - interval '61 seconds' where email = ${email}`;
      expect(
        (await client.auth.signUp({ email, password: ownerPassword, options: await test.passGate() })).error,
      ).toBeNull();
    };
    const follow = (email: string) => followLink(test.stack, test.stack.mailbox.latestTo(email)?.link);
    const signInOutcome = async (email: string, password: string) =>
      (await test.createClient().auth.signInWithPassword({ email, password })).error?.code ?? 'open';

    it('accepts the newest password once the link in its mail is followed', async () => {
      const email = 'twice@example.com';
      await signUpBoth(email);
      await follow(email);
      expect([await signInOutcome(email, intruderPassword), await signInOutcome(email, ownerPassword)]).toEqual([
        'invalid_credentials',
        'open',
      ]);
      expect(
        (await test.createClient().auth.signUp({ email, password: intruderPassword, options: await test.passGate() }))
          .error,
      ).toBeNull();
      expect(await signInOutcome(email, intruderPassword), 'a confirmed address keeps its password').toBe(
        'invalid_credentials',
      );
    });

    it('keeps the newest password when the mail is sent again', async () => {
      const email = 'again@example.com';
      await signUpBoth(email);
      await test.sql`update auth.users set confirmation_sent_at = now() - interval '61 seconds' where email = ${email}`;
      await test.createClient().auth.resend({ type: 'signup', email });
      await follow(email);
      expect([await signInOutcome(email, intruderPassword), await signInOutcome(email, ownerPassword)]).toEqual([
        'invalid_credentials',
        'open',
      ]);
    });

    it.each(['magic link', 'recovery', 'code'])("rejects the intruder's password after a %s", async (proof) => {
      const email = `${proof.replace(' ', '')}@example.com`;
      const client = test.createClient();
      await client.auth.signUp({ email, password: intruderPassword, options: await test.passGate() });
      if (proof === 'recovery') await client.auth.resetPasswordForEmail(email);
      else await client.auth.signInWithOtp({ email });
      if (proof === 'code') {
        const token = test.stack.mailbox.latestTo(email)?.code ?? '';
        expect((await client.auth.verifyOtp({ email, token, type: 'magiclink' })).error).toBeNull();
      } else expect((await follow(email)).status).toBe(200);
      expect(await signInOutcome(email, intruderPassword)).toBe('invalid_credentials');
    });

    it('keeps its password when a sign-in link is followed, if the address was already confirmed', async () => {
      const user = await test.createUser();
      await test.createClient().auth.signInWithOtp({ email: user.email });
      await follow(user.email);
      expect(await signInOutcome(user.email, user.password)).toBe('open');
    });
  });

  it('refuses a password of more than 72 bytes at every endpoint, because bcrypt ignores the rest', async () => {
    const refusalText = 'Password cannot be longer than 72 characters';
    const { client, email } = await test.createUser();
    const long = `${'x'.repeat(70)}ä!`;
    expect((await test.createClient().auth.signUp({ email: 'long@example.com', password: long })).error?.message).toBe(
      refusalText,
    );
    expect((await client.auth.updateUser({ password: long })).error?.message).toBe(refusalText);
    const most = 'x'.repeat(72);
    expect((await client.auth.updateUser({ password: most })).error).toBeNull();
    const signIn = (password: string) => test.createClient().auth.signInWithPassword({ email, password });
    expect((await signIn(`${most}y`)).error?.code).toBe('invalid_credentials');
    expect((await signIn(most)).error).toBeNull();
  });

  it('changes a forgotten password through the mail', async () => {
    const user = await test.createUser();
    const client = test.createClient();
    await client.auth.resetPasswordForEmail(user.email, { redirectTo: `${test.stack.url}/auth/callback` });
    const token = test.stack.mailbox.latestTo(user.email)?.code ?? '';
    expect((await client.auth.verifyOtp({ email: user.email, token, type: 'recovery' })).error).toBeNull();
    expect((await client.auth.updateUser({ password: 'new password' })).error).toBeNull();
    const signedIn = await test.createClient().auth.signInWithPassword({ email: user.email, password: 'new password' });
    expect(signedIn.error).toBeNull();
  });
});

describe('REST on one machine', () => {
  it('does not open a table that the migrations close to clients', async () => {
    const user = await test.createUser();
    const { error } = await user.client.from('beta_sessions').select('*');
    expect(error?.code).toBe('42501');
    const rows = await test.sql`
      select 1 from information_schema.role_table_grants
       where table_schema = 'public' and table_name = 'beta_sessions' and grantee in ('anon', 'authenticated')`;
    expect([...rows]).toEqual([]);
  });

  it('shows people only their own rows', async () => {
    const [one, other] = [await test.createUser(), await test.createUser()];
    const own = await one.client.from('user_balances').select('user_id');
    expect(own.data).toEqual([{ user_id: one.id }]);
    const others = await one.client.from('user_balances').select('user_id').eq('user_id', other.id);
    expect(others.data).toEqual([]);
  });

  it('requires a key, and gives only the service key the service role', async () => {
    const { stack } = test;
    const without = await fetch(`${stack.url}/rest/v1/genres?select=name`);
    expect(without.status).toBe(401);
    const anon = await fetch(`${stack.url}/rest/v1/rpc/beta_open_session`, {
      method: 'POST',
      headers: { apikey: stack.keys.publishableKey, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(anon.ok).toBe(false);
    const service = await fetch(`${stack.url}/rest/v1/rpc/beta_open_session`, {
      method: 'POST',
      headers: { apikey: stack.keys.serviceRoleKey, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(service.status).toBe(200);
  });
});
