import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { OwnReleaseView, RemoteApi, Scope } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';
import { renderFor, restingStatus, trackOf } from '../../testing/scope-test.tsx';
import { ownRelease, placeOf, scriptedReleases, uploadsOf } from '../../testing/scripted-releases.ts';
import { OwnReleases, PersonReleases } from './release-lists.tsx';

const scopeOf = (published: readonly unknown[], own: readonly OwnReleaseView[]): Partial<Scope> => {
  const state = { kind: 'here', value: published, at: 1, isStale: false, isAsking: false, failure: null } as const;
  const reading = { ...createLive(state), retry: () => undefined };
  return {
    userId: 'me',
    ...scriptedReleases(own).scopeParts,
    remote: () => Promise.resolve({ read: () => reading } as unknown as RemoteApi),
    status: createLive(restingStatus('online')),
    uploads: uploadsOf([
      { release: { id: 'r2', place: 'p1' }, stage: { kind: 'sending', waitsFor: null } },
      { release: { id: 'r5', place: 'p1' }, stage: { kind: 'done', slotsLeft: null } },
      { release: { id: 'r5', place: 'p2' }, stage: { kind: 'draft', refusal: null } },
    ]),
    visitTracks: () => Promise.resolve(),
    tracksOf: () => createLive([]),
  };
};
const links = () =>
  page
    .getByRole('list', { name: 'Releases' })
    .getByRole('link')
    .elements()
    .map((link) => [link.getAttribute('href'), link.textContent]);

const published = {
  id: 'r1',
  user_id: 'them',
  title: 'Estuary',
  artist_name: 'Ann',
  kind: 'album',
  published_at: '2026-11-14T12:00:00Z',
  track_ids: ['t1', 't2'],
  cover_url: null,
};

describe('the releases of a profile', () => {
  it('lead to their pages, and say kind, tracks and year', async () => {
    await renderFor(scopeOf([published], []), <PersonReleases userId="them" />);
    await expect.poll(links).toEqual([['/release/r1', 'EstuaryAlbum, 2 tracks, 2026']]);
  });

  it('render no section without a release', async () => {
    await renderFor(
      scopeOf([], []),
      <>
        <PersonReleases userId="them" />
        <OwnReleases />
        <output>Rest of the page</output>
      </>,
    );
    await expect.element(page.getByText('Rest of the page')).toBeVisible();
    expect(page.getByRole('heading').elements()).toEqual([]);
  });

  it('show their owner also those that are not published, and why', async () => {
    const kiln = placeOf(trackOf('t1'));
    const awaited = (id: string) => ({ id, track: null, isAwaited: true });
    const own = [
      ownRelease('r2', [kiln, awaited('p1'), awaited('p2')], { title: 'Low Sill', publishedAt: null }),
      ownRelease('r3', [kiln], { title: 'Kiln', kind: 'single' }),
      ownRelease('r5', [kiln, awaited('p2')], { title: 'Sluice', kind: 'single', publishedAt: null }),
      ownRelease('r4', [kiln], { title: 'Held', kind: 'single', publishedAt: null }),
    ];
    await renderFor(scopeOf([], own), <OwnReleases />);
    await expect.poll(links).toEqual([
      ['/release/r2', 'Low SillEP, 3 tracksSending 2 of 3'],
      ['/release/r3', 'KilnSingle, 1 track, 2027'],
      ['/release/r5', 'SluiceSingle, 2 tracks1 of 2 arrived'],
      ['/release/r4', 'HeldSingle, 1 trackNot out yet'],
    ]);
  });
});
