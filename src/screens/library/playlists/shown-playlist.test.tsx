import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { RemoteApi, RemoteState, Scope, TrackView } from '../../../../sync/client.ts';
import { createLive } from '../../../../sync/model/live.ts';
import type { ShownPlaylistData } from '../../../../sync/model/playlist-reads.ts';
import { constantLive } from '../../../engine/live.ts';
import { renderFor, restingStatus, trackOf } from '../../../testing/scope-test.tsx';
import { playlistOf, scriptedPlaylists } from '../../../testing/scripted-playlists.ts';
import { PlaylistPage } from './playlist-page.tsx';

const tracks = ['Kiln', 'Halide'].map((title) =>
  trackOf(title, { title, artist_name: `Artist of ${title}`, duration_ms: 61_000 }),
);

const shown: ShownPlaylistData = {
  id: 'p',
  user_id: 'ines',
  owner_name: 'Ines Calder',
  owner_avatar: null,
  title: 'Last train',
  description: 'In that order.',
  visibility: 'public',
  track_count: 3,
  covers: [],
  track_ids: ['Kiln', 'gone', 'Halide'],
};
const here = (value: unknown): RemoteState<unknown> => ({
  kind: 'here',
  value,
  at: 1,
  isStale: false,
  isAsking: false,
  failure: null,
});
const failed = (kind: 'network' | 'busy'): RemoteState<unknown> => ({
  kind: 'failed',
  failure: kind === 'network' ? { kind } : { kind, message: '' },
  isAsking: false,
});

interface Device {
  userId?: string | null;
  isFilled?: boolean;
  known?: readonly TrackView[];
}

async function open(state: RemoteState<unknown>, { userId = 'me', isFilled = true, known = tracks }: Device = {}) {
  const own = userId === null ? [] : [playlistOf('own', [])];
  const { api, calls, scopeParts } = scriptedPlaylists(own, known);
  const [onPlay, retry] = [vi.fn(), vi.fn()];
  const visitTracks = vi.fn(() => Promise.resolve());
  const read = { ...createLive(state), retry };
  const scope: Partial<Scope> = {
    userId,
    tracksById: async () => [],
    ...scopeParts,
    remote: () => Promise.resolve({ read: () => read } as unknown as RemoteApi),
    visitTracks,
    pending: createLive([]),
    isFilled: createLive(isFilled),
    status: createLive(restingStatus('online')),
    track: () => constantLive(null),
    kept: { states: createLive(new Map()), lists: createLive(new Set()) } as unknown as Scope['kept'],
  };
  await renderFor(
    scope,
    <PlaylistPage
      playlistId="p"
      onPlay={onPlay}
      onMore={() => undefined}
      onVote={() => undefined}
      nowPlaying={{ trackId: null, isPlaying: false }}
    />,
  );
  return { api, calls, onPlay, retry, visitTracks };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const rows = () =>
  page
    .getByRole('list', { name: 'Tracks' })
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);

afterEach(() => page.viewport(390, 844));

describe("somebody else's playlist", () => {
  it('shows its owner and its tracks in order, and plays them without the absent ones', async () => {
    const { onPlay, visitTracks } = await open(here(shown));
    await expect.element(page.getByRole('heading', { name: 'Last train' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Ines Calder' })).toBeVisible();
    await expect.element(page.getByText('Public', { exact: true })).toBeVisible();
    await expect.element(page.getByText('3 tracks, 3 min')).toBeVisible();
    await expect
      .poll(rows)
      .toEqual([
        'KilnArtist of Kiln1:01',
        'No longer publicIts artist made it private or deleted it',
        'HalideArtist of Halide1:01',
      ]);
    await button('Play Halide').click();
    expect(onPlay.mock.calls.map(([list, at]) => [list.map(({ title }: TrackView) => title), at])).toEqual([
      [['Kiln', 'Halide'], 1],
    ]);
    expect(visitTracks).toHaveBeenCalledWith(['Kiln', 'gone', 'Halide']);
    await expect.element(page.getByRole('button', { name: /^Move/ })).not.toBeInTheDocument();
  });

  it('is taken into the library and out of it', async () => {
    const { calls } = await open(here(shown));
    await button('Add to library').click();
    await button('In your library').click();
    await expect.element(button('Add to library')).toBeVisible();
    expect(calls).toEqual([
      ['setLiked', 'p', true],
      ['setLiked', 'p', false],
    ]);
  });

  it('is copied with all its tracks', async () => {
    const { calls } = await open(here(shown));
    await button('More').click();
    await page.getByRole('menuitem', { name: 'Keep a copy' }).click();
    await expect
      .poll(() => calls)
      .toEqual([
        ['create', 'Last train'],
        ['add', 'made 1', ['Kiln', 'gone', 'Halide']],
      ]);
  });

  it('can be read by guests, who can neither like nor copy it', async () => {
    await open(here({ ...shown, visibility: 'link', owner_name: null }), { userId: null });
    await expect.element(page.getByText('Anybody with the link')).toBeVisible();
    await expect.element(page.getByText('Somebody', { exact: true })).toBeVisible();
    expect(button('Add to library').elements()).toEqual([]);
    await button('More').click();
    expect(
      page
        .getByRole('menuitem')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Add to queue']);
  });

  it.each([
    ['is private or deleted', here(null), 'This playlist is private'],
    ['is not on this device, without a network', failed('network'), 'Not on this device yet'],
  ])('says when it %s', async (_name, state, text) => {
    await open(state);
    await expect.element(page.getByText(text)).toBeVisible();
  });

  it('can be taken out of the library after it has become private', async () => {
    const { api, calls } = await open(here(null));
    expect(page.getByRole('button', { name: 'Remove from library' }).elements()).toEqual([]);
    await api.setLiked('p', true);
    await button('Remove from library').click();
    await expect.element(button('Remove from library')).not.toBeInTheDocument();
    expect(calls).toEqual([
      ['setLiked', 'p', true],
      ['setLiked', 'p', false],
    ]);
  });

  it('can be asked for again when the server fails', async () => {
    const { retry } = await open(failed('busy'));
    await expect.element(page.getByText('Failed to load this playlist')).toBeVisible();
    await button('Retry').click();
    expect(retry).toHaveBeenCalledOnce();
  });

  it("is not called private before the person's own playlists are on this device", async () => {
    await open(here(null), { isFilled: false });
    await expect.element(page.getByRole('img', { name: 'Loading' })).toBeVisible();
    expect(page.getByText('This playlist is private').elements()).toEqual([]);
  });
});
