import { expect, mailLink, passGate, signIn, test } from './fixtures.ts';
import { expectAccessible } from './accessibility.ts';

test('gate, sign-up and mail link lead a new person to the requested page, in the tab of the link and in the first tab', async ({
  page,
  context,
  backend,
  newcomer,
}) => {
  const [genre] = await backend.sql<{ name: string; tracks: number }[]>`
    select genre as name, count(*)::int as tracks from public.tracks
    where is_public and not sponsored and deleted_at is null group by genre order by count(*) desc limit 1`;
  const requestedPath = `/explore?genre=${encodeURIComponent(genre?.name ?? '')}`;
  await page.goto(requestedPath);
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
  const link = await mailLink(page, newcomer.email);
  const linkTab = await context.newPage();
  await linkTab.goto(link);
  await expect(linkTab.getByText('✅ Email verified — welcome to Undercurrent!')).toBeVisible();
  for (const tab of [linkTab, page]) {
    await tab.waitForURL((url) => url.pathname + url.search.replaceAll('+', '%20') === requestedPath);
    await expect(tab.getByText(new RegExp(`^${genre?.tracks} tracks? found$`))).toBeVisible();
  }
});

test(
  'signing out leads both tabs to the gate, and signing in again without a requested page leads to Explore',
  { tag: '@once' },
  async ({ page, context, account }) => {
    await signIn(page, account);
    await page.goto('/device');
    await expect(page.getByRole('heading', { name: 'On this device' })).toBeVisible();
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

test.describe('with refusals by the server', { tag: '@once' }, () => {
  test.use({ expectedErrors: ['status of 400', 'status of 401', 'status of 422'] });
  test('a wrong password is reported, and the right one leads to the requested track', async ({
    page,
    backend,
    account,
  }) => {
    const [track] = await backend.sql<{ id: string; title: string }[]>`
      select id, title from public.tracks where is_public and deleted_at is null limit 1`;
    await page.goto(`/track/${track?.id}`);
    await page.waitForURL('**/beta-access');
    await passGate(page);
    await page.getByLabel('Email', { exact: true }).fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill('wrong password');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Authentication Error' })).toBeVisible();
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL(`**/track/${track?.id}`);
    await expect(page.getByRole('heading', { level: 1, name: track?.title ?? '' })).toBeVisible();
  });
});

test.describe('with an invalid beta session', { tag: '@once' }, () => {
  // The guest's page sends requests before its session check, and the server refuses them.
  test.use({ expectedErrors: ['status of 401'] });
  test('expired, used and invented beta tokens lead back to the gate, and are discarded', async ({ page, backend }) => {
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

test(
  'a link without a session leads to sign-in with an error; a valid mail link leads to the requested profile',
  { tag: '@once' },
  async ({ page, context, backend, account }) => {
    const [artist] = await backend.sql<{ id: string; name: string }[]>`
      select p.id, p.artist_name as name from public.user_profiles p
      where p.privacy_setting = 'public' and exists (select 1 from public.tracks t where t.user_id = p.id) limit 1`;
    await page.goto(`/profile/${artist?.id}`);
    await page.waitForURL('**/beta-access');
    await page.goto('/auth/callback');
    await expect(page.getByText('⚠️ Session expired, please log in again.')).toBeVisible();
    await page.waitForURL('**/auth#signup');
    await page.getByLabel('Email', { exact: true }).fill(account.email);
    await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
    await expect(page.getByText('Please check your email for the sign-in link.')).toBeVisible();
    const linkTab = await context.newPage();
    await linkTab.goto(await mailLink(page, account.email));
    await linkTab.waitForURL(`**/profile/${artist?.id}`);
    await expect(linkTab.getByRole('heading', { level: 1, name: artist?.name ?? '' })).toBeVisible();
  },
);

test.describe("the server's gate", () => {
  test.use({ expectedErrors: ['status of 401', 'status of 403', 'status of 503'] });
  test(
    'leads to the passcode page and creates no account if it refuses the token; without its answer there is Retry [S-39]',
    { tag: '@once' },
    async ({ page, backend }) => {
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
    },
  );
});

test(
  'an unknown URL shows a page with a link home; /trending is Explore',
  { tag: '@once' },
  async ({ page, account }) => {
    await page.goto('/no/such/page');
    await expect(page.getByText('Oops! Page not found')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Return to Home' })).toBeVisible();
    await signIn(page, account);
    await page.goto('/trending');
    await page.waitForURL('**/explore');
  },
);

test('a guest can browse, but is led back to the gate to upload', async ({ page }) => {
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
  await expectAccessible(page);
  await passGate(page);
  await expectAccessible(page);
  await page.goto('/nowhere');
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await expectAccessible(page);
});

test(
  'wrong passcodes are refused without a hint; after ten of them the right one has to wait a minute',
  { tag: '@once' },
  async ({ page, backend }) => {
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

    await backend.sql`update public.beta_attempts set attempted_at = attempted_at - interval '1 minute'`;
    await unlock.click();
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  },
);
