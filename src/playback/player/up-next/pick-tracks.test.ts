import { describe, expect, it } from 'vitest';
import type { SharedView, TrackView } from '../../../../sync/client.ts';
import { createLive } from '../../../../sync/model/live.ts';
import { track as keptTrack } from '../../../../tests/sync/support/kept.ts';
import { profileRow } from '../../../../tests/sync/support/rows.ts';
import { pickTracks } from './pick-tracks.ts';

const trackOf = (id: string, change: Partial<TrackView> = {}): TrackView => ({ ...keptTrack(id), ...change });

interface Scene {
  after?: TrackView;
  tracks: readonly TrackView[];
  shares?: readonly (readonly [sharer: string, track: TrackView])[];
  accepts?: (track: TrackView) => boolean;
}

function picked({ after = trackOf('seed'), tracks, shares = [], accepts = () => true }: Scene): string[] {
  const explore = {
    state: 'complete' as const,
    match: 'exact' as const,
    highlights: [],
    tracks,
    total: 0,
    beyond: { state: 'none' as const, found: null },
  };
  const shared = shares.map(([sharer, track]): SharedView => ({
    sharer: { ...profileRow(sharer), avatarSrc: null },
    track,
    sharedAt: '2027-01-01T00:00:00Z',
    isPending: false,
  }));
  const scope = {
    userId: 'me',
    explore: () => createLive(explore),
    community: createLive(shared),
  };
  return pickTracks({ after, scope, accepts, random: () => 0 }).map(({ id }) => id);
}

const other = { user_id: 'other', genre: 'Jazz' };

describe('the tracks after the end of a list', () => {
  it('are of the same artist, of the same genre, or shared by people who shared the last track', () => {
    const liked = trackOf('liked', { user_id: 'x', genre: 'Jazz' });
    const tracks = [
      trackOf('artist', { genre: 'Jazz' }),
      trackOf('genre', { user_id: 'y' }),
      trackOf('neither', other),
      liked,
    ];
    const shares = [
      ['fan', trackOf('seed')],
      ['fan', liked],
      ['stranger', trackOf('neither', other)],
    ] as const;
    expect(picked({ tracks, shares })).toEqual(['artist', 'genre', 'liked']);
  });

  it('begin with those that fit in several ways, and end with those played today', () => {
    const tracks = [trackOf('genre', { user_id: 'y' }), trackOf('both'), trackOf('heard', { playedToday: true })];
    expect(picked({ tracks })).toEqual(['both', 'genre', 'heard']);
  });

  it('are never private, hidden, without a file, unsent, or the last track itself', () => {
    const tracks = [
      trackOf('seed'),
      trackOf('private', { is_public: false }),
      trackOf('hidden', { hidden_at: '2027-01-01T00:00:00Z' }),
      trackOf('no-file', { audioSrc: '' }),
      trackOf('unsent', { rev: 0 }),
      trackOf('refused'),
      trackOf('good'),
    ];
    expect(picked({ tracks, accepts: ({ id }) => id !== 'refused' })).toEqual(['good']);
  });

  it('are five, at most two of them by one artist as long as there are others', () => {
    const ofArtist = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => trackOf(id));
    expect(picked({ tracks: ofArtist })).toEqual(['a', 'b', 'c', 'd', 'e']);
    const others = ['g', 'h'].map((id) => trackOf(id, { user_id: id }));
    expect(picked({ tracks: [...ofArtist, ...others] })).toEqual(['a', 'b', 'g', 'h', 'c']);
  });
});
