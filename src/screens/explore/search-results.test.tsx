import { useState } from 'react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { BeyondFound, CreatorView, ExploreView } from '../../../sync/client.ts';
import { profileRow } from '../../../tests/sync/support/rows.ts';
import { scriptedExplore } from '../../testing/explore-scope.ts';
import { renderFor, trackOf } from '../../testing/scope-test.tsx';
import { ExplorePage } from './explore-page.tsx';

const noop = () => undefined;
const profileView = (id: string, name: string) => ({ ...profileRow(id, { artist_name: name }), avatarSrc: null });
const creatorOf = (id: string, name: string): CreatorView => ({
  profile: profileView(id, name),
  trackCount: 6,
  totalPlays: 9,
  topTracks: [],
});
const hereTracks = [
  trackOf('a', { title: 'Ghost Tram', artist_name: 'Low Tide Union' }),
  trackOf('b', { title: 'Ghost Tram (Depot)', artist_name: 'Kessel & Wire' }),
];
const found: BeyondFound = {
  match: 'exact',
  tracks: [trackOf('c', { title: 'Last Tram, Wet Rails', artist_name: 'Tin Orchard' })],
  people: [
    { profile: profileView('choir', 'Tramline Choir'), trackCount: 6 },
    { profile: profileView('here', 'Tram Here'), trackCount: 1 },
  ],
  total: 318,
};
const more: Partial<ExploreView> = { tracks: hereTracks, highlights: ['tram'], beyond: { state: 'more', found: null } };
const tram = { search: 'tram', genre: null };

interface Scene {
  search?: string;
  view?: Partial<ExploreView>;
  network?: 'online' | 'offline';
  artists?: readonly CreatorView[];
  userId?: string | null;
}

async function renderSearch(scene: Scene = {}) {
  const { search = 'tram', view = more, network = 'online', artists = [], userId = null } = scene;
  window.scrollTo(0, 0);
  const explore = scriptedExplore(() => view);
  explore.connect(network);
  explore.people.set({ isComplete: true, beyond: { state: 'none', found: null }, creators: artists });
  const played: (string | undefined)[] = [];
  function Explore() {
    const [filter, setFilter] = useState<{ search: string; genre: string | null }>({ search, genre: null });
    return (
      <ExplorePage
        {...filter}
        trackId={null}
        onFilter={(change) => setFilter((previous) => ({ ...previous, ...change }))}
        onPlay={(tracks, at) => void played.push(tracks[at]?.title)}
        onMore={noop}
        onVote={noop}
        nowPlaying={{ trackId: null, isPlaying: false }}
      />
    );
  }
  await renderFor({ ...explore.scopeParts, userId }, <Explore />);
  return { ...explore, played };
}

const section = (name: string) => page.getByRole('region', { name });
const here = () => section('On this device');
const everywhere = () => section('Everywhere');
const rowNames = (name: string) =>
  section(name)
    .getByRole('article')
    .elements()
    .map((row) => row.getAttribute('aria-label'));
const status = () =>
  page
    .getByRole('status')
    .elements()
    .map(({ textContent }) => textContent?.trim());

/** Waits three frames, because an IntersectionObserver may report two frames late. */
const settleFrames = async () => {
  for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
};

afterEach(() => void vi.useRealTimers());

