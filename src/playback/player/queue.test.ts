import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PlayerTrack, toPlayerTrack } from './player-track.ts';
import {
  currentOf,
  emptyQueue,
  findNext,
  insertTracks,
  moveTrack,
  nextIndex,
  QUEUE_LIMIT,
  queueFrom,
  onlyCurrent,
  type Queue,
  removeTrack,
  replaceQueue,
  shuffle,
  tracksAround,
  unshuffle,
  withoutTracks,
} from './queue.ts';
import { track as trackOf } from '../../../tests/sync/support/kept.ts';
import { simulatedTrack } from '../../testing/simulated-page.ts';

const idsOf = (queue: Queue) => queue.tracks.map((each) => each.id);

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
  it('takes at most QUEUE_LIMIT tracks of a long list, with the pressed one current', () => {
    const list = Array.from({ length: 10_000 }, (_, i) => trackOf(String(i)));
    for (const start of [0, 5, 5000, 9999]) {
      const { tracks: around, startIndex } = tracksAround(list, start);
      expect([around.length, around[startIndex]?.id]).toEqual([QUEUE_LIMIT, String(start)]);
    }
    expect(tracksAround(list.slice(0, 3), 2)).toEqual({ tracks: list.slice(0, 3).map(toPlayerTrack), startIndex: 2 });
  });
  it('wraps after the last track only if there are two or more', () => {
    expect(nextIndex(queueFrom(tracks(3), 2))).toBe(0);
    expect(nextIndex(queueFrom(tracks(1), 0))).toBeNull();
  });
  it('keeps the current track current through every move and every removal of another', () => {
    for (let from = 0; from < 5; from++)
      for (let to = 0; to < 5; to++) {
        const queue = queueFrom(tracks(5), 2);
        expect(currentOf(moveTrack(queue, from, to))?.id).toBe('2');
        if (from !== 2) expect(currentOf(removeTrack(queue, from))?.id).toBe('2');
      }
    expect(moveTrack(queueFrom(tracks(3), 0), 0, 2).tracks.map((each) => each.id)).toEqual(['1', '2', '0']);
  });
  it('makes the next track current when the current one is removed, or the first track if the last one is removed', () => {
    expect(currentOf(removeTrack(queueFrom(tracks(3), 1), 1))?.id).toBe('2');
    expect(currentOf(removeTrack(queueFrom(tracks(3), 2), 2))?.id).toBe('0');
    expect(removeTrack(queueFrom(tracks(1), 0), 0)).toEqual(emptyQueue);
  });
  it('finds the first accepted track, wrapping around on request, never the current one', () => {
    const queue = queueFrom(tracks(4), 2);
    expect(findNext(queue, true, ({ id }) => id !== '3')).toBe(0);
    expect(findNext(queue, true, ({ id }) => id === '2')).toBeNull();
    expect(findNext(queue, false, ({ id }) => id !== '3')).toBeNull();
    expect(findNext(queue, false, () => true)).toBe(3);
  });
  it('inserts tracks after the current one or at the end, up to its limit', () => {
    const added = tracks(2).map((track) => ({ ...track, id: `new ${track.id}` }));
    const ids = (where: 'next' | 'end') =>
      insertTracks(queueFrom(tracks(3), 0), added, where).tracks.map((each) => each.id);
    expect(ids('next')).toEqual(['0', 'new 0', 'new 1', '1', '2']);
    expect(ids('end')).toEqual(['0', '1', '2', 'new 0', 'new 1']);
    const full = insertTracks(queueFrom(tracks(QUEUE_LIMIT - 1), 5), added, 'end');
    expect([full.tracks.length, full.tracks.at(-1)?.id]).toEqual([QUEUE_LIMIT, 'new 0']);
  });
});

