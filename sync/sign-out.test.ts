import { expect, it, vi } from 'vitest';
import { nothingNew } from '../tests/sync/support/backend.ts';
import { audio } from '../tests/sync/support/kept.ts';
import {
  config,
  offline,
  play,
  fetchAnswering,
  session,
  signedIn,
  USER,
  using,
} from '../tests/sync/support/opened-client.ts';
import { type Browser, cacheStorage, newBrowser, pageOf, scopeOf, until } from '../tests/sync/support/page.ts';
import { trackRow } from '../tests/sync/support/rows.ts';
import { openSync, type SyncEnvironment, type UploadRecord } from './client.ts';
import { keptCacheName, LEAVING_TEXT, outboxName, ownerName, textName } from './core/names.ts';
import { openSessionStore } from './remote/session-store.ts';
import { waitFor } from '../tests/support/wait-for.ts';

const owner = ownerName(USER);
const openPage = (browser: Browser, change: Partial<SyncEnvironment> = {}) =>
  openSync(pageOf(browser, config, { fetch: offline, ...change }));
const addressOf = (input: RequestInfo | URL) => (input instanceof Request ? input.url : input.toString());
const databasesOf = async (browser: Browser) =>
  (await browser.indexedDB.databases()).flatMap(({ name = '' }) => (name.includes(owner) ? [name] : []));

async function usedBrowser(): Promise<Browser> {
  const browser = newBrowser();
  await signedIn(browser);
  await using(openPage(browser), async (client) => {
    const scope = await scopeOf(client);
    await scope.enqueue('play.record', play);
    scope.device.setText('player', 'a queue');
  });
  return browser;
}

/** Ends the session without deleting the data, as an interrupted sign-out does. */
async function interruptSignOut(browser: Browser): Promise<void> {
  browser.localTexts.set(LEAVING_TEXT, owner);
  await openSessionStore(browser.indexedDB).change(() => null);
}

it('[SY-19] a sign-out deletes the kept audio and texts of the person, and nothing of others', async () => {
  const browser = await usedBrowser();
  const others = ['covers', keptCacheName(ownerName('ben')), keptCacheName('guest')];
  for (const name of [...others, keptCacheName(owner)]) browser.caches.set(name, new Map());
  browser.localTexts.set(textName(ownerName('ben'), 'player'), 'another queue');
  await using(openPage(browser), async (client) => {
    await scopeOf(client);
    let leaving: string | undefined;
    client.scope.subscribe(() => (leaving = browser.localTexts.get(LEAVING_TEXT)));
    expect(await client.auth.signOut({ discard: true })).toEqual({ kind: 'signed-out' });
    // If the sign-out is interrupted from here on, the next start finishes it.
    expect(leaving).toBe(owner);
  });
  expect([...browser.caches.keys()]).toEqual(others);
  expect([...browser.localTexts]).toEqual([[textName(ownerName('ben'), 'player'), 'another queue']]);
  expect(await databasesOf(browser)).toEqual([]);
});

it.each([
  ['ends the session on the server too, after the data has been deleted', false, ['Bearer token-1']],
  ['sends no request after the deletion of the account', true, []],
])('[SY-19] a sign-out %s', async (_what, isAccountGone, expected) => {
  const browser = await usedBrowser();
  const ended: (string | null)[] = [];
  const fetch: SyncEnvironment['fetch'] = async (input, init) => {
    if (!addressOf(input).includes('/auth/v1/logout?scope=local')) return offline(input, init);
    ended.push(new Headers(init?.headers).get('authorization'));
    expect(await databasesOf(browser)).toEqual([]);
    return new Response(null, { status: 204 });
  };
  await using(openPage(browser, { fetch }), async (client) => {
    await scopeOf(client);
    await client.auth.signOut({ discard: true, isAccountGone });
  });
  expect(ended).toEqual(expected);
});

it('[SY-19] the next start finishes an interrupted sign-out', async () => {
  const browser = await usedBrowser();
  await interruptSignOut(browser);
  await using(openPage(browser), async (client) => {
    await until(client.account, ({ kind }) => kind === 'nobody');
    await waitFor(async () => expect(await databasesOf(browser)).toEqual([]));
    await waitFor(() => expect([...browser.localTexts.keys()]).toEqual([]));
  });
});

