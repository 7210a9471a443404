import { describe, expect, it } from 'vitest';
import type { PlayerTrack } from './player-track.ts';
import {
  currentOf,
  findNext,
  insertTracks,
  moveTrack,
  nextIndex,
  QUEUE_LIMIT,
  queueFrom,
  removeTrack,
} from './queue.ts';

const tracks = (count: number): PlayerTrack[] =>
  Array.from({ length: count }, (_, i) => ({
    id: String(i),
    title: '',
    artistName: '',
    userId: '',
    audioSrc: '',
    coverSrc: null,
    durationMs: 0,
    audioBytes: 0,
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
  it('goes on with the track that followed when the current one is taken out, with the first after the last', () => {
    expect(currentOf(removeTrack({ tracks: tracks(3), index: 1 }, 1))?.id).toBe('2');
    expect(currentOf(removeTrack({ tracks: tracks(3), index: 2 }, 2))?.id).toBe('0');
    expect(removeTrack({ tracks: tracks(1), index: 0 }, 0)).toEqual({ tracks: [], index: 0 });
  });
  it('finds the first track that will do, around the end, and never the current one', () => {
    const queue = { tracks: tracks(4), index: 2 };
    expect(findNext(queue, ({ id }) => id !== '3')).toBe(0);
    expect(findNext(queue, ({ id }) => id === '2')).toBeNull();
  });
  it('takes tracks in after the current one or at the end, up to its limit', () => {
    const added = tracks(2).map((track) => ({ ...track, id: `new ${track.id}` }));
    const ids = (where: 'next' | 'end') =>
      insertTracks({ tracks: tracks(3), index: 0 }, added, where).tracks.map((each) => each.id);
    expect(ids('next')).toEqual(['0', 'new 0', 'new 1', '1', '2']);
    expect(ids('end')).toEqual(['0', '1', '2', 'new 0', 'new 1']);
    const full = insertTracks({ tracks: tracks(QUEUE_LIMIT - 1), index: 5 }, added, 'end');
    expect([full.tracks.length, full.tracks.at(-1)?.id]).toEqual([QUEUE_LIMIT, 'new 0']);
  });
});
