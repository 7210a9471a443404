import * as z from 'zod/mini';
import { catch as otherwise } from 'zod/mini';

const text = otherwise(z.string(), '');
const number = otherwise(z.number(), 0);
const nullableNumber = otherwise(z.nullable(z.number()), null);
const song = z.object({
  id: otherwise(z.nullable(z.string()), null),
  title: text,
  artist: text,
  text,
  art: otherwise(z.nullable(z.string()), null),
});
const airing = z.object({
  song,
  /** Seconds since the epoch, by the station's clock. */
  played_at: nullableNumber,
  duration: nullableNumber,
  elapsed: nullableNumber,
});
const noStation = { listen_url: '', mounts: [] };
/** A missing or invalid field gets an empty value, so that the others can be used. */
const answer = z.object({
  is_online: otherwise(z.boolean(), true),
  station: otherwise(
    z.object({
      listen_url: text,
      mounts: otherwise(z.array(z.object({ bitrate: nullableNumber, burst_size: nullableNumber })), []),
    }),
    noStation,
  ),
  listeners: otherwise(z.object({ current: number }), { current: 0 }),
  live: otherwise(z.object({ is_live: z.boolean(), streamer_name: text }), { is_live: false, streamer_name: '' }),
  now_playing: otherwise(z.nullable(airing), null),
  song_history: otherwise(z.array(airing), []),
  playing_next: otherwise(z.nullable(z.object({ song })), null),
});

export interface Song {
  /** The track's id at our own station; an arbitrary value elsewhere. */
  id: string | null;
  title: string;
  artist: string;
  /** Absolute image URL; null without one. */
  art: string | null;
}

/** `startsAt`: when the station started to send the song, in ms since the epoch by this device's clock. */
export interface Airing {
  song: Song;
  startsAt: number;
  /** ms; null if the station does not know, as for a live streamer. */
  durationMs: number | null;
}

export interface StationAnswer {
  /** URL of the stream; empty if the station did not name it. */
  listenUrl: string;
  /** Seconds of past audio that the station sends to a new listener at once. */
  burstS: number;
  /** False while the station is off air. */
  isOnline: boolean;
  listeners: number;
  streamer: string | null;
  now: Airing | null;
  /** Oldest first. */
  before: Airing[];
  next: Song | null;
}

/** Defaults of Icecast and AzuraCast: 64 KB, 128 kbit/s. */
const BURST_BYTES = 65_536;
const BITRATE = 128;

/** Reads a station, or the first one of a list; null for anything else. `receivedAt`: ms since the epoch. */
export function readStationAnswer(body: unknown, receivedAt: number, base: string): StationAnswer | null {
  const parsed = answer.safeParse(Array.isArray(body) ? body[0] : body);
  if (!parsed.success) return null;
  const { is_online: isOnline, station, listeners, live, now_playing, song_history, playing_next } = parsed.data;
  // Seconds by which the station's clock is ahead of ours; known only if the answer has the elapsed time.
  const ahead =
    now_playing?.played_at != null && now_playing.elapsed !== null
      ? now_playing.played_at + now_playing.elapsed - receivedAt / 1000
      : 0;
  const toAiring = (each: z.infer<typeof airing>): Airing => ({
    song: toSong(each.song, base),
    startsAt:
      each.played_at !== null
        ? Math.round((each.played_at - ahead) * 1000)
        : receivedAt - Math.round((each.elapsed ?? 0) * 1000),
    durationMs: each.duration !== null && each.duration > 0 ? each.duration * 1000 : null,
  });
  const mount = station.mounts[0];
  return {
    listenUrl: absolute(station.listen_url, base) ?? '',
    burstS: ((mount?.burst_size ?? BURST_BYTES) * 8) / ((mount?.bitrate || BITRATE) * 1000),
    isOnline,
    listeners: listeners.current,
    streamer: live.is_live && live.streamer_name ? live.streamer_name : null,
    now: now_playing && toAiring(now_playing),
    before: song_history
      .filter((each) => each.played_at !== null)
      .map(toAiring)
      .sort((a, b) => a.startsAt - b.startsAt),
    next: playing_next && toSong(playing_next.song, base),
  };
}

function toSong({ id, title, artist, text: both, art }: z.infer<typeof song>, base: string): Song {
  return { id, title: title || both, artist, art: art ? absolute(art, base) : null };
}

/** Makes an address absolute, by HTTPS if the station's base URL uses it, because browsers block mixed content. Null if invalid. */
function absolute(address: string, base: string): string | null {
  if (!address) return null;
  try {
    const url = new URL(address, `${base}/`);
    if (base.startsWith('https:') && url.protocol === 'http:') url.protocol = 'https:';
    return url.href;
  } catch {
    return null;
  }
}

/** The stream's URL until the station has named it. */
export function defaultListenUrl(base: string): string {
  return `${base}/listen/undercurrent/radio.mp3`;
}

/** @returns null without a valid answer; the caller polls again anyway */
export async function fetchStation(base: string): Promise<StationAnswer | null> {
  const response = await fetch(`${base}/api/nowplaying`, { cache: 'no-store', credentials: 'omit' }).catch(() => null);
  return response?.ok ? readStationAnswer(await response.json().catch(() => null), Date.now(), base) : null;
}
