import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { CreatorView, Scope } from '../../../sync/client.ts';
import { profileRow } from '../../../tests/sync/support/rows.ts';
import { renderFor, restingStatus } from '../../testing/scope-test.tsx';
import { createLive } from '../../../sync/model/live.ts';
import { renderUi } from '../../testing/ui-test.tsx';
import { CreatorGrid } from './creator-grid.tsx';

const allCreators: readonly CreatorView[] = Array.from({ length: 2000 }, (_, i) => ({
  profile: { ...profileRow(`person-${i}`, { artist_name: `Person ${i + 1}` }), avatarSrc: null },
  trackCount: 1,
  totalPlays: 2,
  topTracks: [],
}));
const scopeParts: Partial<Scope> = {
  status: createLive(restingStatus('online')),
  kept: { states: createLive(new Map()) } as unknown as Scope['kept'],
};
const renderGrid = (filter: string, creators = allCreators) =>
  renderFor(
    scopeParts,
    <CreatorGrid
      label="Artists"
      filter={filter}
      creators={creators}
      end="The end"
      onPlay={() => undefined}
      nowPlaying={{ trackId: null, isPlaying: false }}
    />,
  );
const list = () => page.getByRole('list', { name: 'Artists' });
const size = () => Number(list().getByRole('listitem').first().element().getAttribute('aria-setsize'));
const toBottom = () => window.scrollTo(0, document.documentElement.scrollHeight);
const endText = 'The end';

beforeEach(() => sessionStorage.clear());

describe('people in the grid', () => {
  it('load twenty at a time while scrolling, and keep the loaded number after Back', async () => {
    await renderGrid('newest ');
    await expect.poll(size).toBe(20);
    for (const people of [40, 60])
      await expect
        .poll(() => {
          // Content above may still grow, which moves the end down.
          if (size() < people) toBottom();
          return size();
        })
        .toBe(people);
    expect(page.getByText(endText).elements()).toEqual([]);
    expect(list().getByRole('listitem').elements().length).toBeLessThan(40);
    const height = document.documentElement.scrollHeight;

    await renderUi(<p>Another page</p>);
    window.scrollTo(0, 0);
    await renderGrid('newest ');
    await expect.poll(size).toBe(60);
    await expect.poll(() => document.documentElement.scrollHeight).toBeGreaterThanOrEqual(height);
  });

  it('start again with twenty when the order has changed, and end with a text', async () => {
    sessionStorage.setItem('community_reached', '400 newest ');
    await renderGrid('most_plays ', allCreators.slice(0, 45));
    await expect.poll(size).toBe(20);
    await expect
      .poll(() => {
        toBottom();
        return page.getByText(endText).elements().length;
      })
      .toBe(1);
    expect(size()).toBe(45);
  });
});
