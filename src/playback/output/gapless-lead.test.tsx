import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createGapless } from './gapless.ts';

const LENGTH_S = 10;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** `play` plays an element that is heard `latencyMs` after its start, and returns how many ms before the end `near` was called. */
function open() {
  const gapless = createGapless();
  return function play(latencyMs: number, startsWarm: boolean, resumes = false): number | null {
    const element = new Audio();
    const stop = new AbortController();
    let startedAt = performance.now();
    let nearMs: number | null = null;
    const playedMs = () => Math.max(0, performance.now() - startedAt - latencyMs);
    vi.spyOn(element, 'paused', 'get').mockReturnValue(false);
    vi.spyOn(element, 'duration', 'get').mockReturnValue(LENGTH_S);
    vi.spyOn(element, 'currentTime', 'get').mockImplementation(() => playedMs() / 1000);
    gapless.follow(element, () => (nearMs ??= LENGTH_S * 1000 - playedMs()), { startsWarm, signal: stop.signal });
    if (resumes) {
      element.dispatchEvent(new Event('playing'));
      element.dispatchEvent(new Event('pause'));
      startedAt = performance.now();
    }
    element.dispatchEvent(new Event('playing'));
    // Until `near` is called, when the next track starts.
    for (let ms = 1; nearMs === null && ms <= LENGTH_S * 1000 + 1000; ms++) {
      vi.advanceTimersByTime(1);
      if (ms % 250 === 0) element.dispatchEvent(new Event('timeupdate'));
    }
    stop.abort();
    return nearMs;
  };
}

const [COLD, WARM] = [false, true];

it('after a cold start, the next track starts early by the latency and the mixing time, at most by 80 ms', () => {
  expect(open()(50, COLD)).toBe(70);
  expect(open()(250, COLD)).toBe(80);
});

it('a latency measured at a warm start replaces those of cold starts', () => {
  const play = open();
  play(250, COLD);
  expect(play(150, WARM)).toBe(150);
  expect(play(50, COLD)).toBe(150);
  expect(play(500, WARM)).toBe(150);
  expect(play(500, WARM)).toBe(300);
});

it('only the first start of a source is warm', () => {
  expect(open()(150, WARM, true)).toBe(80);
});

it('the time that the player takes to start the next track counts as latency', () => {
  const play = open();
  play(50, COLD);
  vi.advanceTimersByTime(35);
  expect(play(150, WARM)).toBe(185);
});
