import { describe, expect, it } from 'vitest';
import { isTrackOf } from './song-track.ts';
import { readStationAnswer } from './station.ts';

const RECEIVED_AT = Date.UTC(2026, 10, 21, 12);
const base = 'https://radio.example';

const azuraCast = {
  station: {
    id: 1,
    name: 'Station',
    shortcode: 'station',
    listen_url: 'http://radio.example/listen/station/radio.mp3',
    mounts: [{ id: 1, name: '192 kbps', url: 'x', bitrate: 192, format: 'mp3', is_default: true }],
  },
  listeners: { total: 7, unique: 6, current: 6 },
  live: { is_live: true, streamer_name: 'Ada', broadcast_start: 1, art: null },
  now_playing: {
    // The station's clock is 100 s ahead of ours.
    played_at: RECEIVED_AT / 1000 + 100 - 40,
    duration: 180,
    elapsed: 40,
    remaining: 140,
    song: {
      id: '9f33bbc912c19603e51be8e0987d076b',
      art: '/api/station/1/art/abc.jpg',
      text: 'Oslo Static - Night Freight',
      artist: 'Oslo Static',
      title: 'Night Freight',
      album: '',
    },
  },
  playing_next: {
    cued_at: 5,
    duration: null,
    song: { id: 'c', art: '', text: 'D - Third', artist: 'D', title: 'Third' },
  },
  song_history: [
    {
      played_at: RECEIVED_AT / 1000 + 100 - 200,
      duration: 160,
      song: { id: 'b', art: '', text: 'B', artist: 'C', title: 'Second' },
    },
    {
      played_at: RECEIVED_AT / 1000 + 100 - 400,
      duration: 200,
      song: { id: 'a', art: '', text: 'A', artist: 'C', title: 'First' },
    },
  ],
  is_online: true,
};

describe("the station's answer", () => {
  it('is read from the first element, with times by our clock and absolute URLs', () => {
    expect(readStationAnswer([azuraCast, { station: {} }], RECEIVED_AT, base)).toEqual({
      listenUrl: 'https://radio.example/listen/station/radio.mp3',
      burstS: (65_536 * 8) / 192_000,
      isOnline: true,
      listeners: 6,
      streamer: 'Ada',
      now: {
        song: {
          id: '9f33bbc912c19603e51be8e0987d076b',
          title: 'Night Freight',
          artist: 'Oslo Static',
          art: 'https://radio.example/api/station/1/art/abc.jpg',
        },
        startsAt: RECEIVED_AT - 40_000,
        durationMs: 180_000,
      },
      before: [
        {
          song: { id: 'a', title: 'First', artist: 'C', art: null },
          startsAt: RECEIVED_AT - 400_000,
          durationMs: 200_000,
        },
        {
          song: { id: 'b', title: 'Second', artist: 'C', art: null },
          startsAt: RECEIVED_AT - 200_000,
          durationMs: 160_000,
        },
      ],
      next: { id: 'c', title: 'Third', artist: 'D', art: null },
    });
  });

  it('says whether the station is off air', () => {
    expect(readStationAnswer({ ...azuraCast, is_online: false, now_playing: null }, RECEIVED_AT, base)).toMatchObject({
      isOnline: false,
      now: null,
    });
  });

  it('may be a single station instead of a list', () => {
    expect(readStationAnswer(azuraCast, RECEIVED_AT, base)?.now?.song.title).toBe('Night Freight');
  });

  it('drops only the fields that are missing or invalid', () => {
    const odd = {
      station: { listen_url: 5 },
      listeners: 'many',
      live: null,
      now_playing: { elapsed: 12, song: { title: '', text: 'A stream', artist: 7 } },
      song_history: { no: 'list' },
    };
    expect(readStationAnswer([odd], RECEIVED_AT, base)).toEqual({
      listenUrl: '',
      burstS: 4.096,
      isOnline: true,
      listeners: 0,
      streamer: null,
      now: {
        song: { id: null, title: 'A stream', artist: '', art: null },
        startsAt: RECEIVED_AT - 12_000,
        durationMs: null,
      },
      before: [],
      next: null,
    });
  });

  it('uses the burst size that the station names', () => {
    const own = { station: { listen_url: 'x', mounts: [{ bitrate: 128, burst_size: 262_144 }] } };
    expect(readStationAnswer([own], RECEIVED_AT, base)).toMatchObject({ burstS: 16.384, now: null });
  });

  it('is null for anything that is not a station', () => {
    for (const body of [null, 'off air', [], [7]]) expect(readStationAnswer(body, RECEIVED_AT, base)).toBeNull();
  });
});

describe('the track of a song', () => {
  it('is found by title and artist, ignoring case, accents and punctuation [S-20]', () => {
    const track = { title: 'Señor Night-Freight', artist_name: 'Static & Friends', credited_as: 'Oslo  Static' };
    expect(isTrackOf(track, { title: 'senor night freight', artist: 'OSLO STATIC' })).toBe(true);
    expect(isTrackOf(track, { title: 'senor night freight', artist: 'Oslo' })).toBe(false);
    expect(isTrackOf(track, { title: 'senor night freight', artist: 'Static, Friends' })).toBe(true);
    expect(isTrackOf({ title: '★', artist_name: 'A', credited_as: 'A' }, { title: '☆', artist: 'A' })).toBe(false);
  });
});
