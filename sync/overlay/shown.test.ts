import { describe, expect, it } from 'vitest';
import { showing } from '../../tests/sync/support/showing.ts';
import { dead } from '../../tests/sync/support/states.ts';
import { queuedRecord } from '../../tests/sync/support/queued-record.ts';
import { zapRule } from '../../tests/sync/support/rows.ts';
import type { SharedTrackRow } from '../model/tables/shared-tracks.ts';
import type { TrackVoteRow } from '../model/tables/track-votes.ts';

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

describe('queued actions on tracks', () => {
  it('[SY-1] show the newest queued vote, and the server\u2019s vote again without one', () => {
    const queue = [
      queuedRecord(1, 'vote.cast', { track_id: 'a', weight: 2 }),
      queuedRecord(2, 'vote.cast', { track_id: 'b', weight: 5 }),
      queuedRecord(3, 'vote.cast', { track_id: 'a', weight: 4 }),
    ];
    expect([...showing(queue, { rows: { track_votes: [vote('a', 1)] } }).votes]).toEqual([
      ['a', { weight: 4, editableUntil: until, isPending: true }],
      ['b', { weight: 5, editableUntil: null, isPending: true }],
    ]);
    expect([...showing([], { rows: { track_votes: [vote('a', 1)] } }).votes]).toEqual([
      ['a', { weight: 1, editableUntil: until, isPending: false }],
    ]);
  });

  it('[SY-1] apply to shares in the order of the queue', () => {
    const queue = [
      queuedRecord(1, 'share.add', { track_id: 'a' }),
      queuedRecord(2, 'share.remove', { track_id: 'a' }),
      queuedRecord(3, 'share.remove', { track_id: 'b' }),
    ];
    expect([...showing(queue, { shares: [share('b'), share('c'), share('d', false)] }).shares]).toEqual([
      ['b', { isShared: false, sharedAt: null, isPending: true }],
      ['c', { isShared: true, sharedAt: at, isPending: false }],
      ['a', { isShared: false, sharedAt: null, isPending: true }],
    ]);
  });

  it('[SY-1] [SY-13] apply to favourites in the order of the queue, and keep the time of a heart whose row has arrived', () => {
    const heart = (track: string) => ({ id: `heart-${track}`, rev: 1, user_id: 'me', track_id: track, created_at: at });
    const queue = [
      queuedRecord(1, 'favourite.add', { track_id: 'a' }),
      queuedRecord(2, 'favourite.add', { track_id: 'b' }),
      queuedRecord(3, 'favourite.remove', { track_id: 'b' }),
      queuedRecord(4, 'favourite.add', { track_id: 'c' }),
      queuedRecord(5, 'favourite.remove', { track_id: 'd' }),
    ];
    const occurredAt = queue[0]?.occurred_at;
    expect([...showing(queue, { rows: { favourites: [heart('c'), heart('d'), heart('e')] } }).favourites]).toEqual([
      ['c', { isFavourite: true, favouritedAt: at, isPending: false }],
      ['d', { isFavourite: false, favouritedAt: null, isPending: true }],
      ['e', { isFavourite: true, favouritedAt: at, isPending: false }],
      ['a', { isFavourite: true, favouritedAt: occurredAt, isPending: true }],
      ['b', { isFavourite: false, favouritedAt: null, isPending: true }],
    ]);
  });

  it('[SY-13] count one spend for all votes on a track and one for each new share of it, but none whose row has arrived', () => {
    const queue = [
      queuedRecord(1, 'vote.cast', { track_id: 'a', weight: 2 }),
      queuedRecord(2, 'vote.cast', { track_id: 'a', weight: 3 }),
      queuedRecord(3, 'share.add', { track_id: 'a' }),
      queuedRecord(4, 'share.remove', { track_id: 'a' }),
      queuedRecord(5, 'share.add', { track_id: 'a' }),
    ];
    const sharing = { kind: 'share', trackId: 'a', zaps: 3 };
    expect(showing(queue).spends).toEqual([{ kind: 'vote', trackId: 'a', zaps: 5 }, sharing, sharing]);
    expect(showing(queue, { rows: { track_votes: [vote('a', 3)] }, shares: [share('a')] }).spends).toEqual([sharing]);
    expect(showing([], { rows: { track_votes: [vote('a', 3)] }, shares: [share('a')] }).spends).toEqual([]);
  });

  it('[SY-1] take the price of a spend from the server\u2019s rules', () => {
    const queue = [
      queuedRecord(1, 'vote.cast', { track_id: 'a', weight: 2 }),
      queuedRecord(2, 'share.add', { track_id: 'a' }),
    ];
    const rules = [zapRule('vote', -7), zapRule('share', -4), zapRule('sponsor', -1)];
    expect(showing(queue, { rows: { zap_rules: rules } }).spends).toEqual([
      { kind: 'vote', trackId: 'a', zaps: 7 },
      { kind: 'share', trackId: 'a', zaps: 4 },
    ]);
  });

  it('[SY-1] merge edits in order, and remove a deleted track', () => {
    const queue = [
      queuedRecord(1, 'track.update', { track_id: 'a', title: 'One' }),
      queuedRecord(2, 'track.update', { track_id: 'a', is_public: false }),
      queuedRecord(3, 'track.update', { track_id: 'a', title: 'Two' }),
      queuedRecord(4, 'track.delete', { track_id: 'b' }),
      queuedRecord(5, 'track.radio', { track_id: 'a', radio_opt_in: true }),
    ];
    expect([...showing(queue).edits]).toEqual([['a', { title: 'Two', is_public: false, radio_opt_in: true }]]);
    expect([...showing(queue.slice(0, 2)).edits]).toEqual([['a', { title: 'One', is_public: false }]]);
    expect([...showing(queue).removed]).toEqual(['b']);
  });

  it('[SY-1] show a queued share, and no share for another action or an unreadable payload', () => {
    expect([...showing([queuedRecord(1, 'share.add', { track_id: 'a' })]).shares]).toEqual([
      ['a', { isShared: true, sharedAt: '2027-01-01T12:00:01.000Z', isPending: true }],
    ]);
    const others = [
      queuedRecord(1, 'track.delete', { track_id: 'a' }),
      queuedRecord(2, 'share.add', { track_id: 'b' }, { payload: { track: 'of an older form' } }),
    ];
    expect([...showing(others).shares]).toEqual([]);
    expect(showing(others).spends).toEqual([]);
  });

  it('[SY-21] show nothing for an action whose payload this app cannot parse', () => {
    const older = { payload: { track: 'a' } };
    expect([...showing([queuedRecord(1, 'vote.cast', { track_id: 'a', weight: 2 }, older)]).votes]).toEqual([]);
    expect([...showing([queuedRecord(1, 'track.update', { track_id: 'a' }, older)]).edits]).toEqual([]);
  });

  it('[SY-1] leave an ended share hidden, and show nothing for a refused action of an unknown kind', () => {
    const share = {
      id: 's',
      rev: 1,
      user_id: 'me',
      track_id: 'a',
      is_shared: false,
      created_at: '2027-01-01T00:00:00Z',
    };
    expect([...showing([], { shares: [share] }).shares]).toEqual([]);
    const unknown = {
      ...queuedRecord(1, 'vote.cast', { track_id: 'a', weight: 2 }, { state: dead() }),
      kind: 'unknown',
    };
    expect([...showing([unknown]).votes]).toEqual([]);
  });

  it('[SY-1] show a created track as a row of revision 0 until the server has it', () => {
    const creation = {
      track_id: 'a',
      title: 'One',
      artist_name: 'Ann',
      genre: 'House',
      audio_path: 'me/1.mp3',
      cover_path: null,
      radio_opt_in: true,
      rights_confirmed: true,
    };
    const queue = [
      queuedRecord(1, 'track.create', creation),
      queuedRecord(2, 'track.delete', { track_id: 'b' }),
      queuedRecord(3, 'track.create', creation, { payload: { track_id: 'c' } }),
    ];
    expect([...showing(queue).created.values()]).toEqual([
      {
        id: 'a',
        rev: 0,
        user_id: 'me',
        title: 'One',
        artist_name: 'Ann',
        genre: 'House',
        audio_url: 'me/1.mp3',
        cover_url: null,
        duration_ms: 0,
        audio_bytes: 0,
        radio_opt_in: true,
        is_public: true,
        sponsored: false,
        sponsored_at: null,
        play_count: 0,
        total_votes: 0,
        counts_rev: 0,
        average_vote_rating: 0,
        highlighted_until: null,
        hidden_at: null,
        release_id: null,
        created_at: '2027-01-01T12:00:01.000Z',
      },
    ]);
  });
});
