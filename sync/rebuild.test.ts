import { expect, it } from 'vitest';
import { held, nothingNew, openBackend, browserOfAnn, unreachable, visit } from '../tests/sync/support/backend.ts';
import { message } from '../tests/sync/support/messages.ts';
import { until } from '../tests/sync/support/page.ts';
import { profileRow, trackRow } from '../tests/sync/support/rows.ts';
import { waitFor } from '../tests/support/wait-for.ts';

const share = {
  id: '0197f000-0000-7000-8000-000000000001',
  rev: 1,
  user_id: 'bob',
  track_id: 'stays',
  is_shared: true,
  created_at: '2027-01-01T00:00:00.000Z',
};

it('[SY-8] a rebuild under an open page removes from the screen everything that the server no longer has', async () => {
  const before = [
    { t: 'tracks', row: trackRow('stays') },
    { t: 'tracks', row: trackRow('goes') },
    { t: 'user_profiles', row: profileRow('bob') },
    { t: 'shared_tracks', row: share },
    { t: 'messages', row: message('m', 'bob', 'ann', 1).row },
  ];
  let page = { ...nothingNew, rows: before };
  const backend = openBackend({ sync_pull: () => Response.json(page) });
  const browser = await browserOfAnn();
  const replicas = async () =>
    (await browser.indexedDB.databases())
      .map(({ name }) => name ?? '')
      .filter((name) => name.startsWith('rxdb-dexie-'));
  await visit(browser, backend, async (scope) => {
    const explore = scope.explore({ search: '', genre: null });
    const shown = () => ({
      tracks: explore
        .get()
        .tracks.map(({ id }) => id)
        .sort(),
      bob: scope.nameOf('bob').get(),
      shares: scope.community.get().length,
      conversations: scope.conversations.get().length,
    });
    await until(explore, ({ state, tracks }) => state === 'complete' && tracks.length === 2);
    await until(scope.community, (shares) => shares.length === 1);
    expect(shown()).toEqual({ tracks: ['goes', 'stays'], bob: 'bob', shares: 1, conversations: 1 });

    const previous = await replicas();

    page = {
      ...nothingNew,
      epoch: 'restored',
      rows: [
        { t: 'tracks', row: trackRow('stays') },
        { t: 'tracks', row: trackRow('new') },
      ],
    };
    scope.syncNow();
    await until(explore, ({ state, tracks }) => state === 'complete' && tracks.some(({ id }) => id === 'new'));
    expect(shown()).toEqual({ tracks: ['new', 'stays'], bob: null, shares: 0, conversations: 0 });
    // The device deletes the previous replica.
    await waitFor(async () => expect((await replicas()).filter((name) => previous.includes(name))).toEqual([]));
    expect(await replicas()).toHaveLength(previous.length);
  });
});

it('[SY-8] [SY-23] a first screen that arrives after the next rebuild is not shown', async () => {
  const backend = openBackend({ first_screen: unreachable });
  const serve = (epoch: string, ...ids: string[]) => {
    const rows = ids.map((id) => ({ t: 'tracks', row: trackRow(id) }));
    backend.answers['sync_pull'] = () => Response.json({ ...nothingNew, epoch, rows });
  };
  serve('one', 'first');
  await visit(await browserOfAnn(), backend, async (scope) => {
    const explore = scope.explore({ search: '', genre: null });
    const untilShown = (...ids: string[]) =>
      until(explore, ({ state, tracks }) => state === 'complete' && tracks.map(({ id }) => id).join() === ids.join());
    await untilShown('first');

    const late = held({
      rows: [{ t: 'tracks', row: trackRow('ghost') }],
      server_time: 'now',
      total: 1,
      epoch: 'two',
      floor: '6',
      mark: null,
    });
    backend.answers['first_screen'] = late.answer;
    serve('two', 'second');
    scope.syncNow();
    await untilShown('second');
    backend.answers['first_screen'] = unreachable;
    serve('three', 'third');
    scope.syncNow();
    await untilShown('third');

    late.release();
    serve('three', 'fourth');
    scope.syncNow();
    await until(explore, ({ tracks }) => tracks.some(({ id }) => id === 'fourth'));
    expect(
      explore
        .get()
        .tracks.map(({ id }) => id)
        .sort(),
    ).toEqual(['fourth', 'third']);
  });
});
