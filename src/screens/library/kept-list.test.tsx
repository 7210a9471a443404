import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { KeptState, Scope } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';
import { renderFor, trackOf } from '../../testing/scope-test.tsx';
import { KeptList } from './kept-list.tsx';

const kept: KeptState = { kind: 'kept', bytes: 1_048_576, asked: true, usedAt: 0 };

/** @param artists the artist of each kept track */
async function open(artists: readonly string[]) {
  const tracks = artists.map((artist, i) =>
    trackOf(`t${i}`, { title: `Track ${i}`, user_id: artist, artist_name: artist }),
  );
  const removeAll = vi.fn(async (ids: readonly string[]) =>
    states.set(new Map([...states.get()].filter(([id]) => !ids.includes(id)))),
  );
  const states = createLive<ReadonlyMap<string, KeptState>>(new Map(tracks.map(({ id }) => [id, kept])));
  const scope: Partial<Scope> = {
    userId: 'me',
    tracksById: async (ids) => tracks.filter(({ id }) => ids.includes(id)),
    track: (id) => createLive(tracks.find((track) => track.id === id) ?? null),
    kept: {
      states,
      removeAll,
      remove: (id: string) => removeAll([id]),
    } as unknown as Scope['kept'],
  };
  await renderFor(
    scope,
    <main>
      <h1>Kept</h1>
      <KeptList now={60_000} />
    </main>,
  );
  return { removeAll };
}

const items = page.getByRole('list', { name: 'Kept on this device' }).getByRole('listitem');

it('renders only the kept tracks that can be seen', async () => {
  await open(Array.from({ length: 300 }, (_, i) => `artist ${i}`));
  await expect.element(page.getByText('300 tracks, 300.0 MB')).toBeVisible();
  await expect.element(items.first()).toHaveAttribute('aria-setsize', '300');
  expect(items.elements().length).toBeLessThan(30);
  window.scrollTo(0, document.documentElement.scrollHeight);
  await expect.element(page.getByText('Track 299')).toBeVisible();
  expect(items.elements().length).toBeLessThan(30);
});

it('groups the tracks of an artist, and one press removes the group', async () => {
  const { removeAll } = await open(['Ann', 'Bo', 'Ann']);
  await expect
    .poll(() => items.elements().map(({ textContent }) => textContent?.replace(/Saved.*/, '')))
    .toEqual(['AnnRemove 2', 'Track 0Ann', 'Track 2Ann', 'Track 1Bo']);
  await page.getByRole('button', { name: 'Remove 2 by Ann from this device' }).click();
  expect(removeAll.mock.calls).toEqual([[['t0', 't2']]]);
});

it('a removal leaves the focus to the next removal, the last one to the heading', async () => {
  await open(['Ann', 'Bo', 'Ann']);
  const heading = page.getByRole('heading', { name: 'Kept' });
  const group = page.getByRole('button', { name: 'Remove 2 by Ann from this device' });
  const other = page.getByRole('button', { name: 'Remove Track 1 from this device' });
  await expect.element(group).toBeVisible();
  group.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(other).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(heading).toHaveFocus();
});
