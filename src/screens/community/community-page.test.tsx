import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { profileRow } from '../../../tests/sync/support/rows.ts';
import type { CreatorView, PeopleBeyond, PeopleView, RemoteApi, Scope, SyncStatus } from '../../../sync/client.ts';
import { renderFor, restingStatus } from '../../testing/scope-test.tsx';
import { createLive } from '../../../sync/model/live.ts';
import { CommunityPage } from './community-page.tsx';

it('the community page shows a failure with Retry if the device is offline and the replica is empty', async () => {
  const syncNow = vi.fn();
  const api = { read: () => ({ ...createLive({ kind: 'failed', isAsking: false }), retry: () => undefined }) };
  const scopeParts: Partial<Scope> = {
    status: createLive(restingStatus('offline')),
    people: () => createLive<PeopleView>({ isComplete: false, creators: [], beyond: { state: 'none', found: null } }),
    remote: () => Promise.resolve(api as unknown as RemoteApi),
    syncNow,
  };
  const noop = () => undefined;
  await renderFor(
    scopeParts,
    <CommunityPage
      search=""
      sort="most_active"
      onFilter={noop}
      onPlay={noop}
      nowPlaying={{ trackId: null, isPlaying: false }}
    />,
  );
  await expect.element(page.getByText('Failed to load community', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Failed to load community users')).toBeVisible();
  await expect.element(page.getByText('0 artists, 0 tracks')).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  expect(syncNow).toHaveBeenCalledOnce();
});

describe('the community page, while the server has more people', () => {
  beforeEach(() => sessionStorage.clear());

  const creatorOf = (name: string): CreatorView => ({
    profile: { ...profileRow(name, { artist_name: name }), avatarSrc: null },
    trackCount: 2,
    totalPlays: 3,
    topTracks: [],
  });
  const noop = () => undefined;

  async function renderCommunity(
    beyond: PeopleBeyond,
    {
      search = '',
      names = ['Ann'],
      network = 'online',
    }: { search?: string; names?: string[]; network?: SyncStatus['network'] } = {},
  ) {
    const requests: unknown[] = [];
    const view = createLive<PeopleView>({ isComplete: true, creators: names.map(creatorOf), beyond });
    const status = createLive(restingStatus(network));
    const api = { read: () => ({ ...createLive({ kind: 'loading' }), retry: noop }) };
    const scopeParts: Partial<Scope> = {
      status,
      people: () => view,
      peopleMore: (filter) => void requests.push(filter),
      remote: () => Promise.resolve(api as unknown as RemoteApi),
      kept: { states: createLive(new Map()) } as unknown as Scope['kept'],
    };
    await renderFor(
      scopeParts,
      <CommunityPage
        search={search}
        sort="newest"
        onFilter={noop}
        onPlay={noop}
        nowPlaying={{ trackId: null, isPlaying: false }}
      />,
    );
    const change = (changes: Partial<PeopleView>) => view.set({ ...view.get(), ...changes });
    return { requests, change, connect: () => status.set(restingStatus('online')) };
  }
  const namesIn = (label: string) =>
    page
      .getByRole('list', { name: label })
      .getByRole('article')
      .elements()
      .map((card) => card.getAttribute('aria-label'));
  const theEnd = () => page.getByText("You've reached the end of the community!").elements().length;

  it('requests the next page at the end of the list, and shows the end only when there is no next page', async () => {
    const { requests, change } = await renderCommunity({ state: 'more', found: null });
    await expect.poll(() => requests).toEqual([{ search: '', sort: 'newest' }]);
    expect(theEnd()).toBe(0);
    change({ creators: ['Ann', 'Bea'].map(creatorOf), beyond: { state: 'none', found: null } });
    await expect.poll(theEnd).toBe(1);
    expect(namesIn('Artists')).toEqual(['Ann', 'Bea']);
  });

  it('offers Retry after a failure', async () => {
    const failed = await renderCommunity({ state: 'failed', found: null });
    await page.getByRole('button', { name: 'Retry' }).click();
    expect(failed.requests).toEqual([{ search: '', sort: 'newest' }]);
  });

  it('says offline that only this device’s people are listed, and continues by itself once online', async () => {
    const { requests, connect } = await renderCommunity({ state: 'more', found: null }, { network: 'offline' });
    await expect.element(page.getByText('Only what is on this device.')).toBeVisible();
    expect([requests, theEnd()]).toEqual([[], 0]);
    connect();
    await expect.poll(() => requests).toEqual([{ search: '', sort: 'newest' }]);
  });

  it('says offline that nobody on this device matches a search', async () => {
    await renderCommunity({ state: 'more', found: null }, { search: 'Zoe', names: [], network: 'offline' });
    await expect.element(page.getByText('Nothing on this device matches “Zoe”.')).toBeVisible();
    await expect.element(page.getByText('Only what is on this device.')).toBeVisible();
  });

  it('lists matches of the server below those of the device, and says when nothing, or nothing else, was found', async () => {
    const { requests, change } = await renderCommunity({ state: 'more', found: null }, { search: 'an', names: [] });
    await expect.poll(() => requests).toEqual([{ search: 'an', sort: 'newest' }]);
    expect(page.getByText('No artists found').elements()).toEqual([]);
    change({ beyond: { state: 'none', found: [] } });
    await expect.element(page.getByText('No artists found')).toBeVisible();
    change({ creators: [creatorOf('Ann')] });
    await expect.element(page.getByText('Nothing else found')).toBeVisible();
    change({ creators: [creatorOf('Ann')], beyond: { state: 'none', found: [creatorOf('Anke')] } });
    await expect.poll(() => namesIn('Everywhere')).toEqual(['Anke']);
    expect(namesIn('Artists')).toEqual(['Ann']);
    expect(requests).toHaveLength(1);
  });
});
