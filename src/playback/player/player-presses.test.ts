import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dismissToast, toasts } from '../../engine/toast.ts';
import { openedPlayer } from '../../testing/opened-player.ts';
import { track as trackOf } from '../../../tests/sync/support/kept.ts';
import { addTracks, playTracks } from './player-presses.ts';
import type { QueuableTrack } from './player-track.ts';
import { currentOf } from './queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
  for (const { id } of toasts.get()) dismissToast(id);
});
afterEach(() => void vi.useRealTimers());

const listed = (ids: readonly string[]) =>
  ids.map((id, at): QueuableTrack => ({ ...trackOf(id), from: { list: 'p', entry: `${at}`, at } }));
const many = (count: number) => Array.from({ length: count }, (_, i) => trackOf(`t${i}`));

function opened() {
  const parts = openedPlayer();
  const { player, pass, state } = parts;
  return {
    ...parts,
    play: (...press: [readonly QueuableTrack[], number, Parameters<typeof playTracks>[3]?]) => {
      playTracks(player, press[0], press[1], press[2] ?? 'track');
      pass(1);
    },
    now: () => {
      const { queue } = player.snapshot().context;
      return [currentOf(queue)?.id, queue.index, Math.round(player.progress.get().positionS), state()];
    },
    lines: async () => {
      await vi.dynamicImportSettled();
      return parts.toastLines();
    },
  };
}

describe('a press on a track', () => {
  it('pauses it if it plays', () => {
    const { play, now } = opened();
    const tracks = listed(['a', 'b']);
    play(tracks, 1);
    play(tracks, 1);
    expect(now()).toEqual(['b', 1, 1, 'paused']);
  });

  it('plays another entry of the current track from its start, at its place in the queue', () => {
    const { play, pass, now } = opened();
    const tracks = listed(['a', 'b', 'a']);
    play(tracks, 0);
    pass(20);
    play(tracks, 2);
    expect(now()).toEqual(['a', 2, 1, 'playing']);
    play(tracks, 0, 'list');
    expect(now()).toEqual(['a', 0, 1, 'playing']);
  });

  it('pauses the current track that was played from another list', () => {
    const { play, now } = opened();
    play([trackOf('a')], 0);
    play(listed(['b', 'a']), 1);
    expect(now()).toEqual(['a', 0, 1, 'paused']);
  });
});

it('continuing a list plays from the second where it was left, also if its track is the current one', () => {
  const { play, now } = opened();
  play(listed(['a', 'b']), 1);
  play(listed(['a', 'b']), 1, { startS: 33 });
  expect(now()).toEqual(['b', 1, 34, 'playing']);
});

describe('a queue that cannot hold all tracks', () => {
  const whole = listed(Array.from({ length: 300 }, (_, i) => `t${i}`));

  it('reports how many it holds if a longer list is played, and nothing if the list fits', async () => {
    const { play, player, lines } = opened();
    play(whole.slice(0, 200), 0, 'list');
    expect(await lines()).toEqual([]);
    play(whole, 0, 'list');
    expect(player.snapshot().context.queue.tracks).toHaveLength(200);
    expect(await lines()).toEqual(['200 of 300 tracks are in the queue: It holds no more than that.']);
  });

  it('reports the same if an entry of a playlist is pressed, but nothing for a track of the catalogue', async () => {
    const { play, lines } = opened();
    play(many(300), 10);
    expect(await lines()).toEqual([]);
    play(whole, 20);
    expect(await lines()).toEqual(['200 of 300 tracks are in the queue: It holds no more than that.']);
  });

  it('says how many were added', async () => {
    const { player, lines } = opened();
    addTracks(player, many(198), 'end');
    expect(await lines()).toEqual(['Added to the queue']);
    addTracks(player, many(3), 'end');
    expect(await lines()).toEqual(['2 of 3 tracks were added: The queue is full: it holds 200 tracks.']);
    addTracks(player, many(1), 'next');
    expect(await lines()).toEqual(['The queue is full: It holds 200 tracks.']);
  });

  it('also counts the tracks that are set aside while the radio plays', async () => {
    const { player, page, lines } = opened();
    addTracks(player, many(199), 'end');
    page.sound.owner.assign('radio');
    addTracks(player, many(2), 'end');
    expect(await lines()).toEqual(['1 of 2 tracks were added: The queue is full: it holds 200 tracks.']);
  });
});
