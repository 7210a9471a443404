import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { AccountState, FavouriteView, KeptState, Scope, SyncClient } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';
import { renderFor, restingStatus, scriptedQueue, trackOf } from '../../testing/scope-test.tsx';
import { FavouritesPage } from './favourites-page.tsx';

const noop = () => undefined;
const silence = { trackId: null, isPlaying: false };

/** @param n the higher, the newer */
function favouriteOf(n: number, title: string, change: Partial<FavouriteView> = {}): FavouriteView {
  const trackId = `t${n}`;
  const track = trackOf(trackId, { title, artist_name: `Artist of ${title}`, duration_ms: 60_000 });
  return {
    trackId,
    track,
    isAbsent: false,
    favouritedAt: new Date(n * 1000).toISOString(),
    isPending: false,
    ...change,
  };
}

interface Device {
  favourites: readonly FavouriteView[];
  network?: 'online' | 'offline';
  kept?: ReadonlyMap<string, KeptState>;
  account?: AccountState['kind'];
}

async function openPage({ favourites, network = 'online', kept = new Map(), account = 'user' }: Device) {
  const enqueue = vi.fn<Scope['enqueue']>(() => Promise.resolve('action'));
  const scope: Partial<Scope> = {
    ...scriptedQueue().scopeParts,
    enqueue,
    userId: account === 'user' ? 'me' : null,
    readPending: () => Promise.resolve([]),
    tracksById: async () => [],
    favourites: createLive(favourites),
    isFilled: createLive(true),
    status: createLive(restingStatus(network)),
    kept: { states: createLive(kept), lists: createLive(new Set<string>()) } as unknown as Scope['kept'],
  };
  const onPlay = vi.fn();
  const onSignIn = vi.fn();
  await renderFor(scope, <FavouritesPage onPlay={onPlay} onMore={noop} nowPlaying={silence} onSignIn={onSignIn} />, {
    account: createLive({ kind: account }),
  } as unknown as Partial<SyncClient>);
  return { onPlay, onSignIn, enqueue };
}

const list = page.getByRole('list', { name: 'Favourites' });
const rowTexts = () =>
  list
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const three = [favouriteOf(3, 'Borealis'), favouriteOf(2, 'Éclair'), favouriteOf(1, 'Ashes')];

describe('the favourites', () => {
  it('are sorted by time, title or artist', async () => {
    await openPage({ favourites: three });
    const sort = page.getByRole('combobox', { name: 'Sort by' });
    const titles = () => rowTexts().map((text) => /^(\S+)Artist/.exec(text)?.[1]);
    await expect.poll(titles).toEqual(['Borealis', 'Éclair', 'Ashes']);
    await sort.selectOptions('Title');
    await expect.poll(titles).toEqual(['Ashes', 'Borealis', 'Éclair']);
    await sort.selectOptions('Artist');
    await expect.poll(titles).toEqual(['Ashes', 'Borealis', 'Éclair']);
  });

  it('are found by words of title and artist, without accents', async () => {
    await openPage({ favourites: three });
    await page.getByRole('searchbox').fill('eclair artist');
    await expect.poll(rowTexts).toEqual(['ÉclairArtist of Éclair']);
    await page.getByRole('searchbox').fill('nothing of it');
    await expect.element(page.getByText('No favourite matches “nothing of it”.')).toBeVisible();
  });

  it('are played from the pressed row, in the shown order, also during a search', async () => {
    const { onPlay } = await openPage({ favourites: three });
    await page.getByRole('searchbox').fill('ashes');
    await expect.poll(rowTexts).toHaveLength(1);
    await button('Play Ashes').click();
    expect(onPlay).toHaveBeenLastCalledWith([three[2]?.track], 0);
    await page.getByRole('searchbox').fill('');
    await button('Play Éclair').click();
    expect(onPlay).toHaveBeenLastCalledWith(
      three.map(({ track }) => track),
      1,
    );
  });

  it('are played and shuffled without those that cannot play', async () => {
    const kept = new Map<string, KeptState>([['t1', { kind: 'kept', bytes: 1, asked: true, usedAt: 0 }]]);
    const { onPlay } = await openPage({ favourites: three, network: 'offline', kept });
    const [, , ashes] = three;
    await button('Play all favourites').click();
    expect(onPlay).toHaveBeenLastCalledWith([ashes?.track], 0, 'list');
    await button('Shuffle').click();
    expect(onPlay).toHaveBeenLastCalledWith([{ ...ashes?.track, isShuffled: true }], 0);
    await expect
      .poll(rowTexts)
      .toEqual(['BorealisNot saved on this device', 'ÉclairNot saved on this device', 'AshesArtist of Ashes']);
  });

  it('mark those that wait to be sent, are absent, or are not on this device', async () => {
    const { enqueue } = await openPage({
      favourites: [
        favouriteOf(3, 'Borealis', { isPending: true }),
        favouriteOf(2, '', { track: null, isAbsent: true }),
        favouriteOf(1, '', { track: null }),
      ],
    });
    await expect
      .poll(rowTexts)
      .toEqual([
        'BorealisWaiting to send',
        'No longer publicIts artist made it private or deleted it',
        'Not on this device yet',
      ]);
    await button('Remove from favourites').first().click();
    await expect.poll(() => enqueue.mock.calls).toEqual([['favourite.remove', { track_id: 't2' }, undefined]]);
  });

  it('may be ten thousand, of which only the rows in view are rendered', async () => {
    await openPage({ favourites: Array.from({ length: 10_000 }, (_, i) => favouriteOf(10_000 - i, `Song ${i}`)) });
    await expect.element(page.getByText('10,000 tracks')).toBeVisible();
    await expect.element(button('Play Song 0')).toBeVisible();
    expect(rowTexts().length).toBeLessThan(60);
    await page.getByRole('searchbox').fill('9999');
    await expect.poll(rowTexts).toEqual(['Song 9999Artist of Song 9999']);
  });

  it('say how to add one while there is none', async () => {
    await openPage({ favourites: [] });
    await expect.element(page.getByText('Tap the heart on any track.')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Explore' })).toBeVisible();
  });

  it('offer a guest to sign in', async () => {
    const { onSignIn } = await openPage({ favourites: [], account: 'guest' });
    await button('Sign In').click();
    expect(onSignIn).toHaveBeenCalledOnce();
  });
});