describe('a search, while the server may have more', () => {
  it('shows the device’s matches immediately, and the server’s other matches below them later', async () => {
    const { change, requests } = await renderSearch({ artists: [creatorOf('here', 'Tram Here')] });
    await expect
      .poll(() => rowNames('On this device'))
      .toEqual(['Tram Here', 'Ghost Tram by Low Tide Union', 'Ghost Tram (Depot) by Kessel & Wire']);
    await expect.element(here().getByText('3', { exact: true })).toBeVisible();
    await expect.element(here().getByText('Artist, 6 tracks')).toBeVisible();
    expect(here().element().querySelector('mark')?.textContent).toBe('Tram');
    await expect.poll(() => requests).toEqual([tram]);
    change(tram, { beyond: { state: 'loading', found: null } });
    await expect.element(everywhere().getByText('Loading')).toBeVisible();
    const top = here().element().getBoundingClientRect();
    change(tram, { beyond: { state: 'none', found } });
    await expect.poll(() => rowNames('Everywhere')).toEqual(['Tramline Choir', 'Last Tram, Wet Rails by Tin Orchard']);
    await expect.element(everywhere().getByText('318 found')).toBeVisible();
    expect(everywhere().element().querySelector('mark')?.textContent).toBe('Tramline');
    expect(here().element().getBoundingClientRect()).toEqual(top);
    expect(everywhere().getByText('Loading').elements()).toEqual([]);
    await expect.poll(status).toContain('3 on this device, 318 found everywhere');
  });

  it('lists people whom the server’s answer adds to this device in the lower section, so that nothing above moves', async () => {
    const { change, people } = await renderSearch({ artists: [creatorOf('here', 'Tram Here')] });
    await expect.poll(() => rowNames('On this device').length).toBe(3);
    const artists = [creatorOf('choir', 'Tramline Choir'), creatorOf('here', 'Tram Here')];
    people.set({ ...people.get(), creators: artists });
    change(tram, { beyond: { state: 'none', found } });
    await expect.poll(() => rowNames('Everywhere')).toEqual(['Tramline Choir', 'Last Tram, Wet Rails by Tin Orchard']);
    expect(rowNames('On this device')[0]).toBe('Tram Here');
  });

  it('shows 1,000+ if the server stopped counting there, and says when matches are only close', async () => {
    await renderSearch({
      view: { ...more, beyond: { state: 'more', found: { ...found, total: 1000, match: 'close' } } },
    });
    await expect.element(everywhere().getByText('1,000+ found')).toBeVisible();
    await expect.element(everywhere().getByText('Close to “tram”')).toBeVisible();
  });

  it('requests the next page near its end, shows it below, and requests it again on Retry after a failure', async () => {
    const many = (from: number) =>
      Array.from({ length: 60 }, (_, i) => trackOf(`m${from + i}`, { title: `Tram ${from + i}` }));
    const page1 = { ...found, people: [], tracks: many(0) };
    const { change, requests } = await renderSearch({ view: { ...more, beyond: { state: 'more', found: page1 } } });
    await expect.element(everywhere().getByRole('article', { name: 'Tram 0 by' })).toBeVisible();
    await settleFrames();
    expect(requests).toEqual([]);
    window.scrollTo(0, document.documentElement.scrollHeight);
    await expect.poll(() => requests).toEqual([tram]);
    change(tram, { beyond: { state: 'loading', found: page1 } });
    await expect.element(everywhere().getByText('Loading')).toBeVisible();
    change(tram, { beyond: { state: 'failed', found: page1 } });
    await everywhere().getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => requests).toEqual([tram, tram]);
    change(tram, { beyond: { state: 'none', found: { ...page1, tracks: [...many(0), ...many(60)], total: 122 } } });
    await expect
      .poll(() => {
        window.scrollTo(0, document.documentElement.scrollHeight);
        return rowNames('Everywhere').at(-1);
      })
      .toMatch(/^Tram 119 by/);
    expect(everywhere().getByText('Loading').elements()).toEqual([]);
    expect(
      everywhere()
        .getByText(/Nothing else found|More tracks match/)
        .elements(),
    ).toEqual([]);
  });

  it.each([
    [301, 'all', 'More tracks match. Add a word to find them.'],
    [300, 'all', 'Nothing else found'],
    [301, 'Artists', 'Nothing else found'],
  ])('says at its end whether more match than the server names (%i match, shown: %s)', async (total, kind, text) => {
    const state = kind === 'all' ? 'none' : 'more';
    await renderSearch({ view: { beyond: { state, found: { ...found, people: [], tracks: [], total } } } });
    if (kind !== 'all') await page.getByRole('button', { name: kind, exact: true }).click();
    await expect.element(everywhere().getByText(text)).toBeVisible();
    expect(
      everywhere()
        .getByText(/Nothing else found|More tracks match/)
        .elements(),
    ).toHaveLength(1);
    await expect.element(page.getByRole('button', { name: 'Clear search and genre' })).toBeVisible();
  });

  it('asks the server 250 ms after the last key, once, and announces the counts only then', async () => {
    const { requests, change } = await renderSearch({ search: 'tr' });
    for (const search of ['tra', 'tram']) change({ search, genre: null }, { tracks: hereTracks.slice(1) });
    await expect.poll(() => requests).toEqual([{ search: 'tr', genre: null }]);
    await expect.poll(status).toContain('2 on this device');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const field = page.getByRole('searchbox').element();
    const type = (text: string) => {
      if (!(field instanceof HTMLInputElement)) throw new Error('no field');
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    };
    for (const text of ['tra', 'tram']) {
      type(text);
      await expect.element(page.getByRole('searchbox')).toHaveValue(text);
      vi.advanceTimersByTime(249);
    }
    expect(requests.length).toBe(1);
    await expect.element(everywhere().getByText('Loading')).toBeVisible();
    await expect.poll(() => rowNames('On this device')).toEqual(['Ghost Tram (Depot) by Kessel & Wire']);
    expect(status()).toContain('2 on this device');
    vi.advanceTimersByTime(1);
    await expect.poll(() => requests.slice(1)).toEqual([tram]);
    await expect.poll(status).toContain('1 on this device');
  });

  it('filters both sections by kind, and lists at most five artists above the tracks of this device', async () => {
    await renderSearch({
      artists: Array.from({ length: 7 }, (_, i) => creatorOf(`p${i}`, `Tram ${i}`)),
      view: { ...more, beyond: { state: 'none', found } },
    });
    const choose = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await expect.poll(() => rowNames('On this device').length).toBe(5 + 2);
    await choose('Tracks');
    await expect.poll(() => rowNames('On this device').length).toBe(2);
    expect(rowNames('Everywhere')).toEqual(['Last Tram, Wet Rails by Tin Orchard']);
    await choose('Artists');
    await expect.poll(() => rowNames('On this device').length).toBe(7);
    expect(rowNames('Everywhere')).toEqual(['Tramline Choir', 'Tram Here']);
    expect(everywhere().getByText('318 found').elements()).toEqual([]);
  });

  it('says after a failure that the rest is missing, and Retry asks again', async () => {
    const { requests } = await renderSearch({ view: { ...more, beyond: { state: 'failed', found: null } } });
    await expect.element(everywhere().getByText('Could not reach the rest.')).toBeVisible();
    expect(requests).toEqual([]);
    await everywhere().getByRole('button', { name: 'Retry' }).click();
    expect(requests).toEqual([tram]);
  });

  it.each(['more', 'failed'] as const)(
    'keeps the typed words offline, and asks by itself once online (%s)',
    async (state) => {
      const { requests, connect } = await renderSearch({
        network: 'offline',
        view: { beyond: { state, found: null } },
      });
      await expect.element(here().getByText('Nothing on this device matches “tram”.')).toBeVisible();
      await expect.element(here().getByText('Your words stay in the field until you are online.')).toBeVisible();
      await expect.element(page.getByText('Only what is on this device.')).toBeVisible();
      expect(everywhere().elements()).toEqual([]);
      expect(requests).toEqual([]);
      connect('online');
      await expect.poll(() => requests).toEqual([tram]);
      await expect.element(everywhere().getByText('Loading')).toBeVisible();
      expect(here().getByText('Your words stay').elements()).toEqual([]);
      await expect.element(page.getByRole('searchbox')).toHaveValue('tram');
    },
  );

  it('offers to clear the search if nothing was found anywhere', async () => {
    await renderSearch({ view: { beyond: { state: 'none', found: { ...found, tracks: [], people: [], total: 0 } } } });
    await expect.element(everywhere().getByText('Nothing else found')).toBeVisible();
    await page.getByRole('button', { name: 'Clear search and genre' }).click();
    await expect.element(page.getByRole('searchbox')).toHaveValue('');
  });

  it('moves with the arrow keys from the field through both lists and back, and Enter plays the focused track', async () => {
    const { played } = await renderSearch({ view: { ...more, beyond: { state: 'none', found } } });
    await expect.poll(() => rowNames('Everywhere').length).toBe(3);
    await page.getByRole('searchbox').click();
    const focused = () => {
      const { activeElement } = document;
      return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent;
    };
    const after = async (key: string) => {
      await userEvent.keyboard(`{${key}}`);
      return focused();
    };
    expect(await after('ArrowDown')).toBe('Play Ghost Tram');
    expect(await after('ArrowDown')).toBe('Play Ghost Tram (Depot)');
    expect(await after('ArrowDown')).toBe('Tramline Choir');
    expect(document.activeElement?.getAttribute('href')).toBe('/profile/choir');
    expect(await after('ArrowDown')).toBe('Tram Here');
    expect(await after('ArrowDown')).toBe('Play Last Tram, Wet Rails');
    expect(await after('ArrowDown')).toBe('Play Last Tram, Wet Rails');
    await userEvent.keyboard('{Enter}');
    expect(played).toEqual(['Last Tram, Wet Rails']);
    for (let i = 0; i < 4; i++) await userEvent.keyboard('{ArrowUp}');
    expect(focused()).toBe('Play Ghost Tram');
    await userEvent.keyboard('{Tab}');
    expect(focused()).toBe('Ghost Tram');
    expect(await after('ArrowDown')).toBe('Play Ghost Tram (Depot)');
    await userEvent.keyboard('{ArrowUp}');
    expect(await after('ArrowUp')).toBe('Search tracks or artists');
  });

  it('reaches every row of a long list with the arrow keys', async () => {
    const tracks = Array.from({ length: 20 }, (_, i) => trackOf(`t${i}`, { title: `Tram ${i}` }));
    await renderSearch({ view: { tracks, beyond: { state: 'none', found } } });
    await expect.poll(() => rowNames('On this device').length).toBeGreaterThan(10);
    await page.getByRole('searchbox').click();
    for (let i = 0; i < 20; i++)
      await expect
        .poll(async () => {
          await userEvent.keyboard('{ArrowDown}');
          return document.activeElement?.getAttribute('aria-label');
        })
        .toBe(`Play Tram ${i}`);
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Tramline Choir');
  });
});

