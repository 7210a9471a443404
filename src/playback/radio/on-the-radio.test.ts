import { describe, expect, it } from 'vitest';
import { parseLines, linesOf, serializeLines } from './on-the-radio.ts';

const T = Date.UTC(2026, 10, 21, 12);
const song = (title: string) => ({ id: null, title, artist: 'A', art: null });
const airing = (title: string, minutes: number, durationMs: number | null = 180_000) => ({
  song: song(title),
  startsAt: T + minutes * 60_000,
  durationMs,
});
const timeline = ['First', 'Second', 'Third', 'Fourth', 'Fifth'].map((title, i) => airing(title, (i - 4) * 3));
const onAir = {
  song: song('Fifth'),
  listeners: 1,
  streamer: null,
  startsAt: T,
  timeline,
  next: song('Sixth'),
  isSilent: false,
};
const titles = (lines: readonly { song: { title: string } }[] | undefined) => lines?.map((line) => line.song.title);

describe("the radio's song list", () => {
  it('lists the three previous songs, latest first, and the next one with its start time', () => {
    const lines = linesOf(onAir);
    expect(titles(lines?.earlier)).toEqual(['Fourth', 'Third', 'Second']);
    expect(lines?.upNext).toEqual([{ song: song('Sixth'), startsAt: T + 180_000 }]);
    expect(linesOf({ ...onAir, next: null })?.upNext).toEqual([]);
  });

  it('lists as up next also the songs that were sent and are not heard yet', () => {
    const lines = linesOf({ ...onAir, song: song('Fourth'), startsAt: T - 180_000 });
    expect(titles(lines?.earlier)).toEqual(['Third', 'Second', 'First']);
    expect(titles(lines?.upNext)).toEqual(['Fifth', 'Sixth']);
  });

  it('gives the next song no start time if the last one has no duration, and is null before the first answer', () => {
    expect(linesOf({ ...onAir, timeline: [airing('Fifth', 0, null)] })?.upNext).toEqual([
      { song: song('Sixth'), startsAt: null },
    ]);
    expect(linesOf({ ...onAir, song: null, startsAt: null, timeline: [] })).toBeNull();
  });

  it('is saved for offline use: the song on air when it was saved moves to the earlier songs once it must have ended', () => {
    const saved = serializeLines(onAir);
    const during = parseLines(saved, T + 60_000);
    expect([during?.now?.title, titles(during?.earlier)]).toEqual(['Fifth', ['Fourth', 'Third', 'Second']]);
    const later = parseLines(saved, T + 3_600_000);
    expect([later?.now, titles(later?.earlier), later?.upNext]).toEqual([null, ['Fifth', 'Fourth', 'Third'], []]);
    expect([parseLines(null, T), parseLines('{', T), parseLines('{"on":1}', T)]).toEqual([null, null, null]);
    expect(serializeLines({ ...onAir, song: null, startsAt: null, timeline: [] })).toBeNull();
  });
});
