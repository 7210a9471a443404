import { expect, it } from 'vitest';
import type { ActionPayload } from '../../../sync/model/actions.ts';
import { createPlayCounter, type PlayCounter } from './play-counter.ts';
import { simulatedTrack } from '../../testing/simulated-page.ts';

function countPlays(onPlay: (play: ActionPayload<'play.record'>) => void): PlayCounter {
  return createPlayCounter({
    countsPlays: true,
    track: () => ({ get: () => null, subscribe: () => () => undefined }),
    recordPlay: (play) => Promise.resolve(onPlay(play)),
    kept: { keepPlayed: () => Promise.resolve() },
  });
}

it('the play counter counts audio that played before the app booted, once [S-10]', () => {
  const counted: [number, number][] = [];
  let positionS = 3;
  const plays = countPlays((play) => counted.push([play.progress_ms, positionS]));
  const track = { ...simulatedTrack('a'), durationMs: 60_000 };
  for (; positionS < 60; positionS += 0.5) {
    const nowMs = positionS * 1000;
    plays.update({
      track,
      loadId: 1,
      isManual: true,
      positionS,
      isRunning: true,
      heardBeforeMs: 3000,
      restMs: 0,
      nowMs,
    });
  }
  expect(counted).toEqual([[30_000, 30]]);
});

it('the play counter never counts two plays within 30 s, however short the tracks are [S-40]', () => {
  const counted: [string, number][] = [];
  let nowMs = 0;
  const plays = countPlays((play) => counted.push([play.track_id, nowMs]));
  for (const [loadId, id] of ['a', 'b', 'c', 'd'].entries()) {
    const track = { ...simulatedTrack(id), durationMs: 10_000 };
    for (let positionS = 0; positionS < 10; positionS += 0.5, nowMs += 500) {
      plays.update({ track, loadId, isManual: true, positionS, isRunning: true, heardBeforeMs: 0, restMs: 0, nowMs });
    }
  }
  expect(counted).toEqual([
    ['a', 9_500],
    ['d', 39_500],
  ]);
});