it.each([
  [320, null],
  [320, 'reader'],
  [390, 'reader'],
])('results on a screen of %i px do not overlap (person: %s)', async (width, userId) => {
  await page.viewport(width, 844);
  onTestFinished(() => page.viewport(390, 844));
  await renderSearch({ userId, artists: [creatorOf('here', 'Tram Here')] });
  await expect.poll(() => rowNames('On this device').length).toBe(3);
  const boxes = here()
    .getByRole('article')
    .elements()
    .map((row) => row.getBoundingClientRect());
  const gaps = boxes.slice(1).map(({ top }, index) => top - (boxes[index]?.bottom ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThan(-1);
});

it('the field shows the first letter before the page is replaced by results', async () => {
  await renderSearch({ search: '' });
  const field = page.getByRole('searchbox');
  const tracks = page.getByRole('list', { name: 'Tracks' });
  await expect.element(tracks).toBeVisible();
  const atFirst = new Promise((done) => {
    // After the update that the event makes at once.
    const look = () => queueMicrotask(() => done(tracks.elements().length));
    document.addEventListener('input', look, { once: true });
  });
  await userEvent.type(field, 't');
  expect(await atFirst).toBe(1);
  await expect.element(here()).toBeVisible();
  await expect.element(field).toHaveValue('t');
  await expect.element(field).toHaveFocus();
});

it('a search of a device that has all tracks shows cards and a count, and asks nothing', async () => {
  const { requests } = await renderSearch({ view: { tracks: hereTracks, highlights: ['tram'] } });
  await expect.element(page.getByText('2 tracks found')).toBeVisible();
  await expect.element(page.getByRole('list', { name: 'Tracks' })).toBeVisible();
  expect(here().elements()).toEqual([]);
  expect(page.getByRole('group', { name: 'Show' }).elements()).toEqual([]);
  await page.getByRole('searchbox').fill('tramline');
  await expect.element(page.getByText('2 tracks found')).toBeVisible();
  expect(requests).toEqual([]);
});
