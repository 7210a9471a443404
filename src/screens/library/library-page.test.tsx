import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { FavouriteView, KeptState, OwnPlays, Scope, SyncClient } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';
import { constantLive } from '../../engine/live.ts';
import { meWith, renderFor, restingStatus, trackOf } from '../../testing/scope-test.tsx';
import { scriptedPlaylists } from '../../testing/scripted-playlists.ts';
import { LibraryPage } from './library-page.tsx';

const noop = () => undefined;
const favouriteOf = (id: string, change: Partial<FavouriteView> = {}): FavouriteView => ({
  trackId: id,
  track: trackOf(id, { duration_ms: 120_000 }),
  isAbsent: false,
  favouritedAt: '2027-01-01T00:00:00Z',
  isPending: false,
  ...change,
});

/** A play of each track, the first one the latest, an hour apart. */
const playsOf = (...trackIds: string[]): OwnPlays => ({
  state: 'complete',
  plays: trackIds.map((trackId, at) => {
    const heardAt = new Date(Date.now() - (at + 1) * 3_600_000).toISOString();
    return {
      id: `play ${at}`,
      rev: 1,
      user_id: 'me',
      track_id: trackId,
      played_on: `day ${at}`,
      heard_at: heardAt,
      is_manual: true,
      is_self_play: false,
      zaps_earned: 0,
      created_at: heardAt,
    };
  }),
});

async function openLibrary(
  favourites: readonly FavouriteView[],
  kept: readonly KeptState[],
  plays: OwnPlays = playsOf(),
) {
  const onPlay = vi.fn();
  const trackById = (id: string) => (id === 'gone' ? null : trackOf(id, { title: `Track ${id}` }));
  const scope: Partial<Scope> = {
    userId: 'me',
    ...scriptedPlaylists([]).scopeParts,
    favourites: createLive(favourites),
    isFilled: createLive(true),
    me: createLive(meWith(0)),
    pending: createLive([]),
    ownHistory: async () => ({ plays: createLive(plays), ledger: async () => [] }),
    track: (id) => constantLive(trackById(id)),
    tracksById: async (ids) => ids.flatMap((id) => trackById(id) ?? []),
    visitTracks: async () => undefined,
    absent: createLive(new Set(['gone'])),
    isAbsent: () => false,
    status: createLive(restingStatus('online')),
    kept: {
      states: createLive(new Map(kept.map((state, i) => [`k${i}`, state]))),
      lists: createLive(new Set<string>()),
    } as unknown as Scope['kept'],
  };
  await renderFor(
    scope,
    <LibraryPage onPlay={onPlay} onMore={noop} nowPlaying={{ trackId: null, isPlaying: false }} onSignIn={noop} />,
    { account: createLive({ kind: 'user' }) } as unknown as Partial<SyncClient>,
  );
  return { onPlay };
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
    await openLibrary([favouriteOf('a'), favouriteOf('b', { track: null, isAbsent: true })], files);
    expect(tiles()).toEqual([
      ['Favourites2 tracks', '/library/favourites'],
      ['Kept2.0 MB', '/library/kept'],
      ['HistoryNothing today', '/library/history'],
    ]);
  });

  it('says that there is nothing yet', async () => {
    await page.viewport(390, 844);
    await openLibrary([], []);
    expect(tiles().map(([text]) => text)).toEqual(['FavouritesNothing yet', 'KeptNothing yet', 'HistoryNothing today']);
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

  it.each([390, 1280])('lists the tracks heard last, each once, and plays them from there (%i px)', async (width) => {
    await page.viewport(width, 800);
    const { onPlay } = await openLibrary([], [], playsOf('a', 'gone', 'a', 'b', 'c', 'd'));
    const history = page.getByRole('region', { name: 'History' });
    await expect
      .poll(() =>
        history
          .getByRole('listitem')
          .elements()
          .map((row) => row.textContent),
      )
      .toEqual([
        expect.stringContaining('Track a'),
        expect.stringContaining('No longer public'),
        expect.stringContaining('Track b'),
        expect.stringContaining('Track c'),
      ]);
    await expect.element(history.getByText('1 hour ago')).toBeVisible();
    await history.getByRole('button', { name: /Play Track b/ }).click();
    await expect
      .poll(() => onPlay.mock.calls)
      .toEqual([[['a', 'b', 'c'].map((id) => expect.objectContaining({ id })), 1]]);
  });
});
