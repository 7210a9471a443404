import { describe, expect, it } from 'vitest';
import { all, shownIds, openCatalogue, put } from '../../tests/sync/support/catalogue.ts';
import { trackRow } from '../../tests/sync/support/rows.ts';
import { tracks } from '../model/tables/tracks.ts';
import { noOverlay } from './tracks.ts';

describe('the catalogue under queued actions', () => {
  it('shows plays of today without changing other views', () => {
    const catalogue = openCatalogue();
    catalogue.apply(put(trackRow('a'), trackRow('b')));
    const b = catalogue.get('b');
    catalogue.setOverlay({ ...noOverlay, plays: new Map([['a', true]]) });
    expect(
      catalogue
        .explore(all)
        .get()
        .tracks.map((view) => view.playedToday),
    ).toEqual([true, false]);
    expect(catalogue.get('b')).toBe(b);
  });

  it('[SY-1] applies queued actions over the rows, and shows the plain rows once there are none', () => {
    const catalogue = openCatalogue();
    catalogue.apply(put(trackRow('a', { user_id: 'me' }), trackRow('b', { user_id: 'me' }), trackRow('c')));
    const before = catalogue.explore(all).get().tracks;
    const own = catalogue.tracksOf('me');
    const vote = { weight: 4, editableUntil: null, isPending: true };
    catalogue.setOverlay({
      ...noOverlay,
      votes: new Map([['c', vote]]),
      shares: new Map([['c', { isShared: true, sharedAt: '2027-01-01T00:00:00.000Z', isPending: true }]]),
      edits: new Map([['a', { title: 'Renamed', is_public: false }]]),
      removed: new Set(['b']),
    });
    expect(shownIds(catalogue)).toEqual(['c']);
    expect(catalogue.get('c')).toMatchObject({
      myVote: vote,
      myShare: { isShared: true, sharedAt: '2027-01-01T00:00:00.000Z', isPending: true },
    });
    expect(own.get().map(({ id, title, is_public, isEdited }) => ({ id, title, is_public, isEdited }))).toEqual([
      { id: 'a', title: 'Renamed', is_public: false, isEdited: true },
    ]);
    expect(catalogue.track('b').get()).toBeNull();
    expect(shownIds(catalogue, { search: 'renamed', genre: null })).toEqual([]);
    catalogue.apply(put(trackRow('a', { user_id: 'me', rev: 2, play_count: 7 })));
    expect(catalogue.get('a')).toMatchObject({ title: 'Renamed', play_count: 7 });
    catalogue.setOverlay(noOverlay);
    expect(shownIds(catalogue)).toEqual(before.map((view) => view.id));
    expect(catalogue.get('a')).toMatchObject({ title: 'Track a', play_count: 7, isEdited: false });
    expect(catalogue.get('c')).toEqual(before.find((view) => view.id === 'c'));
  });

  it('creates a new view of a track only when queued actions change the track', () => {
    const catalogue = openCatalogue();
    catalogue.apply(put(trackRow('a'), trackRow('b')));
    const vote = { weight: 4, editableUntil: null, isPending: true };
    const share = { isShared: true, sharedAt: '2027-01-01T00:00:00.000Z', isPending: true };
    const until = '2027-01-02T00:00:00.000Z';
    const steps: Partial<typeof noOverlay>[] = [
      { plays: new Map([['a', true]]) },
      {
        plays: new Map([
          ['a', true],
          ['x', true],
        ]),
      },
      {
        plays: new Map([
          ['x', true],
          ['y', false],
        ]),
      },
      { votes: new Map([['a', vote]]) },
      { votes: new Map([['a', { ...vote, weight: 5 }]]) },
      { votes: new Map([['a', { ...vote, weight: 5, isPending: false }]]) },
      { votes: new Map([['a', { ...vote, weight: 5, isPending: false, editableUntil: until }]]) },
      { votes: new Map([['a', { ...vote, weight: 5, isPending: false, editableUntil: until }]]) },
      { shares: new Map([['a', share]]) },
      { shares: new Map([['a', { ...share, isPending: false }]]) },
      { shares: new Map([['a', { isPending: false, isShared: false, sharedAt: null }]]) },
      { shares: new Map([['a', { isPending: false, isShared: false, sharedAt: null }]]) },
      { edits: new Map([['a', { title: 'One' }]]) },
      { edits: new Map([['a', { title: 'One' }]]) },
      { edits: new Map([['a', { title: 'One', radio_opt_in: true }]]) },
      { edits: new Map([['a', { title: 'One' }]]) },
      { removed: new Set(['a']) },
    ];
    const notifications: number[] = [];
    let step = -1;
    catalogue.track('a').subscribe(() => notifications.push(step));
    let overlay = noOverlay;
    const other = catalogue.get('b');
    for (const change of steps) {
      step++;
      overlay = { ...overlay, ...change };
      catalogue.setOverlay(overlay);
    }
    expect(notifications).toEqual([0, 2, 3, 4, 5, 6, 8, 9, 10, 12, 14, 15, 16]);
    expect(catalogue.get('b')).toBe(other);
  });

  it('[SY-1] shows queued actions on a track that the server does not have yet, and notifies when it appears and disappears', () => {
    const catalogue = openCatalogue();
    const waiting = tracks.row.parse(trackRow('a', { rev: 0, user_id: 'me' }));
    const notifications: (string | null)[] = [];
    const single = catalogue.track('a');
    single.subscribe(() => notifications.push(single.get()?.title ?? null));
    catalogue.setCreated([waiting]);
    catalogue.setOverlay({ ...noOverlay, edits: new Map([['a', { title: 'Renamed' }]]) });
    catalogue.setOverlay({ ...noOverlay, removed: new Set(['a']) });
    expect(catalogue.tracksOf('me').get()).toEqual([]);
    catalogue.setOverlay(noOverlay);
    catalogue.setCreated([]);
    expect(notifications.slice(0, 3)).toEqual(['Track a', 'Renamed', null]);
    expect(notifications.at(-1)).toBeNull();
    expect(shownIds(catalogue)).toEqual([]);
  });

  it('[S-47] leaves tracks of hidden people out of Explore and the radio while they are hidden, and notifies subscribers', () => {
    const catalogue = openCatalogue();
    catalogue.apply(
      put(
        trackRow('a', { user_id: 'ann', sponsored: true }),
        trackRow('b', { user_id: 'bob', sponsored: true }),
        trackRow('c', { user_id: 'ann' }),
        trackRow('d', { user_id: 'bob' }),
      ),
    );
    const [list, radio] = [catalogue.explore(all), catalogue.sponsored(all)];
    const shown = () =>
      [list, radio].map((live) =>
        live
          .get()
          .tracks.map(({ id }) => id)
          .sort(),
      );
    let notifications = 0;
    list.subscribe(() => notifications++);
    expect(shown()).toEqual([
      ['c', 'd'],
      ['a', 'b'],
    ]);
    catalogue.setOverlay({ ...noOverlay, hidden: new Set(['bob']) });
    expect([shown(), notifications]).toEqual([[['c'], ['a']], 1]);
    catalogue.setOverlay({ ...noOverlay, hidden: new Set(['bob', 'nobody']) });
    expect(notifications).toBe(1);
    catalogue.setOverlay({ ...noOverlay, hidden: new Set(['ann']) });
    expect([shown(), notifications]).toEqual([[['d'], ['b']], 2]);
    catalogue.setOverlay(noOverlay);
    expect(shown()).toEqual([
      ['c', 'd'],
      ['a', 'b'],
    ]);
  });
});
