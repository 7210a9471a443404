import { AxeBuilder } from '@axe-core/playwright';
import { expect, mailLink, passGate, signIn, test } from './fixtures.ts';

test('from the passcode to Explore: gate, account, mail, callback', async ({ page, newcomer }) => {
  await page.goto('/explore');
  await page.waitForURL('**/beta-access');
  await passGate(page);
  await page.getByRole('button', { name: "Don't have an account?" }).click();
  await expect(page.getByRole('heading', { name: 'Join the Beat' })).toBeVisible();
  await expect(page.getByText('Create your account to start uploading')).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(newcomer.email);
  await page.getByLabel('Password', { exact: true }).fill(newcomer.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Account Created')).toBeVisible();
  await expect(page.getByText('Please check your email to verify your account.')).toBeVisible();
  await page.goto(await mailLink(page, newcomer.email));
  await expect(page.getByText('✅ Email verified — welcome to Undercurrent!')).toBeVisible();
  await page.waitForURL('**/explore');
  await expect(page.getByText(/^\d+ tracks found$/)).toBeVisible();
});

test(
  'signs out, signs in again, and survives a reload and a second tab',
  { tag: '@once' },
  async ({ page, context, account }) => {
    await signIn(page, account);
    await page.reload();
    await expect(page.getByRole('article').first()).toBeVisible();
    const second = await context.newPage();
    await second.goto('/');
    await expect(second.getByRole('article').first()).toBeVisible();
    await page.getByRole('button', { name: 'You', exact: true }).click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL('**/beta-access');
    await second.waitForURL('**/beta-access');
    await second.close();
    await passGate(page);
    await page.getByLabel('Email', { exact: true }).fill(`  ${account.email} `);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByText('Welcome back!')).toBeVisible();
    await page.waitForURL('**/explore');
  },
);

test('says the first problem of the form alone, in a toast', async ({ page }) => {
  await passGate(page);
  const submit = page.getByRole('button', { name: 'Sign In', exact: true });
  const alert = page.getByRole('alert').filter({ hasText: 'Validation Error' }).last();
  for (const [email, password, words] of [
    ['', '', 'Email is required'],
    ['nobody', 'secret', 'Invalid email address'],
    ['a@b.co', '12345', 'Password must be at least 6 characters'],
    ['a@b.co', 'x'.repeat(129), 'Password must be less than 128 characters'],
  ] as const) {
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await submit.click();
    await expect(alert).toContainText(words);
  }
});

test.describe('with refusals of the server', () => {
  test.use({ expectedErrors: ['status of 400', 'status of 401', 'status of 422'] });
  test('shows the words of the server for a wrong password', async ({ page }) => {
    await passGate(page);
    await page.getByLabel('Email', { exact: true }).fill('nobody@example.com');
    await page.getByLabel('Password', { exact: true }).fill('wrong password');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Authentication Error' })).toBeVisible();
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('nobody@example.com');
  });
});

test.describe('with answers of a server in trouble', () => {
  test.use({ expectedErrors: ['status of 429'] });
  test('shows the words of the server for too many mails, and calls what nobody expected an error', async ({
    page,
  }) => {
    await passGate(page);
    await page.getByLabel('Email', { exact: true }).fill('nobody@example.com');
    await page.route('**/auth/v1/recover*', (route) =>
      route.fulfill({ status: 429, json: { code: 'over_email_send_rate_limit', msg: 'email rate limit exceeded' } }),
    );
    await page.getByRole('button', { name: 'Forgot password?' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Authentication Error' })).toContainText(
      'email rate limit exceeded',
    );
    await page.evaluate(
      `Object.assign(window.undercurrentApp.auth, { signIn: () => Promise.reject(new Error('no storage')) })`,
    );
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'An unexpected error occurred. Please try again.' }),
    ).toBeVisible();
  });
});

