// Dexie's live queries need the global IndexedDB.
import 'fake-indexeddb/auto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { audio, trackIdOf } from '../../tests/sync/support/kept.ts';
import { config } from '../../tests/sync/support/opened-client.ts';
import { newBrowser, pageOf, until } from '../../tests/sync/support/page.ts';
import { openViews } from '../../tests/sync/support/people.ts';
import { profileRow, trackRow } from '../../tests/sync/support/rows.ts';
import { keptCacheName } from '../core/names.ts';
import { FAVOURITES_LIST } from '../kept/kept-lists.ts';
import { createLive } from '../model/live.ts';
import { DeviceDatabase } from '../outbox/database.ts';
import { hostKeptAudio } from './kept-host.ts';
import { queuedRecord } from '../../tests/sync/support/queued-record.ts';
import { waitFor } from '../../tests/support/wait-for.ts';

const put = (...ids: string[]) => ids.map((id) => ({ id, row: trackRow(id) }));
const gone = (id: string) => [{ id, row: null, rev: 2 }];

let isOnline = true;
let networkChanged: () => void = () => undefined;
let asked: string[] = [];
let opened: Awaited<ReturnType<typeof open>>;

async function open() {
  const browser = newBrowser();
  const { views } = openViews();
  const device = new DeviceDatabase('me', new IDBFactory(), IDBKeyRange);
  const loaded: string[] = [];
  const visited: string[] = [];
  const leadsLive = createLive(true);
  const playlistTracks = createLive<ReadonlyMap<string, readonly string[]>>(new Map());
  let showPlaylists = () => undefined as void;
  const arePlaylistsRead = new Promise<void>((resolve) => (showPlaylists = resolve));
  const kept = hostKeptAudio({
    environment: pageOf(browser, config, {
      isOnline: () => isOnline,
      onNetworkChange: (listener) => {
        networkChanged = listener;
        return () => void (networkChanged = () => undefined);
      },
      fetch: (url) => {
        asked.push(trackIdOf(url));
        return isOnline ? Promise.resolve(audio()) : Promise.reject(new TypeError('Failed to fetch'));
      },
    }),
    owner: 'me',
    device,
    replica: {
      loadTrack: async (id) => {
        loaded.push(id);
        if (id === 'stored') views.catalogue.apply(put('stored'));
      },
    },
    visits: {
      tracks: (ids) => {
        visited.push(...ids);
        return Promise.resolve();
      },
    },
    views,
    leads: leadsLive,
    removalDelayMs: 0,
    playlists: () => arePlaylistsRead.then(() => ({ trackIds: playlistTracks })),
  });
  return {
    kept,
    views,
    device,
    loaded,
    visited,
    leads: leadsLive,
    playlistTracks,
    showPlaylists: () => showPlaylists(),
    files: () => [...(browser.caches.get(keptCacheName('me'))?.keys() ?? [])],
  };
}

beforeEach(async () => {
  isOnline = true;
  asked = [];
  opened = await open();
});
afterEach(async () => {
  await opened.kept.close();
  opened.device.close();
});

const shownKept = () => [...opened.views.kept.get()].map(([id, { kind }]) => `${id} ${kind}`);

it('[S-34] the copy of a deleted or hidden track is deleted, and counted if the person had requested it', async () => {
  const { kept, views, device, files } = opened;
  views.catalogue.apply(put('asked', 'played', 'stays'));
  await kept.keepAll(['asked', 'stays']);
  await kept.keepPlayed('played');
  await until(views.kept, (states) => [...states.values()].filter(({ kind }) => kind === 'kept').length === 3);
  views.catalogue.setState('complete', 0);
  views.refresh();
  views.catalogue.apply([...gone('asked'), ...gone('played')]);
  await waitFor(() => {
    // A read of the index during the removal may list the track again.
    views.refresh();
    expect([views.keptWithdrawnCount.get(), shownKept()]).toEqual([1, ['stays kept']]);
  });
  await waitFor(() => expect(files().map(trackIdOf)).toEqual(['stays']));
  expect((await device.kept.toArray()).map(({ trackId }) => trackId)).toEqual(['stays']);
});

