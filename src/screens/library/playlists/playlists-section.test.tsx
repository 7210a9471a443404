import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { KeptState, PendingAction, PlaylistView, RemoteApi, RemoteState, Scope } from '../../../../sync/client.ts';
import { savePlace } from '../../../components/track/playlist/list-places.ts';
import { createLive } from '../../../../sync/model/live.ts';
import { renderFor, restingStatus, trackOf } from '../../../testing/scope-test.tsx';
import { entryOf, playlistOf, scriptedPlaylists } from '../../../testing/scripted-playlists.ts';
import { PlaylistsSection } from './playlists-section.tsx';

const MB = 1_048_576;
const track = trackOf('a', { duration_ms: 180_000, audio_bytes: 10 * MB });

interface Device {
  lists?: readonly string[];
  kept?: KeptState;
  isFilled?: boolean;
  userId?: string | null;
  liked?: string;
  queue?: readonly PendingAction[];
}

/** An answer without playlists. */
const answered = (at: number) =>
  ({ kind: 'here', value: [], at, isStale: false, isAsking: false, failure: null }) as const;

async function open(
  playlists: readonly PlaylistView[],
  { lists = [], kept, isFilled = true, userId = 'me', liked, queue = [] }: Device = {},
) {
  const { api, calls, scopeParts } = scriptedPlaylists(playlists);
  if (liked !== undefined) await api.setLiked(liked, true);
  const pending = createLive(queue);
  const state = createLive<RemoteState<unknown>>(answered(1));
  const reading = { ...state, retry: vi.fn(() => state.set({ ...answered(1), isAsking: true })) };
  const scope: Partial<Scope> = {
    userId,
    ...scopeParts,
    pending,
    remote: () => Promise.resolve({ read: () => reading } as unknown as RemoteApi),
    isFilled: createLive(isFilled),
    status: createLive(restingStatus('online')),
    kept: {
      states: createLive(new Map(kept ? [['a', kept]] : [])),
      lists: createLive(new Set(lists)),
    } as unknown as Scope['kept'],
  };
  await renderFor(scope, <PlaylistsSection onSignIn={() => undefined} />);
  return { calls, pending, state, retry: reading.retry, device: scopeParts.device };
}

const list = page.getByRole('list', { name: 'Playlists' });
const cards = () =>
  list
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent);

afterEach(() => page.viewport(390, 844));

