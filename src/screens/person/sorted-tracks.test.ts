import { describe, expect, it } from 'vitest';
import type { TrackView } from '../../../sync/client.ts';
import { sortedTracks, type TrackSort } from './sorted-tracks.ts';

type Sorted = Pick<TrackView, 'id' | 'average_vote_rating' | 'total_votes' | 'play_count' | 'created_at'>;

const tracks = [
  { id: 'unrated', average_vote_rating: 0, total_votes: 0, play_count: 40, created_at: '2027-01-05' },
  { id: 'few', average_vote_rating: 3.8, total_votes: 16, play_count: 9, created_at: '2027-01-03' },
  { id: 'many', average_vote_rating: 3.8, total_votes: 44, play_count: 2, created_at: '2027-01-01' },
  { id: 'best', average_vote_rating: 4.4, total_votes: 2, play_count: 9, created_at: '2027-01-02' },
] satisfies Sorted[] as unknown as TrackView[];

const order = (sort: TrackSort) => sortedTracks(tracks, sort).map(({ id }) => id);

describe("a person's tracks", () => {
  it('sort by rating, then by number of votes; tracks without votes come last', () => {
    expect(order('votes')).toEqual(['best', 'many', 'few', 'unrated']);
  });

  it('sort by plays, then newest first', () => {
    expect(order('plays')).toEqual(['unrated', 'few', 'best', 'many']);
  });
});
