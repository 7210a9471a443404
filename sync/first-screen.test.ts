import { expect, it } from 'vitest';
import { trackRow } from '../tests/sync/support/rows.ts';
import { config, offline, signedIn, using } from '../tests/sync/support/opened-client.ts';
import { newBrowser, pageOf, scopeOf, until } from '../tests/sync/support/page.ts';
import { openSync, type SyncClient, type SyncEnvironment } from './client.ts';
import { deleteDatabase } from './replica/delete.ts';

const all = { search: '', genre: null };
const rows = [{ t: 'tracks', row: trackRow('t', { title: 'Night Bus' }) }];
const now = '2027-01-02T00:00:00.000Z';
const wholePull = { epoch: 'e', floor: '7', rows, gone: [], acks: [], next: null, server_time: now };

/** @param pull null leaves the pull unanswered */
function server(pull: object | null): SyncEnvironment['fetch'] {
  return (input) => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input));
    if (pathname.endsWith('/first_screen')) {
      return Promise.resolve(Response.json({ rows, server_time: now, total: 4, epoch: 'e', floor: '6', mark: null }));
    }
    if (!pathname.endsWith('/sync_pull')) return Promise.reject(new TypeError('Failed to fetch'));
    return pull ? Promise.resolve(Response.json(pull)) : new Promise(() => undefined);
  };
}

it('[SY-22] [SY-23] after the loss of the replica, the first screen is shown while the pull is unanswered', async () => {
  const browser = newBrowser();
  await signedIn(browser);
  const visit = async (pull: object | null, work: (client: SyncClient) => Promise<void>) => {
    const client = openSync(pageOf(browser, config, { fetch: server(pull) }));
    try {
      await work(client);
    } finally {
      await client.close();
    }
  };
  await visit(wholePull, async (client) => {
    await until((await scopeOf(client)).explore(all), ({ state }) => state === 'complete');
  });
  const names = (await browser.indexedDB.databases()).map(({ name }) => name ?? '');
  const replicas = names.filter((name) => name.startsWith('rxdb-dexie-'));
  expect(replicas).not.toEqual([]);
  await Promise.all(replicas.map((name) => deleteDatabase(browser.indexedDB, name)));
  await visit(null, async (client) => {
    const { tracks, total } = await until((await scopeOf(client)).explore(all), ({ state }) => state === 'first');
    expect([tracks.map(({ title }) => title), total]).toEqual([['Night Bus'], 4]);
    // A second tab without a network shows the stored rows of the first screen.
    await using(openSync(pageOf(browser, config, { fetch: offline })), async (other) => {
      await until((await scopeOf(other)).explore(all), ({ tracks: stored }) => stored[0]?.title === 'Night Bus');
    });
  });
});

it('[SY-23] the first tracks of the device are shown before the first render, and all others are read after it', async () => {
  const browser = newBrowser();
  await signedIn(browser);
  const more = Array.from({ length: 59 }, (_, i) => ({ t: 'tracks', row: trackRow(`t${i}`) }));
  const open = (change: Partial<SyncEnvironment>) => openSync(pageOf(browser, config, change));
  await using(open({ fetch: server({ ...wholePull, rows: [...rows, ...more] }) }), async (client) => {
    await until(
      (await scopeOf(client)).explore(all),
      ({ state, tracks }) => state === 'complete' && tracks.length === 60,
    );
  });
  let render = () => {};
  const rendered = new Promise<void>((resolve) => (render = resolve));
  await using(open({ fetch: offline, afterFirstRender: () => rendered }), async (client) => {
    const scope = await scopeOf(client);
    const explore = scope.explore(all);
    const { tracks, total } = await until(explore, ({ state }) => state !== 'empty');
    expect([tracks.length, total]).toEqual([50, 60]);
    // The person's rows of small tables are read meanwhile, but no other track.
    await until(scope.status, ({ network }) => network === 'offline');
    expect(explore.get().tracks).toHaveLength(50);
    render();
    await until(explore, ({ state, tracks: now }) => state === 'complete' && now.length === 60);
  });
});
