import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PlaylistsApi } from '../../../../sync/client.ts';
import { useLive } from '../../../engine/live.ts';
import { renderFor } from '../../../testing/scope-test.tsx';
import { playlistOf, scriptedPlaylists } from '../../../testing/scripted-playlists.ts';
import { PlaylistActs } from './playlist-acts.tsx';

function Acts({ api }: { api: PlaylistsApi }) {
  const [playlist] = useLive(api.all);
  if (!playlist) return null;
  return (
    <>
      <output>{[playlist.title, playlist.description, playlist.visibility].join(', ')}</output>
      <PlaylistActs playlist={playlist} api={api} onQueue={null} />
    </>
  );
}

async function open() {
  const { api, calls } = scriptedPlaylists([playlistOf('p', [], { title: 'Rain' })]);
  await renderFor({}, <Acts api={api} />);
  return { api, calls };
}

/** Also behind an open dialog. */
const expectShown = (words: string) => expect.element(page.getByText(words, { exact: true })).toBeInTheDocument();
const dialog = page.getByRole('dialog');
const description = dialog.getByRole('textbox', { name: 'Description' });
const press = (name: string) => dialog.getByRole('button', { name }).click();
async function choose(name: string) {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
}

it('only what the person changed is saved, whatever another device changes while a dialog is open', async () => {
  const { api, calls } = await open();
  await choose('Rename');
  await description.fill('For trains');
  await api.update('p', { title: 'Night bus' });
  await expectShown('Night bus, , private');
  await press('Save');
  await expectShown('Night bus, For trains, private');
  await choose('Who sees it');
  await api.update('p', { visibility: 'public' });
  await expectShown('Night bus, For trains, public');
  await press('Save');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(calls).toEqual([
    ['update', 'p', { title: 'Night bus' }],
    ['update', 'p', { description: 'For trains' }],
    ['update', 'p', { visibility: 'public' }],
  ]);
});

it('typed words stay when Escape closes the dialog, and go on Cancel and on Save', async () => {
  const { calls } = await open();
  await choose('Rename');
  await description.fill('For trains and');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await choose('Rename');
  await expect.element(description).toHaveValue('For trains and');
  await press('Cancel');
  await choose('Rename');
  await expect.element(description).toHaveValue('');
  await description.fill('For rain');
  await press('Save');
  await choose('Rename');
  await expect.element(description).toHaveValue('For rain');
  await press('Cancel');
  expect(calls).toEqual([['update', 'p', { description: 'For rain' }]]);
});
