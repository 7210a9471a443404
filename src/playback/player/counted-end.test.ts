import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openedPlayer } from '../../testing/opened-player.ts';
import { simulatedTrack } from '../../testing/simulated-page.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Plays a track whose end is signalled early, and the one after it. */
function open(lengthS: number, endsEarlyS = 0.08) {
  const opened = openedPlayer(undefined, new Map(), { lengthS, endsEarlyS });
  const tracks = ['a', 'b'].map((id) => ({ ...simulatedTrack(id), durationMs: lengthS * 1000 }));
  opened.player.send({ type: 'tracks.play', tracks, startIndex: 0 });
  return {
    ...opened,
    /** Steps of 20 ms, so that the end is between two readings. */
    passFinely(seconds: number) {
      for (let step = 0; step < seconds * 50; step++) {
        opened.simulated.pass(0.02);
        vi.advanceTimersByTime(20);
      }
    },
    counted: () => opened.device.queued.map(({ trackId }) => trackId),
    index: () => opened.player.snapshot().context.queue.index,
  };
}

it.each([31, 30.2, 4])('a track of %s s that is heard to its end is counted, once', (lengthS) => {
  const { passFinely, counted, index } = open(lengthS);
  passFinely(lengthS + 1);
  expect([index(), counted()]).toEqual([1, ['a']]);
});

it('a track of 30.2 s is counted in a hidden page, whose readings are a second apart', () => {
  const { page, passFinely, counted, index } = open(30.2);
  page.setVisible(false);
  passFinely(31);
  expect([index(), counted()]).toEqual([1, ['a']]);
});

it.each([
  [29.2, []],
  [29.6, ['a']],
])('after %s s heard, a seek to the end of a track counts 500 ms at most', (heardS, expected) => {
  const { player, passFinely, counted, index } = open(40, 0.9);
  passFinely(heardS);
  player.send({ type: 'position.requested', seconds: 39 });
  passFinely(0.2);
  expect([index(), counted()]).toEqual([1, expected]);
});
