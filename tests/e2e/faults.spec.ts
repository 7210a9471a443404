import { type BrowserContext, type Page, type Route } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Account, type Backend, expect, signIn, test } from './fixtures.ts';
import { createOther, enqueueAll, type QueuedAction, establishAccount } from './people.ts';
import { waitForWorker } from './service-worker.ts';

test.use({ expectedErrors: ['net::ERR_', 'WebSocket connection to', 'Failed to fetch'] });

interface Scene {
  me: string;
  friend: string;
  asker: string;
  newcomers: string[];
  tracks: string[];
}

async function prepare(page: Page, backend: Backend, account: Account): Promise<Scene> {
  await signIn(page, account);
  const me = await establishAccount(backend, account, 'Nina');
  const [friend, asker] = [await createOther(backend, 'Otis'), await createOther(backend, 'Ada')];
  await backend.sql`insert into public.connections (user_id, connection_id, status)
                    values (${friend}, ${me}, 'accepted'), (${asker}, ${me}, 'pending')`;
  const rows = await backend.sql<{ id: string }[]>`
    select id from public.tracks where is_public and not sponsored and deleted_at is null order by id limit 4`;
  await page.evaluate(() => window.undercurrent.syncNow());
  await expect.poll(() => page.evaluate(() => window.undercurrent.connections.get().length)).toBe(2);
  const newcomers = [await createOther(backend, 'Bo'), await createOther(backend, 'Cy')];
  return { me, friend, asker, newcomers, tracks: rows.map((row) => row.id) };
}

const sendMessage = (partner: string, content: string): QueuedAction => [
  'message.send',
  { message_id: randomUUID(), partner_id: partner, content },
];

/** The actions of one round. Each round has its own tracks and its own newcomer; round 0 also answers a request. */
function queueableActions({ friend, asker, newcomers, tracks }: Scene, round: 0 | 1): QueuedAction[] {
  const [playedId, sharedId] = [tracks[round * 2] ?? '', tracks[round * 2 + 1] ?? ''];
  return [
    // The server rejects two plays within 30 s (S-40).
    ['play.record', { track_id: playedId, progress_ms: 30_000, is_manual: true }, (1 - round) * 40_000],
    ['vote.cast', { track_id: playedId, weight: 2 + round }],
    ['share.add', { track_id: sharedId }],
    sendMessage(friend, `first of ${round}`),
    ...(round === 0
      ? ([
          ['connection.answer', { partner_id: asker, status: 'accepted' }],
          sendMessage(asker, 'glad to meet you'),
        ] as QueuedAction[])
      : []),
    ['connection.request', { partner_id: round === 0 ? newcomers[0] : newcomers[1] }],
    ['profile.update', { bio: `bio of ${round}` }],
    sendMessage(friend, `second of ${round}`),
  ];
}

async function serverData({ sql }: Backend, { me }: Scene) {
  const [row] = await sql<
    (Record<'plays' | 'shares' | 'zaps' | 'ledger', number> & { votes: number[]; contents: string[]; bio: string })[]
  >`
    select (select count(*)::int from public.track_plays where user_id = ${me}) as plays,
      (select array_agg(vote_weight order by vote_weight) from public.track_votes where user_id = ${me}) as votes,
      (select count(*)::int from public.shared_tracks where user_id = ${me} and is_shared) as shares,
      (select array_agg(content order by created_at) from public.messages where sender_id = ${me}) as contents,
      (select array_agg(status order by status) from public.connections where ${me} in (user_id, connection_id)) as connections,
      (select bio from public.user_profiles where id = ${me}) as bio,
      (select b.zaps from public.user_balances b where user_id = ${me}) as zaps,
      (select sum(zap_value)::int from public.zap_actions where user_id = ${me}) as ledger`;
  return row;
}

function pageData(page: Page, { friend, asker, tracks }: Scene) {
  return page.evaluate(
    ([friendId, askerId, ids]) => {
      const client = window.undercurrent;
      const views = ids.flatMap((id) => client.track(id).get() ?? []);
      return {
        plays: views.filter((view) => view.playedToday).length,
        votes: views.flatMap((view) => view.myVote?.weight ?? []).sort((a, b) => a - b),
        shares: views.filter((view) => view.myShare.isShared).length,
        contents: [friendId, askerId].flatMap((id) =>
          client
            .conversation(id)
            .get()
            .map((message) => message.content),
        ),
        states: [
          ...new Set(
            [friendId, askerId].flatMap((id) =>
              client
                .conversation(id)
                .get()
                .map((message) => message.state),
            ),
          ),
        ],
        connections: client.connections
          .get()
          .map((connection) => connection.status)
          .sort(),
        bio: client.me.get()?.profile?.bio,
        zaps: client.me.get()?.zaps,
        isPending: client.me.get()?.zapsPending,
        refused: client.pending.get().flatMap(({ state }) => ('error' in state ? state.error.message : [])),
        waiting: client.pending.get().length,
      };
    },
    [friend, asker, tracks] as const,
  );
}

