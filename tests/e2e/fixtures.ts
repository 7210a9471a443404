import { test as base, type BrowserContext, type Locator, type Page, expect } from '@playwright/test';
import { cpSync, rmSync } from 'node:fs';
import postgres from 'postgres';
import { fileURLToPath } from 'node:url';
import { startStack, type Stack } from '../../supabase/local/stack.ts';
import { seedCatalogue } from '../../supabase/seed/catalogue.ts';
import { openWire, type Wire } from './network.ts';
import { createAccount } from './people.ts';

/** A stack with the demo music, one a worker, and its database for looking behind the interface. */
export interface Backend extends Stack {
  sql: postgres.Sql;
  wire: Wire;
  /** Where the browser finds it: through the wire. */
  address: string;
  /** The built app that it serves, a copy that a test may change. */
  distDir: string;
}

interface WorkerFixtures {
  /** Tracks beside the demo music. Files that ask for some have a stack of their own: every page of it fetches them all. */
  moreTracks: number;
  backend: Backend;
}

interface TestFixtures {
  /** After each test: the wire is whole again, and nothing of the people whom it made is in the catalogue, in what people share and on the leaderboard. */
  restored: void;
  /** Console errors that a test expects, by a part of their text; any other fails it. */
  expectedErrors: string[];
  /** Somebody without an account yet. */
  newcomer: Account;
  /** Somebody with a confirmed account, who is not signed in yet. */
  account: Account;
}

export interface Account {
  email: string;
  password: string;
}

let made = 0;

export const test = base.extend<TestFixtures, WorkerFixtures>({
  moreTracks: [0, { scope: 'worker', option: true }],
  backend: [
    async ({ moreTracks }, use, { workerIndex }) => {
      const template = process.env['UNDERCURRENT_E2E_TEMPLATE'];
      if (!template) throw new Error('global-setup.ts must have run');
      const dataDir = `${template}-${workerIndex}-${Date.now()}`;
      cpSync(template, dataDir, { recursive: true, preserveTimestamps: true });
      const distDir = `${dataDir}-dist`;
      // The packed copies count while they are no older than what they were made of.
      const built = fileURLToPath(new URL('../../dist', import.meta.url));
      cpSync(built, distDir, { recursive: true, preserveTimestamps: true });
      const stack = await startStack({ dataDir, port: 0, passcode: 'underground', empty: false, distDir });
      if (moreTracks > 0) await seedCatalogue({ databaseUrl: stack.keys.databaseUrl, tracks: moreTracks });
      const sql = postgres(stack.keys.databaseUrl, { max: 2 });
      const wire = await openWire(stack.port);
      await use({ ...stack, sql, wire, address: `http://localhost:${wire.port}`, distDir });
      await wire.close();
      await sql.end();
      await stack.stop();
      for (const folder of [dataDir, distDir]) rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  restored: [
    async ({ backend }, use) => {
      const artists = await backend.sql`select id from public.user_profiles`;
      await use();
      backend.wire.mend();
      backend.wire.release();
      const before = artists.map((artist) => String(artist['id']));
      await backend.sql`update public.tracks set is_public = false where is_public and user_id <> all(${before})`;
      await backend.sql`delete from public.shared_tracks where user_id <> all(${before})`;
      await backend.sql`delete from public.zap_weeks where user_id <> all(${before})`;
    },
    { auto: true },
  ],
  baseURL: async ({ backend }, use) => use(backend.address),
  expectedErrors: async ({}, use) => use([]),
  context: async ({ context, expectedErrors }, use) => {
    const errors: string[] = [];
    watchErrors(context, errors);
    await use(context);
    const unexpected = errors.filter((error) => !expectedErrors.some((expected) => error.includes(expected)));
    expect(unexpected, 'console errors').toEqual([]);
  },
  newcomer: async ({}, use) => use(newCredentials()),
  account: async ({ backend }, use) => {
    const account = newCredentials();
    await createAccount(backend, account);
    await use(account);
  },
});

function newCredentials(): Account {
  return { email: `listener-${++made}-${Date.now()}@example.com`, password: 'correct horse' };
}

function watchErrors(context: BrowserContext, errors: string[]): void {
  context.on(
    'console',
    (message) => message.type() === 'error' && errors.push(`${message.text()} ${message.location().url}`),
  );
  context.on('weberror', (error) => errors.push(String(error.error())));
}

/** Opens the gate with the passcode; ends on /auth. */
export async function passGate(page: Page): Promise<void> {
  await page.goto('/beta-access');
  await page.getByLabel('Beta passcode').fill('underground');
  await page.getByRole('button', { name: 'Unlock Beta Access' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
}

/** The link of the newest mail to this address. */
export async function mailLink(page: Page, email: string): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const response = await page.request.get('/mailbox/messages.json');
    const messages: { to: string; html: string; text: string }[] = await response.json();
    const mail = messages.find((message) => message.to.includes(email));
    link = /https?:\/\/[^\s"'<>]+/.exec((mail?.text ?? mail?.html ?? '').replaceAll('&amp;', '&'))?.[0];
    expect(link).toBeDefined();
  }).toPass({ timeout: 10_000 });
  return link ?? '';
}

/** From the gate to Explore with a new account, through the mailbox: for tests of that way. The others sign in. */
export async function signUp(page: Page, newcomer: Account): Promise<void> {
  await passGate(page);
  await page.getByRole('button', { name: "Don't have an account?" }).click();
  await page.getByLabel('Email', { exact: true }).fill(newcomer.email);
  await page.getByLabel('Password', { exact: true }).fill(newcomer.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Account Created')).toBeVisible();
  await page.goto(await mailLink(page, newcomer.email));
  await page.waitForURL('**/explore');
  await expect(page.getByRole('article').first()).toBeVisible();
}

/** Opens Explore as this person: asks for it, and signs in where the guard leads, without the form. */
export async function signIn(page: Page, account: Account): Promise<void> {
  await openSignedIn(page, account, '/explore');
  await expect(page.getByRole('article').first()).toBeVisible();
}

/** The same for another page, which may have nothing to show yet. */
export async function openSignedIn(page: Page, { email, password }: Account, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForURL('**/beta-access');
  await page.waitForFunction(() => window.undercurrentApp);
  const answer = await page.evaluate((who) => window.undercurrentApp.auth.signIn(who.email, who.password), {
    email,
    password,
  });
  expect(answer).toMatchObject({ ok: true });
  await page.waitForURL(`**${path}`);
}

export { expect };

/**
 * Closes the uppermost layer, and waits until its entry has left the history too: going back ends a navigation that begins meanwhile.
 * @param below how many layers stay open
 */
export async function pressEscape(page: Page, below = 0): Promise<void> {
  await page.keyboard.press('Escape');
  await page.waitForFunction((depth) => (history.state?.layer ?? 0) === depth, below);
}

/**
 * Presses a button that asks the server again, which mends what it failed at between the press and what the press does: mended
 * before it, the page's own next try could take the button away.
 */
export async function pressMended(page: Page, button: Locator, mend: () => Promise<unknown>): Promise<void> {
  await page.exposeFunction('mendServer', mend);
  await page.evaluate(`addEventListener('click', (event) => {
    event.stopImmediatePropagation();
    mendServer().then(() => event.target.click());
  }, { capture: true, once: true })`);
  await button.click();
}
