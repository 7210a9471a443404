import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { KeptState, PlaylistEntryView, RemoteApi, RemoteState, Scope } from '../../../../sync/client.ts';
import { createLive } from '../../../../sync/model/live.ts';
import type { NowPlaying } from '../../../components/track/listening.ts';
import { type ListPlace, savePlace } from '../../../components/track/playlist/list-places.ts';
import { constantLive } from '../../../engine/live.ts';
import { expectAnnounced, renderFor, restingStatus, trackOf } from '../../../testing/scope-test.tsx';
import { entryOf, playlistOf, scriptedPlaylists } from '../../../testing/scripted-playlists.ts';
import { PlaylistPage } from './playlist-page.tsx';

const trackNamed = (title: string) =>
  trackOf(title, { title, artist_name: `Artist of ${title}`, duration_ms: 61_000, audio_bytes: 1_048_576 });
const [kiln, halide, ashes] = [trackNamed('Kiln'), trackNamed('Halide'), trackNamed('Ashes')];
const three = [entryOf('1', kiln), entryOf('2', halide), entryOf('3', ashes)];

/** The server's answer for a playlist that it does not show. */
const nothing: RemoteState<unknown> = {
  kind: 'here',
  value: null,
  at: 1,
  isStale: false,
  isAsking: false,
  failure: null,
};

interface Device {
  /** Where the playlist was left. */
  place?: Partial<ListPlace>;
  nowPlaying?: NowPlaying;
  network?: 'online' | 'offline';
  kept?: readonly string[];
  isFilled?: boolean;
}

const silence: NowPlaying = { trackId: null, isPlaying: false };
const leaveAt = (device: Scope['device'], place: Partial<ListPlace>) =>
  savePlace(device, { list: 'p', entry: '2', at: 1, positionS: 33.7, playedAt: 1, ...place });

async function open(
  entries: readonly PlaylistEntryView[] | null,
  { place, nowPlaying = silence, network = 'online', kept = [], isFilled = true }: Device = {},
) {
  const { calls, scopeParts } = scriptedPlaylists(entries ? [playlistOf('p', entries, { title: 'Last train' })] : []);
  const [onPlay, onMore] = [vi.fn(), vi.fn()];
  const state: KeptState = { kind: 'kept', bytes: 1, asked: true, usedAt: 0 };
  const scope: Partial<Scope> = {
    userId: 'me',
    tracksById: async () => [],
    ...scopeParts,
    remote: () => Promise.resolve({ read: () => createLive(nothing) } as unknown as RemoteApi),
    pending: createLive([]),
    isFilled: createLive(isFilled),
    status: createLive(restingStatus(network)),
    track: () => constantLive(null),
    kept: {
      states: createLive(new Map(kept.map((id) => [id, state]))),
      lists: createLive(new Set<string>()),
    } as unknown as Scope['kept'],
  };
  if (place) leaveAt(scopeParts.device, place);
  await renderFor(
    scope,
    <PlaylistPage playlistId="p" onPlay={onPlay} onMore={onMore} onVote={() => undefined} nowPlaying={nowPlaying} />,
  );
  return { calls, onPlay, onMore, device: scopeParts.device };
}

const rows = () =>
  page
    .getByRole('list', { name: 'Tracks' })
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const choose = async (name: string) => {
  await button('More').click();
  await page.getByRole('menuitem', { name }).click();
};
const titles = (list: unknown) => (Array.isArray(list) ? list.map(({ title }: { title: string }) => title) : list);

afterEach(() => page.viewport(390, 844));