describe('the playlists of the library', () => {
  it('show their count and length, and one line on their state', async () => {
    await open(
      [
        playlistOf('Kept one', [entryOf('1', track), entryOf('2', track)]),
        playlistOf('Sent later', [entryOf('3', track, { isPending: true })]),
        playlistOf('Plain', [entryOf('4', track, { track: null, isAbsent: true })]),
        playlistOf('Shown', [], { visibility: 'public' }),
      ],
      { lists: ['Kept one'], kept: { kind: 'kept', bytes: 10 * MB, asked: true, usedAt: 0 } },
    );
    await expect
      .poll(cards)
      .toEqual([
        'Kept one2 tracks, 6 minKept, 10.0 MB',
        'Sent later1 track, 3 minWaiting to send',
        'Plain1 trackOnly you',
        'Shown0 tracks',
      ]);
    await expect.element(list.getByRole('link').first()).toHaveAttribute('href', '/playlist/Kept%20one');
  });

  it('show how much is kept so far', async () => {
    const kept: KeptState = { kind: 'fetching', receivedBytes: 5 * MB, totalBytes: 10 * MB, asked: true };
    await open([playlistOf('Rain', [entryOf('1', track)])], { lists: ['Rain'], kept });
    await expect.element(page.getByRole('progressbar', { name: 'Saving' })).toHaveAttribute('aria-valuenow', '50');
  });

  it('are five on a desktop until Show all is pressed, and all on a phone', async () => {
    const seven = Array.from({ length: 7 }, (_, i) => playlistOf(`P${i}`, []));
    await open(seven);
    await expect.poll(() => cards().length).toBe(7);
    await page.viewport(1280, 800);
    await expect.poll(() => cards().length).toBe(5);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => cards().length).toBe(7);
  });

  it('are rendered only where they can be seen', async () => {
    await open(Array.from({ length: 200 }, (_, i) => playlistOf(`P${i}`, [])));
    const last = page.getByRole('link', { name: 'P199' });
    const items = list.getByRole('listitem');
    await expect.element(items.first()).toHaveAttribute('aria-setsize', '200');
    expect(cards().length).toBeLessThan(30);
    await expect.element(last).not.toBeInTheDocument();
    window.scrollTo(0, document.documentElement.scrollHeight);
    await expect.element(last).toBeVisible();
    expect(cards().length).toBeLessThan(30);
  });

  it('are sorted by when they were played on this device or made, latest first', async () => {
    const { device } = await open(['New', 'Older', 'Old'].map((title) => playlistOf(title, [])));
    const titles = () => cards().map((text) => text?.replace('0 tracksOnly you', ''));
    await expect.poll(titles).toEqual(['New', 'Older', 'Old']);
    // All were made on the first of January.
    const played = (list: string, day: number) =>
      savePlace(device, { list, entry: '1', at: 0, positionS: null, playedAt: Date.UTC(2027, 0, day) });
    played('Old', 3);
    played('Older', 2);
    await expect.poll(titles).toEqual(['Old', 'Older', 'New']);
  });

  it('are made by name', async () => {
    const { calls } = await open([]);
    await expect.element(page.getByText('No playlists yet')).toBeVisible();
    await page.getByRole('button', { name: 'New playlist' }).click();
    const dialog = page.getByRole('dialog', { name: 'New playlist' });
    await dialog.getByRole('button', { name: 'Make playlist' }).click();
    await expect.element(dialog.getByText('A playlist needs a name.')).toBeVisible();
    await dialog.getByRole('textbox').fill(' Depot ');
    await dialog.getByRole('button', { name: 'Make playlist' }).click();
    await expect.poll(() => calls).toEqual([['create', 'Depot']]);
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('are not called missing before the device has them', async () => {
    await open([], { isFilled: false });
    await expect.element(page.getByRole('heading', { name: 'Playlists' })).toBeVisible();
    await expect.element(page.getByText('No playlists yet')).not.toBeInTheDocument();
  });

  it('request the liked ones again once a queued like has reached the server', async () => {
    const like: PendingAction = {
      id: 'like',
      kind: 'playlist.like',
      payload: { playlist_id: 'theirs' },
      createdAt: 1,
      state: { kind: 'queued' },
      isEditable: false,
    };
    const { pending, retry, state } = await open([], { liked: 'theirs', queue: [like] });
    await expect.element(page.getByText('No playlists yet')).toBeVisible();
    expect(retry).not.toHaveBeenCalled();
    const line = page.getByText('is private now');
    const seen = vi.fn();
    const observer = new MutationObserver(() => line.query() && seen());
    observer.observe(document.body, { childList: true, subtree: true });
    pending.set([]);
    await expect.poll(() => retry.mock.calls.length).toBe(1);
    state.set({ ...answered(1), failure: { kind: 'network' } });
    state.set({ ...answered(1), isAsking: true });
    observer.disconnect();
    // Answers from before the like must not count its playlist as private.
    expect(seen).not.toHaveBeenCalled();
    state.set(answered(2));
    await expect.element(line).toBeVisible();
  });

  it('name liked ones that are private now, which can be taken out of the library', async () => {
    const { calls } = await open([], { liked: 'theirs' });
    await expect.element(page.getByText('A playlist in your library is private now, or was deleted.')).toBeVisible();
    await page.getByRole('button', { name: 'Remove from library' }).click();
    await expect.element(page.getByText('is private now')).not.toBeInTheDocument();
    expect(calls).toEqual([
      ['setLiked', 'theirs', true],
      ['setLiked', 'theirs', false],
    ]);
  });

  it('offer a guest to sign in', async () => {
    await open([], { userId: null });
    await expect.element(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  });
});
