import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchStation } from './station-watch.ts';
import type { Airing, StationAnswer } from './station.ts';

const T = Date.UTC(2026, 10, 21, 12);

beforeEach(() => vi.useFakeTimers({ now: T }));
afterEach(() => vi.useRealTimers());

const airing = (title: string, startsAt: number, durationMs: number | null = null): Airing => ({
  song: { id: null, title, artist: 'A', art: null },
  startsAt,
  durationMs,
});

function open() {
  let answer: StationAnswer | null = null;
  let isVisible = true;
  let onChange = () => undefined as void;
  let latency = { bufferedS: 0, lagS: 0 };
  const pollTimes: number[] = [];
  const addresses: string[] = [];
  const station = watchStation({
    ask: () => {
      pollTimes.push((Date.now() - T) / 1000);
      return Promise.resolve(answer);
    },
    latency: () => latency,
    onListenUrl: (url) => addresses.push(url),
    signals: {
      isVisible: () => isVisible,
      onVisibility: (listener) => {
        onChange = listener;
        return () => undefined;
      },
    },
    random: () => 0,
  });
  return {
    station,
    pollTimes,
    addresses,
    title: () => station.onAir.get().song?.title ?? null,
    answerWith(now: Airing | null, before: Airing[] = []) {
      const fields = { listenUrl: 'https://station/radio.mp3', burstS: 16, listeners: 3, streamer: null, next: null };
      answer = { ...fields, isOnline: now !== null, now, before };
    },
    fail: () => (answer = null),
    show(next: boolean) {
      isVisible = next;
      onChange();
    },
    sound(lagS: number) {
      latency = { bufferedS: 2, lagS };
      station.setSounding(true);
    },
    pass: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000),
  };
}

describe('watchStation()', () => {
  it('reports silence while the station is off air or does not answer', async () => {
    const page = open();
    page.answerWith(airing('Song', T));
    page.station.watch();
    const isSilent = () => page.station.onAir.get().isSilent;
    await page.pass(1);
    expect(isSilent()).toBe(false);
    page.answerWith(null);
    await page.pass(30);
    expect(isSilent()).toBe(true);
    page.answerWith(airing('Song', T + 60_000));
    await page.pass(30);
    expect(isSilent()).toBe(false);
    page.fail();
    await page.pass(30);
    expect(isSilent()).toBe(true);
  });

  it('polls at once when somebody watches, then every 30 s until nobody does', async () => {
    const page = open();
    page.answerWith(airing('Song', T));
    await page.pass(10);
    const stop = page.station.watch();
    await page.pass(65);
    expect(page.pollTimes).toEqual([10, 40, 70]);
    expect(page.station.onAir.get()).toMatchObject({
      song: { id: null, title: 'Song', artist: 'A', art: null },
      listeners: 3,
      streamer: null,
    });
    expect(page.addresses).toEqual(Array(3).fill('https://station/radio.mp3'));
    stop();
    stop();
    await page.pass(300);
    expect(page.pollTimes).toHaveLength(3);
  });

  it('pauses while the page is hidden and plays nothing, and polls when it is visible again if the answer is stale', async () => {
    const page = open();
    page.answerWith(airing('Song', T));
    page.station.watch();
    await page.pass(10);
    page.show(false);
    await page.pass(100);
    expect(page.pollTimes).toEqual([0]);
    page.show(true);
    await page.pass(1);
    expect(page.pollTimes).toEqual([0, 110]);
    page.show(false);
    page.show(true);
    await page.pass(10);
    expect(page.pollTimes).toEqual([0, 110]);
  });

  it('keeps polling while the radio plays behind a locked screen', async () => {
    const page = open();
    page.answerWith(airing('Song', T));
    page.station.watch();
    page.sound(0);
    page.show(false);
    await page.pass(61);
    expect(page.pollTimes).toEqual([0, 30, 60]);
  });

  it('keeps the last song when the station does not answer', async () => {
    const page = open();
    page.answerWith(airing('Song', T));
    page.station.watch();
    await page.pass(1);
    page.fail();
    await page.pass(60);
    expect(page.pollTimes).toHaveLength(3);
    expect(page.title()).toBe('Song');
  });

  it('polls at the song’s end and shows the next song when it is heard', async () => {
    const page = open();
    page.answerWith(airing('First', T - 20_000, 30_000));
    page.station.watch();
    page.sound(0.5);
    await page.pass(10);
    page.answerWith(airing('Second', T + 10_000, 180_000), [airing('First', T - 20_000, 30_000)]);
    await page.pass(1);
    expect(page.pollTimes).toEqual([0, 10.5]);
    // 16 s of burst plus 0.5 s of start delay.
    await page.pass(15);
    expect(page.title()).toBe('First');
    await page.pass(0.8);
    expect(page.title()).toBe('Second');
  });

  it('shows the song on air while nothing plays, and the song that is heard while the radio plays', async () => {
    const page = open();
    page.answerWith(airing('Second', T - 1000), [airing('First', T - 200_000)]);
    page.station.watch();
    await page.pass(0);
    expect(page.title()).toBe('Second');
    page.sound(0);
    expect(page.title()).toBe('First');
    page.station.setSounding(false);
    expect(page.title()).toBe('Second');
  });
});
