import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Beyond } from '../../../sync/client.ts';
import { scriptedExplore } from '../../testing/explore-scope.ts';
import { renderFor, trackOf } from '../../testing/scope-test.tsx';
import { ExplorePage } from './explore-page.tsx';

const all = { search: '', genre: null };
const noop = () => undefined;
const manyTracks = (count: number) =>
  Array.from({ length: count }, (_, i) => trackOf(`t${i}`, { title: `Track ${i}` }));
const beyond = (state: Beyond['state']): Beyond => ({ state, found: null });

async function renderExplore(state: Beyond['state'], count = 100, network: 'online' | 'offline' = 'online') {
  window.scrollTo(0, 0);
  const explore = scriptedExplore(() => ({ tracks: manyTracks(count), beyond: beyond(state) }));
  explore.connect(network);
  await renderFor(
    explore.scopeParts,
    <ExplorePage
      search=""
      genre={null}
      trackId={null}
      onFilter={noop}
      onPlay={noop}
      onMore={noop}
      onVote={noop}
      nowPlaying={{ trackId: null, isPlaying: false }}
    />,
  );
  await expect.element(page.getByRole('button', { name: 'Play Track 0', exact: true })).toBeVisible();
  return explore;
}

const grid = () => page.getByRole('list', { name: 'Tracks' });
const firstItem = () => grid().getByRole('listitem').first().element();
const gridBottom = () => grid().element().getBoundingClientRect().bottom;
/** Waits three frames, because an IntersectionObserver may report two frames late. */
const settleFrames = async () => {
  for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
};
const scrollToWindowsBeforeEnd = (windows: number) =>
  window.scrollBy(0, gridBottom() - (windows + 1) * window.innerHeight);
const toEnd = () => window.scrollTo(0, document.documentElement.scrollHeight);

describe("Explore's end, while the server has more", () => {
  it('requests the next tracks two windows before the end, and never claims a total', async () => {
    const { requests } = await renderExplore('more');
    expect(page.getByText(/tracks? found/).elements()).toEqual([]);
    expect(firstItem().getAttribute('aria-setsize')).toBe('-1');
    scrollToWindowsBeforeEnd(2.5);
    await settleFrames();
    expect(requests).toEqual([]);
    scrollToWindowsBeforeEnd(1.5);
    await expect.poll(() => requests).toEqual([all]);
  });

  it('shows skeletons in the rest of the last row and below while loading, where the next tracks then appear', async () => {
    const { change, requests } = await renderExplore('more', 101);
    toEnd();
    await expect.poll(() => requests.length).toBe(1);
    const height = document.documentElement.scrollHeight;
    const top = window.scrollY;
    change(all, { beyond: beyond('loading') });
    const skeletons = () => grid().element().querySelectorAll('[aria-hidden=true] > [data-skeleton=card]');
    await expect.poll(() => skeletons().length).toBe(1 + 2 * 2);
    expect(document.documentElement.scrollHeight).toBeGreaterThan(height);
    expect(window.scrollY).toBe(top);
    const lastTop = () => page.getByRole('article', { name: 'Track 100 by Ann' }).element().getBoundingClientRect().top;
    const before = lastTop();
    const skeletonTop = skeletons()[0]?.getBoundingClientRect().top;
    change(all, { tracks: manyTracks(161), beyond: beyond('more') });
    const next = page.getByRole('article', { name: 'Track 101 by Ann' });
    await expect.element(next).toBeInTheDocument();
    expect(next.element().getBoundingClientRect().top).toBe(skeletonTop);
    expect(lastTop()).toBe(before);
    await expect.poll(() => skeletons().length).toBe(0);
  });

  it('requests again if the end is still near after an answer, and stops at the last page', async () => {
    const { change, requests } = await renderExplore('more', 2);
    await expect.poll(() => requests.length).toBe(1);
    change(all, { beyond: beyond('loading') });
    change(all, { tracks: manyTracks(4), beyond: beyond('more') });
    await expect.poll(() => requests.length).toBe(2);
    change(all, { tracks: manyTracks(6), total: 6, beyond: beyond('none') });
    await expect.element(page.getByText('6 tracks found')).toBeVisible();
    await settleFrames();
    expect(requests.length).toBe(2);
    expect(firstItem().getAttribute('aria-setsize')).toBe('6');
  });

  it('shows a failure below the grid, and Retry requests again', async () => {
    const { requests } = await renderExplore('failed', 2);
    await expect.element(page.getByText('Could not reach the rest.')).toBeVisible();
    await settleFrames();
    expect(requests).toEqual([]);
    await page.getByRole('button', { name: 'Retry' }).click();
    expect(requests).toEqual([all]);
  });

  it.each(['more', 'failed'] as const)(
    'says offline that only tracks on this device are shown, and requests by itself once online (%s)',
    async (state) => {
      const { requests, connect } = await renderExplore(state, 2, 'offline');
      await expect.element(page.getByText('Only what is on this device.')).toBeVisible();
      await expect.element(page.getByText('More when you are online.')).toBeVisible();
      await settleFrames();
      expect(requests).toEqual([]);
      connect('online');
      await expect.poll(() => requests).toEqual([all]);
      expect(page.getByText('Only what is on this device.').elements()).toEqual([]);
    },
  );

  it('requests more if the list becomes empty, and does not say that no tracks were found', async () => {
    const { requests, change } = await renderExplore('more', 2);
    await expect.poll(() => requests.length).toBe(1);
    change(all, { tracks: [], beyond: beyond('failed') });
    change(all, { beyond: beyond('more') });
    await expect.poll(() => requests.length).toBe(2);
    expect(page.getByText('No tracks found').elements()).toEqual([]);
  });
});

it('Explore requests nothing if the device has all tracks', async () => {
  const { requests } = await renderExplore('none', 2);
  await expect.element(page.getByText('2 tracks found')).toBeVisible();
  toEnd();
  await settleFrames();
  expect(requests).toEqual([]);
});