test.describe('with a spoiled beta session', () => {
  // Whatever the guest's page asks before it looks the session up is refused.
  test.use({ expectedErrors: ['status of 401'] });
  test('an expired, a used and an invented beta token lead back to the gate, and are discarded', async ({
    page,
    backend,
  }) => {
    const token = () => page.evaluate(() => sessionStorage.getItem('beta_session_token'));
    for (const spoil of ['expire', 'use', 'invent'] as const) {
      await passGate(page);
      if (spoil === 'expire')
        await backend.sql`update public.beta_sessions set expires_at = now() - interval '1 second'`;
      if (spoil === 'use') await backend.sql`update public.beta_sessions set used = true`;
      if (spoil === 'invent') await page.evaluate(() => sessionStorage.setItem('beta_session_token', 'f'.repeat(64)));
      await page.goto('/auth');
      await page.waitForURL('**/beta-access');
      expect(await token()).toBeNull();
    }
  });
});

test.describe('when the gate of the server', () => {
  test.use({ expectedErrors: ['status of 401', 'status of 403', 'status of 503'] });
  test('takes no token, no account is made and the way leads to the passcode; without an answer there is Retry [S-39]', async ({
    page,
    backend,
  }) => {
    await passGate(page);
    const lookUp = '**/rpc/beta_session_lookup';
    await page.route(lookUp, (route) => route.fulfill({ status: 503, body: '{}' }));
    await page.goto('/auth');
    await expect(page.getByText('Your beta access could not be checked')).toBeVisible();
    await page.unroute(lookUp);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();

    await backend.sql`update public.beta_sessions set used = true`;
    await page.getByRole('button', { name: "Don't have an account?" }).click();
    await page.getByLabel('Email', { exact: true }).fill('late@example.com');
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('Your beta session is missing, used or expired.')).toBeVisible();
    await page.waitForURL('**/beta-access');
    expect([...(await backend.sql`select id from auth.users where email = 'late@example.com'`)]).toEqual([]);
  });
});

test('a verification link without a session sends to sign-in with its words', async ({ page }) => {
  await page.goto('/auth/callback');
  await expect(page.getByText('⚠️ Session expired, please log in again.')).toBeVisible();
  await page.waitForURL('**/auth#signup');
});

test('an unknown address is a page with a way home; /trending is Explore', async ({ page, account }) => {
  await page.goto('/no/such/page');
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Return to Home' })).toBeVisible();
  await signIn(page, account);
  await page.goto('/trending');
  await page.waitForURL('**/explore');
});

test('a guest may browse and play, and is told to sign in for the rest', async ({ page }) => {
  await passGate(page);
  await page.getByRole('link', { name: '← Back to home' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();
  await page.goto('/upload');
  await page.waitForURL('**/beta-access');
});

test('the pages before sign-in have no accessibility violations', async ({ page }) => {
  await page.goto('/beta-access');
  await expect(page.getByRole('button', { name: 'Unlock Beta Access' })).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await passGate(page);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.goto('/nowhere');
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});

test('wrong passcodes are refused without a clue, the eleventh with a wait', async ({ page, backend }) => {
  await page.goto('/beta-access');
  const unlock = page.getByRole('button', { name: 'Unlock Beta Access' });
  const field = page.getByLabel('Beta passcode');
  await unlock.click();
  await expect(page.getByText('Enter the beta passcode')).toBeVisible();
  for (let attempt = 1; attempt <= 10; attempt++) {
    await field.fill(`wrong ${attempt}`);
    await unlock.click();
    await expect(field).toHaveValue('');
    await expect(page.getByRole('alert').filter({ hasText: 'Invalid passcode' })).toContainText('Please try again.');
  }
  await field.fill('underground');
  await unlock.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Too many attempts' })).toContainText(
    'Please wait a minute and try again.',
  );
  await expect(field).toHaveValue('underground');

  // A minute later, which this test does not wait for, the right one opens.
  await backend.sql`update public.beta_attempts set attempted_at = attempted_at - interval '1 minute'`;
  await unlock.click();
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
});
