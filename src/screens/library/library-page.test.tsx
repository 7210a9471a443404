import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { FavouriteView, KeptState, Scope, SyncClient } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';
import { renderFor, restingStatus, trackOf } from '../../testing/scope-test.tsx';
import { LibraryPage } from './library-page.tsx';

const noop = () => undefined;
const favouriteOf = (id: string, change: Partial<FavouriteView> = {}): FavouriteView => ({
  trackId: id,
  track: trackOf(id, { duration_ms: 120_000 }),
  isGone: false,
  favouritedAt: '2027-01-01T00:00:00Z',
  isPending: false,
  ...change,
});

async function openLibrary(favourites: readonly FavouriteView[], kept: readonly KeptState[]) {
  const scope: Partial<Scope> = {
    favourites: createLive(favourites),
    isFilled: createLive(true),
    status: createLive(restingStatus('online')),
    kept: { states: createLive(new Map(kept.map((state, i) => [`k${i}`, state]))) } as unknown as Scope['kept'],
  };
  await renderFor(
    scope,
    <LibraryPage onPlay={noop} nowPlaying={{ trackId: null, isPlaying: false }} onSignIn={noop} />,
    { account: createLive({ kind: 'user' }) } as unknown as Partial<SyncClient>,
  );
}

const tiles = () =>
  page
    .getByRole('list', { name: 'Library' })
    .getByRole('link')
    .elements()
    .map((tile) => [tile.textContent, tile.getAttribute('href')]);

const files: readonly KeptState[] = [
  { kind: 'kept', bytes: 1_048_576, asked: true, usedAt: 0 },
  { kind: 'kept', bytes: 1_048_576, asked: false, usedAt: 0 },
  { kind: 'waiting', reason: 'turn' },
];

afterEach(() => page.viewport(390, 844));

describe('the library', () => {
  it('has a tile for each of its pages on a phone', async () => {
    await page.viewport(390, 844);
    await openLibrary([favouriteOf('a'), favouriteOf('b', { track: null, isGone: true })], files);
    expect(tiles()).toEqual([
      ['Favourites2 tracks', '/library/favourites'],
      ['Kept2.0 MB', '/library/kept'],
    ]);
  });

  it('says that there is nothing yet', async () => {
    await page.viewport(390, 844);
    await openLibrary([], []);
    expect(tiles().map(([text]) => text)).toEqual(['FavouritesNothing yet', 'KeptNothing yet']);
    await expect.element(page.getByText('No favourites yet')).toBeVisible();
  });

  it('shows favourites and kept music in a column on a desktop', async () => {
    await page.viewport(1280, 800);
    await openLibrary([favouriteOf('a'), favouriteOf('b')], files);
    await expect.element(page.getByRole('heading', { name: 'Favourites' })).toBeVisible();
    await expect.element(page.getByText('2 tracks, 4 min')).toBeVisible();
    await expect.element(page.getByText('2.0 MB')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Manage' })).toHaveAttribute('href', '/library/kept');
  });
});
