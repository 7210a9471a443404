import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OwnReleaseView, RemoteApi, RemoteState, Scope, TrackView } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';
import { specifiedRules } from '../../../sync/model/rules.ts';
import { constantLive } from '../../engine/live.ts';
import { expectAnnounced, meWith, renderFor, restingStatus, trackOf } from '../../testing/scope-test.tsx';
import { ownRelease, placeOf, scriptedReleases, uploadsOf } from '../../testing/scripted-releases.ts';
import { ReleasePage } from './release-page.tsx';

const trackBy =
  (userId: string) =>
  (title: string, change: Partial<TrackView> = {}) =>
    trackOf(title, { title, user_id: userId, duration_ms: 61_000, play_count: 1200, is_public: true, ...change });
const theirs = ['Undertow', 'Sluice', 'Eel'].map((title) => trackBy('them')(title));
const mine = ['Kiln', 'Halide', 'Ashes'].map((title) => trackBy('me')(title));

const published = (id: string, trackIds: readonly string[]) => ({
  id,
  user_id: 'them',
  title: id,
  artist_name: 'Saltmarsh Sound',
  kind: null,
  published_at: '2026-11-14T12:00:00Z',
  track_ids: trackIds,
  notes: 'Two tape machines, one spring.',
});
const here = (value: unknown): RemoteState<unknown> => ({
  kind: 'here',
  value,
  at: 1,
  isStale: false,
  isAsking: false,
  failure: null,
});
const failed = (kind: 'network' | 'busy'): RemoteState<unknown> => ({
  kind: 'failed',
  failure: kind === 'network' ? { kind } : { kind, message: '' },
  isAsking: false,
});

interface Device {
  userId?: string | null;
  own?: readonly OwnReleaseView[];
  release?: RemoteState<unknown>;
  others?: readonly unknown[];
  isFilled?: boolean;
  releases?: Scope['releases'];
  tracks?: readonly TrackView[];
}

async function open({
  userId = 'me',
  own = [],
  release = here(null),
  others = [],
  isFilled = true,
  ...device
}: Device) {
  const { calls, api, scopeParts } = scriptedReleases(own, mine);
  const [onPlay, onMore, retry] = [vi.fn(), vi.fn(), vi.fn()];
  const all = device.tracks ?? [...theirs, ...mine];
  const answers: Record<string, RemoteState<unknown>> = { release, 'releases-of': here(others) };
  const readings = new Map(Object.entries(answers).map(([name, state]) => [name, { ...createLive(state), retry }]));
  const visitTracks = vi.fn(() => Promise.resolve());
  const byUser = new Map(['me', 'them', ''].map((id) => [id, createLive(all.filter((track) => track.user_id === id))]));
  const scope: Partial<Scope> = {
    userId,
    ...scopeParts,
    uploads: uploadsOf([]),
    ...(device.releases && { releases: device.releases }),
    remote: () => Promise.resolve({ read: ({ name }: { name: string }) => readings.get(name) } as unknown as RemoteApi),
    visitTracks,
    pending: createLive([]),
    isFilled: createLive(isFilled),
    rules: createLive(specifiedRules),
    me: createLive(meWith(0)),
    status: createLive(restingStatus('online')),
    person: () => constantLive({ kind: 'private' }),
    nameOf: () => constantLive(null),
    track: () => constantLive(null),
    tracksOf: (id) => byUser.get(id) ?? constantLive([]),
    kept: { states: createLive(new Map()) } as unknown as Scope['kept'],
  };
  await renderFor(
    scope,
    <ReleasePage
      releaseId="Estuary"
      onPlay={onPlay}
      onMore={onMore}
      onVote={() => undefined}
      nowPlaying={{ trackId: null, isPlaying: false }}
    />,
  );
  return { calls, api, onPlay, onMore, retry, visitTracks };
}

const rows = () =>
  page
    .getByRole('list', { name: 'Tracks' })
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const titles = (list: readonly { title: string }[]) => list.map(({ title }) => title);

afterEach(() => page.viewport(390, 844));

