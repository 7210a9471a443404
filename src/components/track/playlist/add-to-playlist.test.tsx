import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PlaylistView, Scope } from '../../../../sync/client.ts';
import { createLive } from '../../../../sync/model/live.ts';
import { constantLive } from '../../../engine/live.ts';
import { expectAnnounced, renderFor, scriptedQueue, trackOf } from '../../../testing/scope-test.tsx';
import { entryOf, playlistOf, scriptedPlaylists } from '../../../testing/scripted-playlists.ts';
import { AddToPlaylist, AddTrackToPlaylist } from './add-to-playlist.tsx';

const [halide, kiln] = [trackOf('halide', { title: 'Halide' }), trackOf('kiln', { title: 'Kiln' })];

async function open(playlists: readonly PlaylistView[], trackIds?: readonly string[]) {
  const { api, calls, scopeParts, refuse } = scriptedPlaylists(playlists, [halide, kiln]);
  const enqueue = vi.fn<Scope['enqueue']>(() => Promise.resolve('action'));
  const onClose = vi.fn();
  const scope: Partial<Scope> = {
    ...scriptedQueue().scopeParts,
    ...scopeParts,
    enqueue,
    userId: 'me',
    favourites: createLive([]),
    track: () => constantLive(halide),
  };
  const anchor = document.createElement('button');
  anchor.style.cssText = 'position: fixed; top: 100px; right: 200px; width: 44px; height: 44px';
  document.body.append(anchor);
  onTestFinished(() => anchor.remove());
  await renderFor(
    scope,
    trackIds ? (
      <AddToPlaylist title="Queue" meta="2 tracks" trackIds={trackIds} anchor={anchor} onClose={onClose} />
    ) : (
      <AddTrackToPlaylist track={halide} anchor={anchor} onClose={onClose} />
    ),
  );
  return { api, calls, refuse, enqueue, onClose };
}

const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
const field = page.getByRole('textbox', { name: 'Name of the playlist' });
const startName = () => page.getByRole('button', { name: 'New playlist' }).click();

describe('the sheet that adds a track to playlists', () => {
  it('adds the track at a tick, shows that it waits, and removes every entry of a track at an untick', async () => {
    const { calls } = await open([
      playlistOf('Rain', [entryOf('1', kiln)]),
      playlistOf('Loud', [entryOf('2', halide), entryOf('3', kiln), entryOf('4', halide)]),
    ]);
    await expect.element(box('Rain')).not.toBeChecked();
    await expect.element(box('Loud')).toBeChecked();
    await expect.element(page.getByText('3 tracks')).toBeVisible();
    await box('Rain').click();
    await expect.element(box('Rain')).toBeChecked();
    await expect.element(page.getByText('Waiting to send')).toBeVisible();
    await box('Loud').click();
    await expect.element(box('Loud')).not.toBeChecked();
    expect(calls).toEqual([
      ['add', 'Rain', ['halide']],
      ['remove', 'Loud', ['2', '4']],
    ]);
  });

  it('adds the track once for two quick presses', async () => {
    const { api, calls } = await open([playlistOf('Rain', [])]);
    let store = () => undefined as void;
    const stored = new Promise<void>((resolve) => (store = resolve));
    const { add } = api;
    api.add = async (id, trackIds) => {
      await stored;
      await add(id, trackIds);
    };
    await box('Rain').click();
    // Before the addition is stored.
    await expect.element(box('Rain')).toBeChecked();
    await box('Rain').click();
    store();
    await expect.poll(() => calls.length).toBe(1);
    await expect.element(box('Rain')).toBeChecked();
    expect(calls).toEqual([['add', 'Rain', ['halide']]]);
  });

  it('Enter creates a playlist with the track; Escape closes the field if it is open, else the sheet', async () => {
    const { calls, onClose } = await open([]);
    await startName();
    await expect.element(field).toHaveFocus();
    await field.fill('Unwanted');
    await userEvent.keyboard('{Escape}');
    await expect.element(field).not.toBeInTheDocument();
    expect(onClose).not.toHaveBeenCalled();
    await startName();
    await field.fill('  Depot ');
    await userEvent.keyboard('{Enter}');
    await expect.element(box('Depot')).toBeChecked();
    expect(calls).toEqual([
      ['create', 'Depot'],
      ['add', 'made 1', ['halide']],
    ]);
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('takes a name of 1 to 60 characters, and keeps what was typed', async () => {
    const { calls } = await open([]);
    await startName();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert').first()).toHaveTextContent('A playlist needs a name.');
    await field.fill('🎵'.repeat(61));
    await page.getByRole('button', { name: 'Make playlist' }).click();
    await expectAnnounced('Playlist not made', 'The name of a playlist must be 60 characters or less.');
    await expect.element(field).toHaveValue('🎵'.repeat(61));
    await field.fill('🎵'.repeat(60));
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => calls[0]).toEqual(['create', '🎵'.repeat(60)]);
  });

  it('on a desktop, is a popover at its control; Escape closes its field, then the popover', async () => {
    await page.viewport(1280, 800);
    onTestFinished(() => page.viewport(390, 844));
    const { calls, onClose } = await open([playlistOf('Rain', [])]);
    const popover = page.getByRole('dialog', { name: /^Add .*Halide/ });
    await expect.element(popover).toBeVisible();
    const place = () => {
      const { top, right, width } = popover.element().getBoundingClientRect();
      return [top, right, width].map(Math.round);
    };
    // Below the control, with their right edges aligned.
    await expect.poll(place).toEqual([156, 1080, 360]);
    await box('Rain').click();
    await expect.element(box('Rain')).toBeChecked();
    expect(calls).toEqual([['add', 'Rain', ['halide']]]);
    await startName();
    await userEvent.keyboard('{Escape}');
    await expect.element(field).not.toBeInTheDocument();
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('adds the track to the favourites too', async () => {
    const { enqueue } = await open([]);
    await page.getByRole('button', { name: 'Favourite' }).click();
    expect(enqueue.mock.calls).toEqual([['favourite.add', { track_id: 'halide' }, undefined]]);
  });

  it('given several tracks, adds only those that the playlist does not have', async () => {
    const { calls } = await open([playlistOf('Rain', [entryOf('1', kiln)])], ['kiln', 'halide', 'kiln']);
    await expect.poll(() => box('Rain').element()).toHaveProperty('indeterminate', true);
    await box('Rain').click();
    await expect.element(box('Rain')).toBeChecked();
    expect(calls).toEqual([['add', 'Rain', ['halide']]]);
  });

  it('says why the server refused a change', async () => {
    const { refuse } = await open([playlistOf('Rain', [])]);
    await expect.element(box('Rain')).toBeVisible();
    refuse('A playlist holds 1,000 tracks. Remove some, or add these to another one.');
    await expectAnnounced(
      'Playlist not changed',
      'A playlist holds 1,000 tracks. Remove some, or add these to another one.',
    );
  });
});