describe('a playlist', () => {
  it('shows its tracks in order, and plays them from the pressed one', async () => {
    const { onPlay } = await open(three);
    await expect.element(page.getByRole('heading', { name: 'Last train' })).toBeVisible();
    await expect.element(page.getByText('3 tracks, 4 min')).toBeVisible();
    await expect.element(page.getByText('Only you')).toBeVisible();
    await expect
      .poll(rows)
      .toEqual(['KilnArtist of Kiln1:01', 'HalideArtist of Halide1:01', 'AshesArtist of Ashes1:01']);
    await button('Play Halide').click();
    await button('Play').click();
    expect(onPlay.mock.calls.map(([list, index]) => [titles(list), index])).toEqual([
      [['Kiln', 'Halide', 'Ashes'], 1],
      [['Kiln', 'Halide', 'Ashes'], 0],
    ]);
  });

  it('plays the pressed entry of a track that is in the list twice', async () => {
    const { onPlay } = await open([entryOf('1', kiln), entryOf('2', halide), entryOf('3', kiln)]);
    await button('Play Kiln').last().click();
    expect(onPlay.mock.lastCall?.[1]).toBe(2);
  });

  it('plays offline only kept tracks, and marks those that wait, are absent, or are not on this device', async () => {
    const { onPlay } = await open(
      [
        entryOf('1', kiln),
        entryOf('2', halide, { isPending: true }),
        entryOf('3', ashes, { track: null, isAbsent: true }),
        entryOf('4', ashes),
      ],
      { network: 'offline', kept: ['Ashes'] },
    );
    await expect
      .poll(rows)
      .toEqual([
        'KilnNot saved on this device',
        'HalideWaiting to send',
        'No longer publicIts artist made it private or deleted it',
        'AshesArtist of Ashes1:01',
      ]);
    await button('Play').click();
    await button('Shuffle').click();
    expect(onPlay.mock.calls.map(([list, index]) => [titles(list), index])).toEqual([
      [['Ashes'], 0],
      [['Ashes'], 0],
    ]);
  });

  it('has columns for rating, vote and time on a desktop', async () => {
    await page.viewport(1280, 800);
    await open(three);
    await expect.poll(() => rows()[1]).toMatch(/^2HalideArtist of Halide.*Vote1:01$/);
  });

  it('removes one entry of a track that is in the list twice, and Undo puts it back at its place', async () => {
    const { calls, onMore } = await open([entryOf('1', kiln), entryOf('2', halide), entryOf('3', kiln)]);
    await button('More for Kiln').first().click();
    const [track, , acts] = onMore.mock.lastCall ?? [];
    expect(track).toBe(kiln);
    expect(acts.map(({ label }: { label: string }) => label)).toEqual(['Remove from playlist']);
    acts[0].run();
    await expectAnnounced('Removed from the playlist');
    await expect.poll(() => rows().map((row) => /^(\S+)Artist/.exec(row)?.[1])).toEqual(['Halide', 'Kiln']);
    await button('Undo').click();
    await expect.poll(() => rows().map((row) => /^(\S+)Artist/.exec(row)?.[1])).toEqual(['Kiln', 'Halide', 'Kiln']);
    expect(calls).toEqual([
      ['remove', 'p', ['1']],
      ['putBack', 'p', ['1']],
    ]);
  });

  it('removes a track that is no longer public', async () => {
    const { calls } = await open([entryOf('1', kiln, { track: null, isAbsent: true }), entryOf('2', halide)]);
    await button('Remove from playlist').click();
    await expect.poll(() => calls).toEqual([['remove', 'p', ['1']]]);
  });

  it('is reordered by its grips', async () => {
    const { calls } = await open(three);
    await expect.element(button('Move Ashes')).toBeVisible();
    button('Move Ashes').element().focus();
    await userEvent.keyboard(' {ArrowUp}{ArrowUp} ');
    await expect.poll(() => calls).toEqual([['move', 'p', '3', ['1', '2']]]);
    await expect.poll(() => rows()[0]).toContain('Ashes');
  });

  it('is renamed and described', async () => {
    const { calls } = await open(three);
    const dialog = page.getByRole('dialog', { name: 'Rename' });
    await choose('Rename');
    await dialog.getByRole('textbox', { name: 'Name of the playlist' }).fill('Night bus');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: 'Night bus' })).toBeVisible();
    await choose('Rename');
    const description = dialog.getByRole('textbox', { name: 'Description' });
    await description.fill('n'.repeat(501));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(dialog.getByText('500 characters or less')).toBeVisible();
    await description.fill(' For trains\nand rain ');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByText('For trains and rain')).toBeVisible();
    await choose('Rename');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(calls).toEqual([
      ['update', 'p', { title: 'Night bus' }],
      ['update', 'p', { description: 'For trains\nand rain' }],
    ]);
  });

  it('is deleted, and Undo restores it', async () => {
    const { calls } = await open(three);
    await choose('Delete');
    await expectAnnounced('Deleted “Last train”');
    await button('Undo').click();
    await expect
      .poll(() => calls)
      .toEqual([
        ['delete', 'p'],
        ['restore', 'p'],
      ]);
  });

  it('says how to add tracks while it has none', async () => {
    await open([]);
    await expect.element(page.getByText('Add some from any track’s More.')).toBeVisible();
    await expect.element(button('Play')).toBeDisabled();
  });

  it('is called private if it is missing, but not before the device has the playlists', async () => {
    await open(null, { isFilled: false });
    await expect.element(page.getByText('This playlist is private')).not.toBeInTheDocument();
    await open(null);
    await expect.element(page.getByText('This playlist is private')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Library' })).toHaveAttribute('href', '/library');
  });

  it('can have a thousand tracks, of which it renders a few dozen', async () => {
    const many = Array.from({ length: 1000 }, (_, i) =>
      entryOf(`e${String(i).padStart(4, '0')}`, trackNamed(`Song${i}`)),
    );
    await open(many);
    await expect.element(page.getByText('1,000 tracks', { exact: false })).toBeVisible();
    await expect.element(button('Move Song1')).toBeVisible();
    expect(rows().length).toBeLessThan(60);
  });
});

