import { expect, type Page } from '@playwright/test';
import type { PlaylistsApi } from '../../sync/client.ts';

/** A playlist as a device or the server has it. */
export interface Listed {
  id: string;
  title: string;
  entries: { id: string; trackId: string }[];
}

export type Edit =
  | { kind: 'create'; title: string }
  | { kind: 'add'; playlistId: string; trackIds: string[]; index: number }
  | { kind: 'remove'; playlistId: string; entryId: string }
  | { kind: 'move'; playlistId: string; entryId: string; index: number }
  | { kind: 'rename'; playlistId: string; title: string }
  | { kind: 'publish'; playlistId: string }
  | { kind: 'delete'; playlistId: string }
  | { kind: 'restore'; playlistId: string };

/** The playlists that the page shows, in the order of their ids. */
export const listPlaylists = (page: Page): Promise<Listed[]> =>
  page.evaluate(async () => {
    const { all } = await window.undercurrent.playlists();
    return all
      .get()
      .map(({ id, title, entries }) => ({ id, title, entries: entries.map((e) => ({ id: e.id, trackId: e.trackId })) }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  });

/** Makes the edit by the engine, and resolves once the page's own list has it. @returns the list */
export async function editByEngine(page: Page, edit: Edit): Promise<Listed[]> {
  await page.evaluate(async (given) => {
    const api: PlaylistsApi = await window.undercurrent.playlists();
    const entriesOf = (id: string) => api.all.get().find((playlist) => playlist.id === id)?.entries ?? [];
    const idsOf = (id: string) => entriesOf(id).map((entry) => entry.id);
    const shows = (isShown: () => boolean) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (!isShown()) return;
          stop();
          resolve();
        };
        const stop = api.all.subscribe(check);
        check();
      });
    const has = (id: string) => api.all.get().some((playlist) => playlist.id === id);
    const field = (id: string, name: 'title' | 'visibility') => api.all.get().find((p) => p.id === id)?.[name];
    switch (given.kind) {
      case 'create': {
        const id = await api.create(given.title);
        return shows(() => has(id));
      }
      case 'add': {
        const count = entriesOf(given.playlistId).length + given.trackIds.length;
        await api.add(given.playlistId, given.trackIds, given.index);
        return shows(() => entriesOf(given.playlistId).length === count);
      }
      case 'remove':
        await api.remove(given.playlistId, [given.entryId]);
        return shows(() => !idsOf(given.playlistId).includes(given.entryId));
      case 'move':
        await api.move(
          given.playlistId,
          given.entryId,
          idsOf(given.playlistId)
            .filter((id) => id !== given.entryId)
            .slice(given.index),
        );
        return shows(() => idsOf(given.playlistId).indexOf(given.entryId) === given.index);
      case 'rename':
        await api.update(given.playlistId, { title: given.title });
        return shows(() => field(given.playlistId, 'title') === given.title);
      case 'publish':
        await api.update(given.playlistId, { visibility: 'public' });
        return shows(() => field(given.playlistId, 'visibility') === 'public');
      case 'delete':
        await api.delete(given.playlistId);
        return shows(() => !has(given.playlistId));
      case 'restore':
        await api.restore(given.playlistId);
        return shows(() => has(given.playlistId));
    }
  }, edit);
  return listPlaylists(page);
}

const rows = (page: Page) => page.getByRole('list', { name: 'Tracks' }).getByRole('listitem');
const gripOf = (page: Page, at: number) =>
  rows(page)
    .nth(at)
    .getByRole('button', { name: /^Move (?!.* (up|down)$)/ });

async function showPlaylist(page: Page, playlistId: string): Promise<void> {
  if (!page.url().endsWith(`/playlist/${playlistId}`)) await page.goto(`/playlist/${playlistId}`);
  await page.evaluate(() => scrollTo(0, 0));
  await expect(rows(page).first()).toBeVisible();
}

/** Moves a row by its grip to another row's place, by the pointer or by keys. Both rows are among the first. */
export async function moveByHand(
  page: Page,
  playlistId: string,
  by: 'pointer' | 'keys',
  { from, to }: { from: number; to: number },
): Promise<void> {
  await showPlaylist(page, playlistId);
  if (by === 'keys') {
    await gripOf(page, from).focus();
    await page.keyboard.press('Space');
    for (let step = 0; step < Math.abs(to - from); step += 1)
      await page.keyboard.press(to > from ? 'ArrowDown' : 'ArrowUp');
    await page.keyboard.press('Space');
    return;
  }
  const [start, end] = [await gripOf(page, from).boundingBox(), await gripOf(page, to).boundingBox()];
  if (!start || !end) throw new Error('There is nothing to drag');
  const x = start.x + start.width / 2;
  await page.mouse.move(x, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(x, end.y + end.height / 2 + (to > from ? 8 : -8), { steps: 8 });
  await expect(gripOf(page, from)).toHaveAttribute('aria-pressed', 'true');
  await page.mouse.up();
}

export async function removeByHand(page: Page, playlistId: string, at: number): Promise<void> {
  await showPlaylist(page, playlistId);
  await rows(page)
    .nth(at)
    .getByRole('button', { name: /^More for/ })
    .click();
  await page.getByRole('dialog').last().getByRole('button', { name: 'Remove from playlist' }).click();
}
