import { describe, expect, it } from 'vitest';
import { airingHeard, POLL_MS, nextPollInMs, delayOf, nextChangeAt, type Timeline, withAnswer } from './heard-song.ts';
import type { Airing } from './station.ts';

const T = Date.UTC(2026, 10, 21, 12);

function airing(title: string, startsAt: number, durationMs: number | null = 180_000): Airing {
  return { song: { id: null, title, artist: 'A', art: null }, startsAt, durationMs };
}

const titles = (timeline: Timeline) => timeline.map((each) => each.song.title);

describe('the timeline of the station', () => {
  const timeline = withAnswer([], { now: airing('Second', T), before: [airing('First', T - 180_000)] });

  it('delays a title until its audio arrives', () => {
    expect(airingHeard(timeline, T + 15_999, 16_000)?.song.title).toBe('First');
    expect(airingHeard(timeline, T + 16_000, 16_000)?.song.title).toBe('Second');
  });

  it('gives the time at which the next song is heard, and null if none is known', () => {
    expect(nextChangeAt(timeline, T + 4000, 16_000)).toBe(T + 16_000);
    expect(nextChangeAt(timeline, T + 16_000, 16_000)).toBeNull();
  });

  it('goes back to the previous song when the delay grows', () => {
    expect(airingHeard(timeline, T + 10_000, 4000)?.song.title).toBe('Second');
    expect(airingHeard(timeline, T + 10_000, 16_000)?.song.title).toBe('First');
  });

  it('shows the oldest known song right after a change if the station sends no history', () => {
    const fresh = withAnswer([], { now: airing('Only', T), before: [] });
    expect(airingHeard(fresh, T + 1000, 16_000)?.song.title).toBe('Only');
    expect(nextChangeAt(fresh, T + 1000, 16_000)).toBeNull();
  });

  it('names no song before the first answer', () => {
    expect(airingHeard([], T, 0)).toBeNull();
    expect(nextChangeAt([], T, 0)).toBeNull();
  });

  it('keeps the start time of an airing when a later answer gives a rounded one', () => {
    const timelineAfter = withAnswer(timeline, { now: airing('Second', T + 900), before: [] });
    expect(timelineAfter.map((each) => each.startsAt)).toEqual([T - 180_000, T]);
  });

  it('treats the same song at a later time as another airing', () => {
    const timelineAfter = withAnswer(timeline, { now: airing('First', T + 180_000), before: [] });
    expect(titles(timelineAfter)).toEqual(['First', 'Second', 'First']);
  });

  it('drops airings that the station withdrew, and keeps the last six', () => {
    const skipped = withAnswer(timeline, { now: airing('First', T - 180_000), before: [] });
    expect(titles(skipped)).toEqual(['First']);
    const many = Array.from({ length: 9 }, (_, i) => airing(`Song ${i}`, T + i * 180_000));
    const limited = many.reduce<Timeline>((known, now) => withAnswer(known, { now, before: [] }), []);
    expect(titles(limited)).toEqual(['Song 3', 'Song 4', 'Song 5', 'Song 6', 'Song 7', 'Song 8']);
  });

  it('does not change when the answer is empty', () => {
    expect(withAnswer(timeline, { now: null, before: [] })).toEqual(timeline);
  });
});

describe('the delay of the listener', () => {
  it('is the burst plus all time without audio, or the browser’s buffer if that is more', () => {
    expect(delayOf({ bufferedS: 2, lagS: 0.3 }, 16)).toBe(16_300);
    expect(delayOf({ bufferedS: 22, lagS: 0.3 }, 4)).toBe(22_000);
  });

  it('is 0 while nothing plays and at most a minute', () => {
    expect(delayOf({ bufferedS: 0, lagS: 0 }, 16)).toBe(0);
    expect(delayOf({ bufferedS: 2, lagS: 500 }, 16)).toBe(60_000);
  });
});

describe('the next request to the station', () => {
  it('comes after 30 s', () => {
    expect(nextPollInMs(null, T, 0.5)).toBe(POLL_MS);
    expect(nextPollInMs(airing('Long', T), T + 1000, 0.5)).toBe(30_000);
    expect(nextPollInMs(airing('Live', T, null), T + 1000, 0.5)).toBe(30_000);
  });

  it('comes shortly after the song’s end if that is sooner, at a different time for each listener', () => {
    const now = T + 170_000;
    expect(nextPollInMs(airing('Song', T), now, 0)).toBe(10_500);
    expect(nextPollInMs(airing('Song', T), now, 1)).toBe(13_000);
  });

  it('comes soon while the station still names a finished song, but not for ever', () => {
    expect(nextPollInMs(airing('Song', T), T + 181_000, 0)).toBe(5000);
    expect(nextPollInMs(airing('Song', T), T + 201_000, 0)).toBe(30_000);
  });
});
