import { expect, it } from 'vitest';
import { trackRow } from '../tests/sync/support/rows.ts';
import { config, signedIn } from '../tests/sync/support/opened-client.ts';
import { newBrowser, pageOf, scopeOf, until } from '../tests/sync/support/page.ts';
import { openSync, type SyncClient, type SyncEnvironment } from './client.ts';
import { deleteDatabase } from './replica/delete.ts';

const all = { search: '', genre: null };
const rows = [{ t: 'tracks', row: trackRow('t', { title: 'Night Bus' }) }];
const now = '2027-01-02T00:00:00.000Z';
const wholePull = { epoch: 'e', floor: '7', rows, gone: [], acks: [], next: null, server_time: now };

/** @param pull what a pull is answered with; null leaves it without an answer */
function server(pull: object | null): SyncEnvironment['fetch'] {
  return (input) => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input));
    if (pathname.endsWith('/first_screen')) return Promise.resolve(Response.json({ rows, server_time: now, total: 4 }));
    if (!pathname.endsWith('/sync_pull')) return Promise.reject(new TypeError('Failed to fetch'));
    return pull ? Promise.resolve(Response.json(pull)) : new Promise(() => undefined);
  };
}

it('[SY-22] [SY-23] a replica that was lost alone shows the first screen while the rest comes slowly', async () => {
  const browser = newBrowser();
  await signedIn(browser);
  const visit = async (pull: object | null, look: (client: SyncClient) => Promise<void>) => {
    const client = openSync(pageOf(browser, config, { fetch: server(pull) }));
    try {
      await look(client);
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
  });
});