it('[SY-19] the next start cancels a sign-out that was interrupted before it ended the session', async () => {
  const browser = await usedBrowser();
  browser.localTexts.set(LEAVING_TEXT, owner);
  await using(openPage(browser), async (client) => {
    const scope = await scopeOf(client);
    expect(await scope.readPending()).toHaveLength(1);
    expect(browser.localTexts.has(LEAVING_TEXT)).toBe(false);
  });
  // A later start without the session deletes nothing either.
  await openSessionStore(browser.indexedDB).change(() => null);
  await using(openPage(browser), async (client) => {
    await until(client.account, ({ kind }) => kind === 'nobody');
  });
  expect(await databasesOf(browser)).toContain(outboxName(owner));
});

it('[SY-19] a sign-out that still waits for another page deletes nothing once the person has signed in again', async () => {
  const browser = await usedBrowser();
  await interruptSignOut(browser);
  let close: () => void = () => undefined;
  const otherPage = browser.locks.request(`undercurrent-device:${owner}`, { mode: 'shared' }, () => {
    return new Promise<void>((resolve) => (close = resolve));
  });
  await using(openPage(browser), async (client) => {
    await until(client.account, ({ kind }) => kind === 'nobody');
    await openSessionStore(browser.indexedDB).change(() => session);
    close();
    await otherPage;
    await waitFor(() => expect(browser.localTexts.has(LEAVING_TEXT)).toBe(false));
    expect(await databasesOf(browser)).toContain(outboxName(owner));
    const scope = await until(client.scope, (value) => value !== null);
    expect(await scope?.readPending()).toHaveLength(1);
  });
});

it('[SY-19] a sign-out deletes kept audio only once the last file is written, also without Web Locks', async () => {
  const browser = await usedBrowser();
  const order: string[] = [];
  let finish: () => void = () => undefined;
  const finished = new Promise<boolean>((resolve) => (finish = () => resolve(false)));
  const isWriting = vi.fn();
  const caches = cacheStorage(browser.caches, async () => {
    isWriting();
    await finished;
    order.push('written');
    return false;
  });
  const remove = caches.delete;
  caches.delete = (name) => {
    order.push('deleted');
    return remove(name);
  };
  const page = { ...nothingNew, rows: [{ t: 'tracks', row: trackRow('t1', { audio_bytes: 10 }) }] };
  const pull = fetchAnswering({ '/rest/v1/rpc/sync_pull': () => Response.json(page) });
  const fetch: SyncEnvironment['fetch'] = (input, init) =>
    addressOf(input).endsWith('t1.mp3') ? Promise.resolve(audio()) : pull(input, init);
  await using(openPage(browser, { fetch, caches, locks: null }), async (client) => {
    const scope = await scopeOf(client);
    await until(scope.isFilled, (isFilled) => isFilled);
    void scope.kept.keep('t1').catch(() => undefined);
    await waitFor(() => expect(isWriting).toHaveBeenCalled());
    const leaving = client.auth.signOut({ discard: true });
    await until(client.account, ({ kind }) => kind === 'nobody');
    // The write ends after 200 ms. A deletion that did not wait for the write would come first.
    setTimeout(finish, 200);
    await leaving;
  });
  expect(order).toEqual(['written', 'deleted']);
  expect([...browser.caches.keys()]).toEqual([]);
});

it('[SY-19] a sign-out asks the tab that sends an upload to cancel it, waits for that, and leaves drafts alone', async () => {
  const browser = await usedBrowser();
  const file = { name: 't.mp3', type: 'audio/mpeg', bytes: 5, durationMs: null, path: 'p', tusUrl: null, isUp: false };
  const upload = (id: string, stage: UploadRecord['stage']): UploadRecord => ({
    id,
    trackId: `t-${id}`,
    actionId: `a-${id}`,
    form: { title: 'T', artistName: 'A', genre: 'House', description: '', rightsConfirmed: true, radioOptIn: false },
    audio: file,
    cover: null,
    sentBytes: 0,
    startedAt: 1,
    stage,
  });
  await using(openPage(browser), async (client) => {
    const { uploads } = await scopeOf(client);
    const files = { audio: new Blob(['sound'], { type: 'audio/mpeg' }), cover: null };
    await uploads.add(upload('sending', { kind: 'sending', waitsFor: null }), files);
    await uploads.add(upload('draft', { kind: 'draft', refusal: null }), files);
    await until(uploads.records, (all) => all?.length === 2);
    const seen: string[] = [];
    uploads.records.subscribe(() => {
      const stages = uploads.records.get()?.map(({ id, stage }) => `${id} ${stage.kind}`) ?? [];
      seen.push(stages.sort().join(', '));
      if (seen.length === 1) void uploads.remove('sending');
    });
    await client.auth.signOut({ discard: true });
    expect(seen).toEqual(['draft draft, sending cancelling', 'draft draft']);
  });
});