async function expectConverged(backend: Backend, pages: readonly Page[], scene: Scene, rounds: 1 | 2): Promise<void> {
  const connections = ['accepted', 'accepted', ...Array.from({ length: rounds }, () => 'pending')];
  const contents = Array.from({ length: rounds }, (_, round) => [`first of ${round}`, `second of ${round}`]).flat();
  for (const page of pages) {
    await expect
      .poll(() => pageData(page, scene), { timeout: 45_000 })
      .toMatchObject({ refused: [], waiting: 0, isPending: false, states: ['sent'], plays: rounds });
  }
  const server = await serverData(backend, scene);
  expect(server).toMatchObject({
    plays: rounds,
    votes: rounds === 1 ? [2] : [2, 3],
    shares: rounds,
    connections,
    ledger: server?.zaps,
  });
  expect(server?.contents.sort()).toEqual([...contents, 'glad to meet you'].sort());
  for (const page of pages) {
    const view = await pageData(page, scene);
    expect(view).toMatchObject({
      plays: rounds,
      votes: server?.votes,
      shares: rounds,
      connections,
      bio: server?.bio,
      zaps: server?.zaps,
    });
    expect([...view.contents].sort()).toEqual([...contents, 'glad to meet you'].sort());
  }
}

async function openApp(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/explore');
  await expect(page.getByRole('article').first()).toBeVisible();
  // Cards may come from the snapshot, before the engine is open.
  await page.waitForFunction(() => window.undercurrent);
  await expect.poll(() => page.evaluate(() => window.undercurrent.me.get()?.profile !== undefined)).toBe(true);
  return page;
}

test('actions whose requests are aborted before sending, after the commit or during the response take effect once', async ({
  page,
  context,
  backend,
  account,
}) => {
  const scene = await prepare(page, backend, account);
  const faults = ['before', 'after', 'mid', 'after', 'before', 'mid'];
  const applied: string[] = [];
  const injectFault = async (route: Route) => {
    const fault = faults.shift();
    if (!fault) return route.continue();
    applied.push(fault);
    if (fault === 'before') return route.abort('connectionfailed');
    const response = await route.fetch();
    if (fault === 'after') return route.abort('connectionreset');
    const body = await response.text();
    return route.fulfill({ response, body: body.slice(0, Math.floor(body.length / 2)) });
  };
  await context.route('**/rest/v1/rpc/sync_push', injectFault);
  for (const action of queueableActions(scene, 0)) {
    await enqueueAll(page, [action]);
    await page.evaluate(() => window.undercurrent.syncNow());
  }
  await expect
    .poll(
      async () => {
        // A repeated vote has no effect, but makes the engine send a request.
        await enqueueAll(page, [['vote.cast', { track_id: scene.tracks[0], weight: 2 }]]);
        await page.evaluate(() => window.undercurrent.syncNow());
        return faults.length;
      },
      { timeout: 45_000 },
    )
    .toBe(0);
  expect(applied).toEqual(['before', 'after', 'mid', 'after', 'before', 'mid']);
  await page.evaluate(() => window.undercurrent.syncNow());
  await expectConverged(backend, [page], scene, 1);
});

test('offline actions of two tabs survive a reload, a kill and a new version, and arrive once', async ({
  page,
  context,
  backend,
  account,
}) => {
  const scene = await prepare(page, backend, account);
  await waitForWorker(page);
  const second = await openApp(context);
  backend.wire.cut();
  await enqueueAll(page, queueableActions(scene, 0));
  await enqueueAll(second, queueableActions(scene, 1));
  await second.reload();
  await expect
    .poll(() => pageData(second, scene).catch(() => null))
    .toMatchObject({ plays: 2, votes: [2, 3], shares: 2 });
  // The leader closes without unload events.
  await page.close({ runBeforeUnload: false });
  await second.close();

  appendFileSync(join(backend.distDir, 'service-worker.js'), '\n// the next version\n');
  for (const packed of ['br', 'gz']) rmSync(join(backend.distDir, `service-worker.js.${packed}`), { force: true });
  const offline = await openApp(context);
  await expect
    .poll(() => pageData(offline, scene))
    .toMatchObject({ plays: 2, votes: [2, 3], shares: 2, isPending: true });
  backend.wire.mend();
  await offline.evaluate(() => window.undercurrent.syncNow());
  const fresh = await openApp(context);
  await expectConverged(backend, [offline, fresh], scene, 2);
  expect((await serverData(backend, scene))?.bio).toBe('bio of 1');
});

test('an evicted replica is refilled, and the queue is sent', async ({ page, context, backend, account }) => {
  const scene = await prepare(page, backend, account);
  await waitForWorker(page);
  backend.wire.cut();
  await enqueueAll(page, queueableActions(scene, 0));
  await page.close();
  const offline = await context.newPage();
  // A page of the same origin, but without the app.
  await offline.route('**/empty', (route) => route.fulfill({ contentType: 'text/html', body: '<title>empty</title>' }));
  await offline.goto('/empty');
  const dropped = await offline.evaluate(async () => {
    const names = (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('rxdb-dexie-') ? [name] : []));
    await Promise.all(
      names.map(
        (name) =>
          new Promise<void>((resolve, reject) => {
            const request = indexedDB.deleteDatabase(name);
            request.onsuccess = () => resolve();
            request.onerror = () => reject(request.error);
          }),
      ),
    );
    return names.length;
  });
  expect(dropped).toBeGreaterThanOrEqual(5);
  await offline.close();
  backend.wire.mend();
  const refilled = await openApp(context);
  await expectConverged(backend, [refilled], scene, 1);
});
