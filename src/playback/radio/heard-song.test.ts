import { describe, expect, it } from 'vitest';
import { airingHeard, ASK_EVERY_MS, askAgainIn, delayOf, nextFlipAt, type Timeline, withAnswer } from './heard-song.ts';
import type { Airing } from './station.ts';

const T = Date.UTC(2026, 10, 21, 12);

function airing(title: string, startsAt: number, durationMs: number | null = 180_000): Airing {
  return { song: { id: null, title, artist: 'A', art: null }, startsAt, durationMs };
}

const titles = (timeline: Timeline) => timeline.map((each) => each.song.title);

describe('what is heard', () => {
  const timeline = withAnswer([], { now: airing('Second', T), before: [airing('First', T - 180_000)] });

  it('holds a title back until its sound arrives', () => {
    expect(airingHeard(timeline, T + 15_999, 16_000)?.song.title).toBe('First');
    expect(airingHeard(timeline, T + 16_000, 16_000)?.song.title).toBe('Second');
  });

  it('knows the moment of the flip, and that there is none after it', () => {
    expect(nextFlipAt(timeline, T + 4000, 16_000)).toBe(T + 16_000);
    expect(nextFlipAt(timeline, T + 16_000, 16_000)).toBeNull();
  });

  it('goes back to the song that is heard when the ear falls further behind', () => {
    expect(airingHeard(timeline, T + 10_000, 4000)?.song.title).toBe('Second');
    expect(airingHeard(timeline, T + 10_000, 16_000)?.song.title).toBe('First');
  });

  it('shows the oldest it knows when a station without a history has just gone over', () => {
    const fresh = withAnswer([], { now: airing('Only', T), before: [] });
    expect(airingHeard(fresh, T + 1000, 16_000)?.song.title).toBe('Only');
    expect(nextFlipAt(fresh, T + 1000, 16_000)).toBeNull();
  });

  it('has nothing to show before the first answer', () => {
    expect(airingHeard([], T, 0)).toBeNull();
    expect(nextFlipAt([], T, 0)).toBeNull();
  });

  it('keeps the first start of an airing that is told again with a rounded one', () => {
    const told = withAnswer(timeline, { now: airing('Second', T + 900), before: [] });
    expect(told.map((each) => each.startsAt)).toEqual([T - 180_000, T]);
  });

  it('takes the same song later for another airing', () => {
    const told = withAnswer(timeline, { now: airing('First', T + 180_000), before: [] });
    expect(titles(told)).toEqual(['First', 'Second', 'First']);
  });

  it('drops what the station took back, and keeps six', () => {
    const skipped = withAnswer(timeline, { now: airing('First', T - 180_000), before: [] });
    expect(titles(skipped)).toEqual(['First']);
    const many = Array.from({ length: 9 }, (_, i) => airing(`Song ${i}`, T + i * 180_000));
    const kept = many.reduce<Timeline>((known, now) => withAnswer(known, { now, before: [] }), []);
    expect(titles(kept)).toEqual(['Song 3', 'Song 4', 'Song 5', 'Song 6', 'Song 7', 'Song 8']);
  });

  it('keeps what it knows when the station says nothing', () => {
    expect(withAnswer(timeline, { now: null, before: [] })).toEqual(timeline);
  });
});

describe('how far the ear is behind', () => {
  it('is the burst and every second without sound, or what the browser holds if that is more', () => {
    expect(delayOf({ bufferedS: 2, lagS: 0.3 }, 16)).toBe(16_300);
    expect(delayOf({ bufferedS: 22, lagS: 0.3 }, 4)).toBe(22_000);
  });

  it('is nothing while nothing sounds and at most a minute', () => {
    expect(delayOf({ bufferedS: 0, lagS: 0 }, 16)).toBe(0);
    expect(delayOf({ bufferedS: 2, lagS: 500 }, 16)).toBe(60_000);
  });
});

describe('when the station is asked again', () => {
  it('is every 30 s', () => {
    expect(askAgainIn(null, T, 0.5)).toBe(ASK_EVERY_MS);
    expect(askAgainIn(airing('Long', T), T + 1000, 0.5)).toBe(30_000);
    expect(askAgainIn(airing('Live', T, null), T + 1000, 0.5)).toBe(30_000);
  });

  it('is when the song ends if that is sooner, each listener at a moment of its own', () => {
    const now = T + 170_000;
    expect(askAgainIn(airing('Song', T), now, 0)).toBe(10_500);
    expect(askAgainIn(airing('Song', T), now, 1)).toBe(13_000);
  });

  it('is soon while a station still names a song that is over, and not for ever', () => {
    expect(askAgainIn(airing('Song', T), T + 181_000, 0)).toBe(5000);
    expect(askAgainIn(airing('Song', T), T + 201_000, 0)).toBe(30_000);
  });
});