describe('a playlist that was left', () => {
  const line = page.getByRole('button', { name: 'Continue' });
  const played = (onPlay: ReturnType<typeof vi.fn>) =>
    onPlay.mock.calls.map(([list, index, press]) => [titles(list), index, press]);

  it('is continued at its entry and second', async () => {
    const { onPlay } = await open(three, { place: {} });
    await expect.element(line).toHaveTextContent('ContinueHalide, 0:33');
    await line.click();
    expect(played(onPlay)).toEqual([[['Kiln', 'Halide', 'Ashes'], 1, { startS: 33.7 }]]);
    expect(onPlay.mock.lastCall?.[0][1].from).toEqual({ list: 'p', entry: '2', at: 1 });
  });

  it('is continued after an entry that has ended, and offers nothing after the last one', async () => {
    const { device } = await open(three, { place: { positionS: null } });
    await expect.element(line).toHaveTextContent('ContinueAshes');
    leaveAt(device, { entry: '3', at: 2, positionS: null });
    await expect.element(line).not.toBeInTheDocument();
  });

  it('offers nothing at its start, where Play does the same', async () => {
    const { device } = await open(three, { place: { entry: '1', at: 0, positionS: 0.4 } });
    await expect.element(button('Play')).toBeVisible();
    await expect.element(line).not.toBeInTheDocument();
    leaveAt(device, { entry: '1', at: 0, positionS: 5 });
    await expect.element(line).toHaveTextContent('ContinueKiln, 0:05');
  });

  it('is continued at the start of the next entry if its own entry was removed', async () => {
    const { onPlay } = await open([three[0]!, three[2]!], { place: {} });
    await line.click();
    expect(played(onPlay)).toEqual([[['Kiln', 'Ashes'], 1, { startS: 0 }]]);
  });

  it('skips withdrawn tracks, and offline those that are not on this device', async () => {
    const entries = [...three, entryOf('4', kiln, { track: null, isAbsent: true }), entryOf('5', ashes)];
    const { onPlay } = await open(entries, { place: { entry: '4', at: 3 }, network: 'offline', kept: ['Ashes'] });
    await expect.element(line).toHaveTextContent('ContinueAshes');
    await line.click();
    expect(played(onPlay)).toEqual([[['Ashes', 'Ashes'], 1, { startS: 0 }]]);
  });

  it('offers nothing while it plays; of two entries of one track, only the playing one is marked', async () => {
    const twice = [three[0]!, three[1]!, entryOf('3', kiln)];
    const nowPlaying = { trackId: 'Kiln', isPlaying: true, from: { list: 'p', entry: '3', at: 2 } };
    await open(twice, { place: {}, nowPlaying });
    await expect.element(button('Pause Kiln')).toBeVisible();
    await expect.element(button('Play Kiln')).toBeVisible();
    await expect.element(line).not.toBeInTheDocument();
  });

  it('offers nothing while the track where it was left is not on this device yet', async () => {
    await open([three[0]!, entryOf('2', halide, { track: null }), three[2]!], { place: {} });
    await expect.element(button('Play')).toBeVisible();
    await expect.element(line).not.toBeInTheDocument();
  });

  it('offers to continue while another list plays', async () => {
    const nowPlaying = { trackId: 'Kiln', isPlaying: true, from: { list: 'q', entry: '3', at: 2 } };
    await open(three, { place: {}, nowPlaying });
    await expect.element(line).toBeVisible();
  });
});