describe('a release of another person', () => {
  const release = here(published('Estuary', ['Undertow', 'Sluice', 'Eel']));

  it('shows its tracks in order, and plays them from the pressed one', async () => {
    const { onPlay, visitTracks } = await open({ release });
    await expect.element(heading('Estuary')).toBeVisible();
    await expect.element(page.getByText('14 November 2026, 3 tracks, 4 min')).toBeVisible();
    await expect.element(page.getByText('EP', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Two tape machines, one spring.')).toBeVisible();
    expect(rows()).toEqual([
      '1Undertow1,200 plays, 1:01Vote',
      '2Sluice1,200 plays, 1:01Vote',
      '3Eel1,200 plays, 1:01Vote',
    ]);
    await button('Play Sluice').click();
    await button('Play').click();
    expect(onPlay.mock.calls.map(([list, ...rest]) => [titles(list), ...rest])).toEqual([
      [['Undertow', 'Sluice', 'Eel'], 1],
      [['Undertow', 'Sluice', 'Eel'], 0, 'list'],
    ]);
    expect(visitTracks).toHaveBeenCalledWith(['Undertow', 'Sluice', 'Eel']);
  });

  it('shows guests no vote, and says which tracks are not on this device', async () => {
    await open({ userId: null, release, tracks: theirs.slice(0, 1) });
    await expect
      .poll(rows)
      .toEqual(['1Undertow1,200 plays, 1:01', '2Not on this device yet', '3Not on this device yet']);
  });

  it('lists the artist’s other releases, with plays, rating and time on a desktop', async () => {
    await page.viewport(1280, 800);
    const others = [published('Estuary', ['Undertow']), published('Low Sill', ['Eel'])];
    await open({ release, others });
    await expect.poll(() => rows()[0]).toMatch(/^1Undertow1,200 plays.*Vote1:01$/);
    const list = page.getByRole('list', { name: /^More by/ });
    await expect.element(list.getByRole('link')).toHaveTextContent('Low SillSingle, 1 track, 2026');
  });
});

describe('an own release', () => {
  it('is shown from the device, and tells its owner why nobody else sees it', async () => {
    const kiln = placeOf(trackBy('me')('Kiln', { is_public: false }));
    const awaited = { id: 'p2', track: null, isAwaited: true };
    const publishAt = new Date(2032, 4, 6, 7, 30).toISOString();
    await open({
      own: [ownRelease('Estuary', [kiln, awaited], { kind: 'single', publishedAt: null, publishAt })],
      release: failed('network'),
    });
    await expect.element(page.getByText('1 of 2 arrived. Out on 6 May 2032, 07:30')).toBeVisible();
    await expect.poll(rows).toEqual(['1Kiln1,200 plays, 1:01Only you', '2Still to come']);
    await expect.element(button('Copy link')).not.toBeInTheDocument();
  });
});

describe('the owner of a release', () => {
  const [kiln, halide, ashes] = mine.map(placeOf);
  if (!kiln || !halide || !ashes) throw new Error('Three tracks are needed');
  const choose = async (name: string) => {
    await button('More for this release').click();
    await page.getByRole('menuitem', { name }).click();
  };
  const field = (name: string) => page.getByLabelText(name, { exact: true });

  it('puts tracks in order with the keyboard, and takes one out', async () => {
    const { calls, onMore } = await open({ own: [ownRelease('Estuary', [kiln, halide, ashes])] });
    await expect.element(button('Move Kiln')).toBeVisible();
    button('Move Kiln').element().focus();
    await userEvent.keyboard(' {ArrowDown} ');
    await expect.poll(() => calls).toEqual([['arrange', 'Estuary', ['Halide', 'Kiln', 'Ashes']]]);
    await button('More for Ashes').click();
    const acts = onMore.mock.lastCall?.[2];
    expect(acts.map(({ label }: { label: string }) => label)).toEqual(['Remove from the release']);
    acts[0].run();
    await expect.poll(rows).toEqual(['1Halide1,200 plays, 1:01', '2Kiln1,200 plays, 1:01']);
    expect(calls.at(-1)).toEqual(['remove', 'Estuary', 'Ashes']);
  });

  it('changes its words, kind and date, and sends only what changed', async () => {
    const { calls } = await open({ own: [ownRelease('Estuary', [kiln], { publishedAt: null })] });
    await choose('Edit');
    await field('Title').fill(' ');
    await field('Date').selectOptions('At a date');
    await button('Save').click();
    await expect.element(page.getByText('It needs a title')).toBeVisible();
    await expect.element(page.getByText('Choose a date and a time')).toBeVisible();
    await field('Date and time').fill('9999-05-06T07:30');
    await expect.element(page.getByText('At most two years ahead. Choose an earlier one.')).toBeVisible();
    await field('Date and time').fill('2026-05-06T07:30');
    await expect.element(page.getByText('This time has passed. Choose a later one.')).toBeVisible();
    await button('Save').click();
    expect(calls).toEqual([]);
    const nextYear = new Date().getFullYear() + 1;
    await field('Title').fill('Low Sill');
    await field('Kind').selectOptions('Album');
    await field('Date and time').fill(`${nextYear}-05-06T07:30`);
    await button('Save').click();
    await expect.element(heading('Low Sill')).toBeVisible();
    await expect.element(page.getByText(`Out on 6 May ${nextYear}, 07:30`)).toBeVisible();
    const publishAt = new Date(nextYear, 4, 6, 7, 30).toISOString();
    expect(calls).toEqual([['update', 'Estuary', { title: 'Low Sill', kind: 'album', publishAt }]]);
  });

  it('keeps typed notes when Escape closes the dialog, and drops them on Cancel', async () => {
    await open({ own: [ownRelease('Estuary', [kiln])] });
    await choose('Edit');
    await field('Notes').fill('Half a sen');
    await userEvent.keyboard('{Escape}');
    await choose('Edit');
    await expect.element(field('Notes')).toHaveValue('Half a sen');
    await button('Cancel').click();
    await choose('Edit');
    await expect.element(field('Notes')).toHaveValue('');
  });

  it('does not undo what another device changes while the dialog is open', async () => {
    const { calls, api } = await open({ own: [ownRelease('Estuary', [kiln])] });
    await choose('Edit');
    await field('Notes').fill('One spring');
    await api.update('Estuary', { title: 'Low Sill', kind: 'album' });
    await expect.element(page.getByText('Low Sill').first()).toBeInTheDocument();
    await button('Save').click();
    await expect.element(page.getByText('One spring')).toBeVisible();
    expect(calls.at(-1)).toEqual(['update', 'Estuary', { notes: 'One spring' }]);
  });

  it('cannot change the date of a published release', async () => {
    await open({ own: [ownRelease('Estuary', [kiln])] });
    await choose('Edit');
    await expect.element(field('Title')).toHaveValue('Estuary');
    expect(field('Date').elements()).toEqual([]);
  });

  it('adds own tracks, and shows the release without those that are missing', async () => {
    const awaited = { id: 'p2', track: null, isAwaited: true };
    const tracks = [...mine, trackBy('me')('Queued', { rev: 0 })];
    const { calls } = await open({ own: [ownRelease('Estuary', [kiln, awaited], { publishedAt: null })], tracks });
    await choose('Add tracks');
    await expect.element(button('Add Ashes')).toBeVisible();
    expect(button('Add Queued').elements()).toEqual([]);
    await button('Add Ashes').click();
    await expect.element(button('Add Ashes')).not.toBeInTheDocument();
    await expect.element(button('Add Halide')).toHaveFocus();
    await button('Done').click();
    await expect.poll(() => rows().length).toBe(3);
    await choose('Show without the missing tracks');
    await expect.poll(rows).toEqual(['1Kiln1,200 plays, 1:01', '2Ashes1,200 plays, 1:01']);
    expect(calls).toEqual([
      ['arrange', 'Estuary', ['Kiln', 'p2', 'Ashes']],
      ['remove', 'Estuary', 'p2'],
    ]);
  });

  it('deletes it and keeps its tracks', async () => {
    const { calls } = await open({ own: [ownRelease('Estuary', [kiln])] });
    await choose('Delete');
    await expect.element(page.getByText('Its tracks stay, with their plays and votes.')).toBeVisible();
    await button('Delete').click();
    await expectAnnounced('Release deleted');
    expect(calls).toEqual([['delete', 'Estuary']]);
  });
});

describe('the address of a release', () => {
  it.each([
    ['says that the release was not found if nobody may see it', here(null), 'Release not found'],
    ['says offline that the release is not on this device', failed('network'), 'Not on this device yet'],
  ])('%s', async (_name, release, title) => {
    await open({ release });
    await expect.element(heading(title)).toBeVisible();
  });

  it('can be asked for again when the server fails', async () => {
    const { retry } = await open({ release: failed('busy') });
    await expect.element(page.getByText('Failed to load this release')).toBeVisible();
    await button('Retry').click();
    expect(retry).toHaveBeenCalledOnce();
  });

  it('can be asked for again when the releases on the device cannot be read', async () => {
    const { api } = scriptedReleases([ownRelease('Estuary', [], { publishedAt: null })]);
    const releases = vi.fn<Scope['releases']>(() => Promise.resolve(api));
    releases.mockRejectedValueOnce(new Error('The disk fails'));
    await open({ release: here(null), releases });
    await expect.element(page.getByText('Failed to load this release')).toBeVisible();
    expect(heading('Release not found').elements()).toEqual([]);
    await button('Retry').click();
    await expect.element(heading('Estuary')).toBeVisible();
  });

  it('is not missing before the device has its rows', async () => {
    await open({ release: here(null), isFilled: false });
    await expect.element(page.getByRole('img', { name: 'Loading' })).toBeVisible();
    expect(heading('Release not found').elements()).toEqual([]);
  });
});