it('[SY-36] a kept track whose row may lie beyond the shelf is requested, and deleted only if the server does not have it', async () => {
  const { kept, views, visited } = opened;
  views.catalogue.apply(put('beyond', 'withdrawn'));
  await kept.keepAll(['beyond', 'withdrawn']);
  await until(views.kept, (states) => [...states.values()].filter(({ kind }) => kind === 'kept').length === 2);
  // A rebuild drops rows that are not held.
  views.resetRows();
  views.catalogue.setShelfEnd({ average_vote_rating: 4, created_at: '2027-01-01T00:00:00.000000Z', id: 'end' });
  views.catalogue.setState('complete', 0);
  views.refresh();
  expect([visited, shownKept()]).toEqual([
    ['beyond', 'withdrawn'],
    ['beyond kept', 'withdrawn kept'],
  ]);
  views.catalogue.apply(put('beyond'));
  views.absent.set(new Set(['withdrawn']));
  await waitFor(() => expect(shownKept()).toEqual(['beyond kept']));
});

it('[S-34] tracks that are withdrawn one right after the other are counted once each', async () => {
  const { kept, views } = opened;
  views.catalogue.apply(put('one', 'two'));
  await kept.keepAll(['one', 'two']);
  await until(views.kept, (states) => [...states.values()].filter(({ kind }) => kind === 'kept').length === 2);
  views.catalogue.setState('complete', 0);
  views.refresh();
  const counts: number[] = [];
  views.keptWithdrawnCount.subscribe(() => counts.push(views.keptWithdrawnCount.get()));
  for (const id of ['one', 'two']) {
    views.catalogue.apply(gone(id));
    views.refresh();
  }
  await waitFor(() => expect([counts.at(-1), shownKept()]).toEqual([2, []]));
  await kept.close();
  expect(counts.at(-1)).toBe(2);
});

it('[S-34] a track whose row is stored but not in memory is loaded and kept', async () => {
  const { kept, views, loaded } = opened;
  await kept.keep('stored');
  expect([loaded, views.kept.get().get('stored')?.kind]).toEqual([['stored'], 'kept']);
});

it('[S-34] a download that waits for the network continues as soon as the browser reports it', async () => {
  const { kept, views } = opened;
  views.catalogue.apply(put('t'));
  isOnline = false;
  await kept.keep('t');
  const before = asked.length;
  networkChanged();
  expect([asked.length, shownKept()]).toEqual([before, ['t waiting']]);
  isOnline = true;
  networkChanged();
  await until(views.kept, (states) => states.get('t')?.kind === 'kept');
});

it('[S-34] tracks that another tab keeps are shown', async () => {
  const { views, device } = opened;
  await device.kept.put({ trackId: 'other', url: '', bytes: null, asked: true, usedAt: 1 });
  await until(views.kept, (states) => states.has('other'));
});

it('[SY-22] an index that cannot be read is reported', async () => {
  const { views, device } = opened;
  vi.spyOn(device.kept, 'toArray').mockRejectedValue(new DOMException('no room', 'QuotaExceededError'));
  await device.kept.put({ trackId: 'other', url: '', bytes: null, asked: true, usedAt: 1 });
  await until(views.status, ({ storage }) => storage === 'full');
});

const heart = (trackId: string) => ({
  id: `heart-${trackId}`,
  rev: 1,
  user_id: 'me',
  track_id: trackId,
  created_at: '2027-01-01T00:00:00.000Z',
});

function showFavourites(rows: ReturnType<typeof heart>[]) {
  const { views } = opened;
  views.apply.user_profiles([{ id: 'me', row: profileRow('me') }]);
  views.setRecords([]);
  views.setRows('favourites', rows);
  views.refresh();
}

