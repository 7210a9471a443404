import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { FavouriteView, Scope, TrackView } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';
import { expectAnnounced, renderFor, scriptedQueue, trackOf } from '../../testing/scope-test.tsx';
import { HeartButton } from './heart.tsx';
import { HeartRow } from './heart-row.tsx';

const heart = page.getByRole('button', { name: 'Favourite', exact: true });

function deviceWith(isFavourite: boolean, userId: string | null = 'me') {
  const { scopeParts, refuse } = scriptedQueue();
  const favouritedAt = isFavourite ? '2027-01-01T00:00:00Z' : null;
  const track = trackOf('t1', { myFavourite: { isFavourite, favouritedAt, isPending: false } });
  const favourite = { trackId: 't1', track, isAbsent: false, favouritedAt: '2027-01-01T00:00:00Z', isPending: false };
  const favourites = createLive<readonly FavouriteView[]>(isFavourite ? [favourite] : []);
  const enqueue = vi.fn<Scope['enqueue']>((kind) => {
    favourites.set(kind === 'favourite.add' ? [favourite] : []);
    return Promise.resolve('action');
  });
  const all: Partial<Scope> = {
    ...scopeParts,
    enqueue,
    userId,
    track: () => createLive<TrackView | null>(track),
    favourites,
  };
  return { scopeParts: all, track, enqueue, favourites, refuse };
}

afterEach(() => vi.restoreAllMocks());

describe('the heart', () => {
  it('adds the track to the favourites', async () => {
    const { scopeParts, enqueue } = deviceWith(false);
    await renderFor(scopeParts, <HeartButton trackId="t1" />);
    await expect.element(heart).toHaveAttribute('aria-pressed', 'false');
    await heart.click();
    await expect.poll(() => enqueue.mock.calls).toEqual([['favourite.add', { track_id: 't1' }, undefined]]);
  });

  it('removes the track from the favourites; Undo returns it to its place', async () => {
    const { scopeParts, enqueue } = deviceWith(true);
    await renderFor(scopeParts, <HeartButton trackId="t1" />);
    await expect.element(heart).toHaveAttribute('aria-pressed', 'true');
    await heart.click();
    await expect.poll(() => enqueue.mock.calls).toEqual([['favourite.remove', { track_id: 't1' }, undefined]]);
    await expectAnnounced('Removed from favourites');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(() => enqueue.mock.calls.at(1))
      .toEqual(['favourite.add', { track_id: 't1', favourited_at: '2027-01-01T00:00:00Z' }, undefined]);
    await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it.each([
    [false, 2, ['add', 'remove']],
    [false, 3, ['add']],
    [true, 2, ['remove', 'add']],
    [true, 3, ['remove']],
  ])(
    'follows the last of quick presses, with no action twice (favourite: %s, presses: %d)',
    async (is, count, stored) => {
      const { scopeParts, enqueue, favourites } = deviceWith(is);
      let store = () => {};
      const isStored = new Promise<void>((resolve) => (store = resolve));
      const write = enqueue.getMockImplementation();
      enqueue.mockImplementation(async (...action) => {
        await isStored;
        return write?.(...action) ?? '';
      });
      await renderFor(
        scopeParts,
        <>
          <HeartButton trackId="t1" />
          <HeartButton trackId="t1" />
        </>,
      );
      // Two hearts of one track, as in a row and the bar.
      for (let press = 0; press < count; press++) await heart.nth(press % 2).click();
      store();
      await expect
        .poll(() => enqueue.mock.calls.map(([kind]) => kind))
        .toEqual(stored.map((kind) => `favourite.${kind}`));
      await expect.poll(() => favourites.get().length).toBe(stored.at(-1) === 'add' ? 1 : 0);
      // A later press queues one action again.
      await heart.first().click();
      const next = stored.at(-1) === 'add' ? 'favourite.remove' : 'favourite.add';
      await expect.poll(() => enqueue.mock.calls.slice(stored.length).map(([kind]) => kind)).toEqual([next]);
    },
  );

  it('asks a guest to sign in', async () => {
    const { scopeParts, enqueue } = deviceWith(false, null);
    await renderFor(scopeParts, <HeartButton trackId="t1" />);
    await heart.click();
    await expectAnnounced('Please sign in to add favourites');
    expect(enqueue).not.toHaveBeenCalled();
  });

  it('shows why the server refused', async () => {
    const { scopeParts, refuse } = deviceWith(false);
    await renderFor(scopeParts, <HeartButton trackId="t1" />);
    await heart.click();
    await refuse('You have too many favourites');
    await expectAnnounced('Favourites not changed', 'You have too many favourites');
  });

  it.each([
    [true, 'Remove from favourites'],
    [false, 'Add to favourites'],
  ])('is an entry of the More menu (favourite: %s)', async (isFavourite, name) => {
    const { scopeParts, track, enqueue } = deviceWith(isFavourite);
    const onDone = vi.fn();
    await renderFor(scopeParts, <HeartRow track={track} onDone={onDone} />);
    await page.getByRole('button', { name }).click();
    expect(onDone).toHaveBeenCalledOnce();
    const kind = isFavourite ? 'favourite.remove' : 'favourite.add';
    await expect.poll(() => enqueue.mock.calls).toEqual([[kind, { track_id: 't1' }, undefined]]);
  });

  it.each([
    [false, 1],
    [true, 0],
  ])('moves once at a press (reduced motion: %s)', async (matches, count) => {
    const { matchMedia } = window;
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.defineProperty(matchMedia.call(window, query), 'matches', { value: matches }),
    );
    const animate = vi.spyOn(Element.prototype, 'animate');
    const { scopeParts } = deviceWith(false);
    await renderFor(scopeParts, <HeartButton trackId="t1" />);
    await heart.click();
    expect(animate).toHaveBeenCalledTimes(count);
  });
});