describe('a shuffled queue', () => {
  const random = fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }));
  const draw = (numbers: Iterator<number>) => () => Number(numbers.next().value);

  it('starts with the current track, contains every other track once, and is restored to the original order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.nat(), random, (length, at, numbers) => {
        const queue = queueFrom(tracks(length), at % length);
        const shuffled = shuffle(queue, draw(numbers));
        expect(shuffled.index).toBe(0);
        expect(currentOf(shuffled)).toEqual(currentOf(queue));
        expect(idsOf(shuffled).sort()).toEqual(idsOf(queue).sort());
        expect(unshuffle(shuffled)).toEqual(queue);
        // The current track stays current when shuffle is turned off.
        const later = unshuffle({ ...shuffled, index: length - 1 });
        expect([idsOf(later), currentOf(later)]).toEqual([idsOf(queue), shuffled.tracks[length - 1]]);
      }),
    );
  });

  it('can be every permutation, and each results from exactly one of the equally likely combinations of draws', () => {
    const orders = [0, 1, 2].flatMap((first) =>
      [0, 1].map((second) => {
        const draws = [first / 3, second / 2];
        return idsOf(shuffle(queueFrom(tracks(4), 0), () => draws.shift() ?? 0)).join('');
      }),
    );
    expect(orders.sort()).toEqual(['0123', '0132', '0213', '0231', '0312', '0321']);
  });

  it('inserts added tracks next or last, both in the shuffled and in the restored order', () => {
    const shuffled = { ...shuffle(queueFrom(tracks(4), 1), () => 0), index: 1 };
    const after = Number(currentOf(shuffled)?.id);
    const added = tracks(2).map((track) => ({ ...track, id: `new ${track.id}` }));
    const next = insertTracks(shuffled, added, 'next');
    expect(idsOf(next).slice(2, 4)).toEqual(['new 0', 'new 1']);
    const back = idsOf(unshuffle(next));
    expect(back.slice(after + 1, after + 3)).toEqual(['new 0', 'new 1']);
    expect(back.filter((id) => !id.startsWith('new'))).toEqual(['0', '1', '2', '3']);
    const end = insertTracks(shuffled, added, 'end');
    expect([idsOf(end).slice(-2), idsOf(unshuffle(end))]).toEqual([
      ['new 0', 'new 1'],
      ['0', '1', '2', '3', 'new 0', 'new 1'],
    ]);
  });

  it('restores the original order, whatever was moved, without the removed tracks', () => {
    const shuffled = shuffle(queueFrom(tracks(4), 2), () => 0.5);
    expect(idsOf(unshuffle(moveTrack(shuffled, 0, 3)))).toEqual(['0', '1', '2', '3']);
    const gone = shuffled.tracks[1]?.id;
    expect(idsOf(unshuffle(removeTrack(shuffled, 1)))).toEqual(['0', '1', '2', '3'].filter((id) => id !== gone));
    expect(unshuffle(onlyCurrent(shuffled))).toEqual(queueFrom([...shuffled.tracks].slice(0, 1), 0));
  });

  it('stays shuffled when another list replaces it, even if it has become empty', () => {
    const shuffled = shuffle(queueFrom(tracks(1), 0), () => 0);
    const next = replaceQueue(removeTrack(shuffled, 0), tracks(5), 3, () => 0);
    expect([currentOf(next)?.id, next.index, idsOf(unshuffle(next))]).toEqual(['3', 0, ['0', '1', '2', '3', '4']]);
    expect(replaceQueue(unshuffle(next), tracks(5), 3, () => 0)).toEqual(queueFrom(tracks(5), 3));
  });
});

it('withdrawn tracks are removed wherever they are in the queue; the current track changes only if it is withdrawn', () => {
  const queue = queueFrom(['a', 'b', 'a', 'c', 'd'].map(simulatedTrack), 3);
  const remainingOf = (gone: string[]) => {
    const remaining = withoutTracks(queue, new Set(gone));
    return [remaining.tracks.map(({ id }) => id).join(''), currentOf(remaining)?.id];
  };
  expect(remainingOf(['a'])).toEqual(['bcd', 'c']);
  expect(remainingOf(['c'])).toEqual(['abad', 'd']);
  expect(remainingOf(['b', 'c', 'd'])).toEqual(['aa', 'a']);
  expect(remainingOf(['a', 'b', 'c', 'd'])).toEqual(['', undefined]);
});