it('[S-60] kept favourites follow the hearts, and stay while the favourites are unknown, as after a rebuild', async () => {
  const { kept, views } = opened;
  views.catalogue.apply(put('one', 'two'));
  views.catalogue.setState('complete', 0);
  showFavourites([heart('one')]);
  await kept.keepList(FAVOURITES_LIST, true);
  await until(views.kept, () => shownKept().join() === 'one kept');
  showFavourites([heart('one'), heart('two')]);
  await until(views.kept, () => shownKept().join() === 'one kept,two kept');
  views.resetRows();
  views.refresh();
  views.catalogue.apply(put('one', 'two'));
  views.catalogue.setState('complete', 0);
  views.refresh();
  expect(views.listedIds.get()).toBeNull();
  // While a replica is filled, its first reading may be empty.
  views.setRows('favourites', []);
  views.refresh();
  expect(views.listedIds.get()).toBeNull();
  showFavourites([heart('two')]);
  await until(views.kept, () => shownKept().join() === 'two kept');
  await kept.keepList(FAVOURITES_LIST, false);
  await until(views.kept, () => shownKept().length === 0);
});

it('[S-60] a list that another tab keeps is kept, and the choice is still known after a reload', async () => {
  const { kept, views, device, showPlaylists } = opened;
  views.catalogue.apply(put('one'));
  views.catalogue.setState('complete', 0);
  showFavourites([heart('one')]);
  showPlaylists();
  await device.device.put({ key: 'kept-lists', value: [FAVOURITES_LIST, 'another'] });
  await until(views.kept, () => shownKept().join() === 'one kept');
  await kept.keepList(FAVOURITES_LIST, false);
  expect((await device.device.get('kept-lists'))?.value).toEqual(['another']);
});

it('[SY-36] the rows of favourites that may lie beyond the shelf are requested', () => {
  const { views, visited } = opened;
  views.catalogue.setShelfEnd({ average_vote_rating: 4, created_at: '2027-01-01T00:00:00.000000Z', id: 'end' });
  views.catalogue.apply(put('one'));
  showFavourites([heart('one'), heart('beyond')]);
  views.catalogue.setState('complete', 0);
  views.refresh();
  expect(visited).toEqual(['beyond']);
});

it('[S-60] the file of a favourite stays until the server has the removal, and in a tab that does not lead', async () => {
  const { kept, views, leads } = opened;
  views.catalogue.apply(put('one'));
  views.catalogue.setState('complete', 0);
  showFavourites([heart('one')]);
  await kept.keepList(FAVOURITES_LIST, true);
  await until(views.kept, () => shownKept().join() === 'one kept');
  views.setRecords([queuedRecord(1, 'favourite.remove', { track_id: 'one' })]);
  views.refresh();
  expect(views.listedIds.get()).toEqual(['one']);
  leads.set(false);
  showFavourites([]);
  expect(views.listedIds.get()).toEqual([]);
  // By the time another track has been kept, a removal would have run.
  views.catalogue.apply(put('later'));
  await kept.keep('later');
  expect(shownKept().sort()).toEqual(['later kept', 'one kept']);
  leads.set(true);
  await until(views.kept, () => shownKept().join() === 'later kept');
});

it('[S-60] a kept playlist is loaded, its tracks are kept, and nothing is removed before its tracks are known', async () => {
  const { kept, views, device, playlistTracks, showPlaylists } = opened;
  views.catalogue.apply(put('one', 'two', 'three'));
  views.catalogue.setState('complete', 0);
  showFavourites([heart('one')]);
  await kept.keepList('night', true);
  expect(views.listedIds.get()).toBeNull();
  await device.kept.put({ trackId: 'three', url: '', bytes: 1, asked: true, isListed: true, usedAt: 1 });
  await until(views.kept, () => shownKept().join() === 'three kept');
  playlistTracks.set(new Map([['night', ['two', 'three']], ['day', ['one']]])); // prettier-ignore
  showPlaylists();
  await until(views.kept, () => shownKept().sort().join() === 'three kept,two kept');
  playlistTracks.set(new Map([['night', ['two']]]));
  await until(views.kept, () => shownKept().join() === 'two kept');
  await kept.keepList(FAVOURITES_LIST, true);
  await until(views.kept, () => shownKept().sort().join() === 'one kept,two kept');
});
