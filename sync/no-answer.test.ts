import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { config, offline, session, signedIn } from '../tests/sync/support/opened-client.ts';
import { type Browser, newBrowser, pageOf, scopeOf, until } from '../tests/sync/support/page.ts';
import { openSync, type SyncClient } from './client.ts';
import { outboxName, ownerName } from './core/names.ts';
import { waitFor } from '../tests/support/wait-for.ts';

const owner = ownerName(session.userId);

// Fake timers shorten a minute of waiting.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

const openPage = (browser: Browser): SyncClient => openSync(pageOf(browser, config, { fetch: offline }));

async function usedDevice(): Promise<Browser> {
  const browser = newBrowser();
  await signedIn(browser);
  const page = openPage(browser);
  await until((await scopeOf(page)).opening, ({ kind }) => kind === 'open');
  await page.close();
  return browser;
}

/** Simulates a page that is frozen inside a transaction, which blocks the database. @returns a function that thaws the page */
async function freezeAnother({ indexedDB }: Browser): Promise<() => void> {
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(outboxName(owner));
    request.onsuccess = () => resolve(request.result);
  });
  const transaction = database.transaction([...database.objectStoreNames], 'readwrite');
  const neverEnd = () => {
    transaction.objectStore('engine').get('').onsuccess = neverEnd;
  };
  neverEnd();
  return () => {
    transaction.abort();
    database.close();
  };
}

it('[SY-22] storage that does not answer is reported, and opened automatically when it answers again', async () => {
  const browser = await usedDevice();
  const thaw = await freezeAnother(browser);
  const page = openPage(browser);
  const { opening } = await scopeOf(page);
  await vi.advanceTimersByTimeAsync(14_000);
  expect(opening.get()).toEqual({ kind: 'opening' });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(opening.get()).toEqual({ kind: 'failed', what: 'unavailable' });
  thaw();
  await vi.advanceTimersByTimeAsync(20_000);
  await until(opening, ({ kind }) => kind === 'open');
  await page.close();
});

it('[SY-19] a person can sign out while their storage does not answer, and their data is deleted later', async () => {
  const browser = await usedDevice();
  const thaw = await freezeAnother(browser);
  const page = openPage(browser);
  await scopeOf(page);
  const leaving = page.auth.signOut({ discard: false });
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(leaving).resolves.toEqual({ kind: 'signed-out' });
  expect(page.account.get()).toEqual({ kind: 'nobody' });
  thaw();
  const names = async () => (await browser.indexedDB.databases()).map(({ name }) => name);
  await waitFor(async () => expect((await names()).filter((name) => name?.includes(owner))).toEqual([]));
  await page.close();
});
