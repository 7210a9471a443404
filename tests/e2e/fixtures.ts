import { test as base, type BrowserContext, type Locator, type Page, expect } from '@playwright/test';
import { cpSync, rmSync } from 'node:fs';
import postgres from 'postgres';
import { fileURLToPath } from 'node:url';
import { startStack, type Stack } from '../../supabase/local/stack.ts';
import { seedCatalogue } from '../../supabase/seed/catalogue.ts';
import { openWire, type Wire } from './network.ts';
import { createAccount } from './people.ts';

export interface Backend extends Stack {
  sql: postgres.Sql;
  wire: Wire;
  /** The app's origin, reached through `wire`. Requests to `url` bypass `wire`. */
  address: string;
  dataDir: string;
  /** This worker's copy of the build, which a test may change. */
  distDir: string;
}

interface WorkerFixtures {
  /** Tracks added to the demo's. A spec file that sets this gets its own stack, because every page syncs all tracks. */
  moreTracks: number;
  backend: Backend;
}

interface TestFixtures {
  /** After each test, repairs the network, and hides what the test's people published. */
  restored: void;
  /** Substrings of permitted console errors; any other console error fails the test. */
  expectedErrors: string[];
  /** Credentials without an account. */
  newcomer: Account;
  account: Account;
}

export interface Account {
  email: string;
  password: string;
}

declare global {
  interface Window {
    traversals: number;
  }
}

let accountCount = 0;

export const test = base.extend<TestFixtures, WorkerFixtures>({
  moreTracks: [0, { scope: 'worker', option: true }],
  backend: [
    async ({ moreTracks }, use, { workerIndex }) => {
      const template = process.env['UNDERCURRENT_E2E_TEMPLATE'];
      if (!template) throw new Error('global-setup.ts must have run');
      const dataDir = `${template}-${workerIndex}-${Date.now()}`;
      cpSync(template, dataDir, { recursive: true, preserveTimestamps: true });
      const distDir = `${dataDir}-dist`;
      // A compressed file is served only if it is not older than its source, so keep the timestamps.
      const built = fileURLToPath(new URL('../../dist', import.meta.url));
      cpSync(built, distDir, { recursive: true, preserveTimestamps: true });
      const server = await startServer(dataDir, distDir);
      if (moreTracks > 0) await seedCatalogue({ databaseUrl: server.keys.databaseUrl, tracks: moreTracks });
      const wire = await openWire(server.port);
      const backend = { ...server, wire, address: `http://localhost:${wire.port}` };
      await use(backend);
      await wire.close();
      await backend.sql.end();
      await backend.stop();
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
      // The demo has no shares; a test may share as one of its artists.
      await backend.sql`delete from public.shared_tracks`;
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
  page: async ({ page }, use) => {
    await page.addInitScript(countTraversals);
    const { goto, reload } = page;
    page.goto = async (...args) => {
      await page.evaluate(waitForTraversals);
      return goto.apply(page, args);
    };
    page.reload = async (...args) => {
      await page.evaluate(waitForTraversals);
      return reload.apply(page, args);
    };
    await use(page);
  },
  newcomer: async ({}, use) => use(newCredentials()),
  account: async ({ backend }, use) => {
    const account = newCredentials();
    await createAccount(backend, account);
    await use(account);
  },
});

async function startServer(dataDir: string, distDir: string, port = 0): Promise<Omit<Backend, 'wire' | 'address'>> {
  const stack = await startStack({ dataDir, port, passcode: 'underground', empty: false, distDir });
  return { ...stack, sql: postgres(stack.keys.databaseUrl, { max: 2 }), dataDir, distDir };
}

/** Starts the server of a stack again, at the same address and over the same data. */
export async function restart(backend: Backend): Promise<void> {
  await backend.sql.end();
  await backend.stop();
  Object.assign(backend, await startServer(backend.dataDir, backend.distDir, backend.port));
}

/** Counts the pending history traversals in `window.traversals`. Runs in the page. */
function countTraversals(): void {
  const { go } = History.prototype;
  window.traversals = 0;
  History.prototype.go = function (delta) {
    window.traversals += 1;
    go.call(this, delta);
  };
  window.addEventListener('popstate', () => (window.traversals = Math.max(0, window.traversals - 1)), true);
}

/** Waits for pending traversals: one that ends during a navigation would abort the navigation. Runs in the page. */
async function waitForTraversals(): Promise<void> {
  const task = () => new Promise((resolve) => setTimeout(resolve));
  // A layer that closes begins its traversal in the next task.
  do await task();
  while (window.traversals > 0);
}

function newCredentials(): Account {
  return { email: `listener-${++accountCount}-${Date.now()}@example.com`, password: 'correct horse' };
}

function watchErrors(context: BrowserContext, errors: string[]): void {
  context.on(
    'console',
    (message) => message.type() === 'error' && errors.push(`${message.text()} ${message.location().url}`),
  );
  context.on('weberror', (error) => errors.push(String(error.error())));
}

export async function passGate(page: Page): Promise<void> {
  await page.goto('/beta-access');
  await page.getByLabel('Beta passcode').fill('underground');
  await page.getByRole('button', { name: 'Unlock Beta Access' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
}

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

/** Signs up through gate, form and mailbox, for tests of this flow. Other tests use `signIn`. */
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

/** Signs in on Explore. */
export async function signIn(page: Page, account: Account): Promise<void> {
  await openSignedIn(page, account, '/explore');
  await expect(page.getByRole('article').first()).toBeVisible();
}

/** Opens a path as a guest, signs in without the form, and returns when the path is open again. */
export async function openSignedIn(page: Page, { email, password }: Account, path: string): Promise<void> {
  await page.goto(path);
  // For a newcomer the app starts at the first input, or after 3 s.
  await page.keyboard.press('Shift');
  await page.waitForURL('**/beta-access');
  await page.waitForFunction(() => window.undercurrentApp);
  const result = await page.evaluate(
    (credentials) => window.undercurrentApp.auth.signIn(credentials.email, credentials.password),
    {
      email,
      password,
    },
  );
  expect(result).toMatchObject({ ok: true });
  await page.waitForURL(`**${path}`);
}

export { expect };

/**
 * Closes the top layer, and waits until its history entry is left, because that traversal would abort a later navigation.
 * @param below the number of layers that stay open
 */
export async function pressEscape(page: Page, below = 0): Promise<void> {
  await page.keyboard.press('Escape');
  await page.waitForFunction((depth) => (history.state?.layer ?? 0) === depth, below);
}

/** Repairs the server at the press, not before it: the page's own retry could remove the button. */
export async function retryAfterRepair(page: Page, button: Locator, repair: () => Promise<unknown>): Promise<void> {
  await page.exposeFunction('repairServer', repair);
  await page.evaluate(`addEventListener('click', (event) => {
    event.stopImmediatePropagation();
    repairServer().then(() => event.target.click());
  }, { capture: true, once: true })`);
  await button.click();
}
