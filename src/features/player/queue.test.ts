import { describe, expect, it } from 'vitest';
import type { PlayerTrack } from './player-track.ts';
import { currentOf, moveTrack, nextIndex, QUEUE_LIMIT, queueFrom, removeTrack } from './queue.ts';

const tracks = (count: number): PlayerTrack[] =>
  Array.from({ length: count }, (_, i) => ({
    id: String(i),
    title: '',
    artistName: '',
    userId: '',
    audioSrc: '',
    coverSrc: null,
    durationMs: 0,
  }));

describe('the queue', () => {
  it('takes at most its limit out of a long list, with the pressed track current', () => {
    for (const start of [0, 5, 5000, 9999]) {
      const queue = queueFrom(tracks(10_000), start);
      expect([queue.tracks.length, currentOf(queue)?.id]).toEqual([QUEUE_LIMIT, String(start)]);
    }
    expect(queueFrom(tracks(3), 2)).toEqual({ tracks: tracks(3), index: 2 });
  });
  it('wraps after the last track only when there is another', () => {
    expect(nextIndex({ tracks: tracks(3), index: 2 })).toBe(0);
    expect(nextIndex({ tracks: tracks(1), index: 0 })).toBeNull();
  });
  it('keeps the current track current through every move and removal', () => {
    for (let from = 0; from < 5; from++)
      for (let to = 0; to < 5; to++) {
        const queue = { tracks: tracks(5), index: 2 };
        expect(currentOf(moveTrack(queue, from, to))?.id).toBe('2');
        if (from !== 2) expect(currentOf(removeTrack(queue, from))?.id).toBe('2');
      }
    expect(moveTrack({ tracks: tracks(3), index: 0 }, 0, 2).tracks.map((each) => each.id)).toEqual(['1', '2', '0']);
  });
});
