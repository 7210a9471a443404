import { describe, expect, it } from 'vitest';
import { waiting } from '../../tests/sync/support/waiting.ts';
import type { SharedTrackRow, TrackVoteRow } from '../model/rows.ts';
import { overlayEdits, overlayRemoved, overlayShares, overlayVotes, pendingSpends } from './tracks.ts';

const at = '2027-01-01T00:00:00.000Z';
const until = '2027-01-02T00:00:00.000Z';
const vote = (track: string, weight: number): TrackVoteRow => ({
  id: `vote-${track}`,
  rev: 1,
  user_id: 'me',
  track_id: track,
  vote_weight: weight,
  editable_until: until,
  created_at: at,
  updated_at: at,
});
const share = (track: string, isShared = true): SharedTrackRow => ({
  id: `share-${track}`,
  rev: 1,
  user_id: 'me',
  track_id: track,
  is_shared: isShared,
  created_at: at,
});

describe('what waits for tracks', () => {
  it('[SY-1] the newest waiting vote counts, and the server\u2019s again without it', () => {
    const queue = [
      waiting(1, 'vote.cast', { track_id: 'a', weight: 2 }),
      waiting(2, 'vote.cast', { track_id: 'b', weight: 5 }),
      waiting(3, 'vote.cast', { track_id: 'a', weight: 4 }),
    ];
    expect([...overlayVotes([vote('a', 1)], queue)]).toEqual([
      ['a', { weight: 4, editableUntil: until, isPending: true }],
      ['b', { weight: 5, editableUntil: null, isPending: true }],
    ]);
    expect([...overlayVotes([vote('a', 1)], [])]).toEqual([
      ['a', { weight: 1, editableUntil: until, isPending: false }],
    ]);
  });

  it('[SY-1] shares follow the waiting changes in their order', () => {
    const queue = [
      waiting(1, 'share.add', { track_id: 'a' }),
      waiting(2, 'share.remove', { track_id: 'a' }),
      waiting(3, 'share.remove', { track_id: 'b' }),
    ];
    expect([...overlayShares([share('b'), share('c'), share('d', false)], queue)]).toEqual([
      ['b', { isShared: false, isPending: true }],
      ['c', { isShared: true, isPending: false }],
      ['a', { isShared: false, isPending: true }],
    ]);
  });

  it('[SY-13] a spend is counted once: as long as its row is not there, however often it is in the queue', () => {
    const queue = [
      waiting(1, 'vote.cast', { track_id: 'a', weight: 2 }),
      waiting(2, 'vote.cast', { track_id: 'a', weight: 3 }),
      waiting(3, 'share.add', { track_id: 'a' }),
      waiting(4, 'share.remove', { track_id: 'a' }),
      waiting(5, 'share.add', { track_id: 'a' }),
    ];
    expect(pendingSpends([], [], queue)).toBe(5 + 3 + 3);
    expect(pendingSpends([vote('a', 3)], [share('a')], queue)).toBe(3);
    expect(pendingSpends([vote('a', 3)], [share('a')], [])).toBe(0);
  });

  it('[SY-1] edits lie over one another, and a deletion removes', () => {
    const queue = [
      waiting(1, 'track.update', { track_id: 'a', title: 'One' }),
      waiting(2, 'track.update', { track_id: 'a', is_public: false }),
      waiting(3, 'track.update', { track_id: 'a', title: 'Two' }),
      waiting(4, 'track.delete', { track_id: 'b' }),
    ];
    expect([...overlayEdits(queue)]).toEqual([['a', { title: 'Two', is_public: false }]]);
    expect([...overlayRemoved(queue)]).toEqual(['b']);
  });
});
