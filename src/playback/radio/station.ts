import * as z from 'zod/mini';
import { catch as otherwise } from 'zod/mini';

/** Answers of `/api/nowplaying` in the form of AzuraCast. A field that is missing or odd is left empty; the rest is used. */
const text = otherwise(z.string(), '');
const count = otherwise(z.number(), 0);
const maybeCount = otherwise(z.nullable(z.number()), null);
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
  played_at: maybeCount,
  duration: maybeCount,
  elapsed: maybeCount,
});
const noStation = { listen_url: '', mounts: [] };
const answer = z.object({
  station: otherwise(
    z.object({
      listen_url: text,
      mounts: otherwise(z.array(z.object({ bitrate: maybeCount, burst_size: maybeCount })), []),
    }),
    noStation,
  ),
  listeners: otherwise(z.object({ current: count }), { current: 0 }),
  live: otherwise(z.object({ is_live: z.boolean(), streamer_name: text }), { is_live: false, streamer_name: '' }),
  now_playing: otherwise(z.nullable(airing), null),
  song_history: otherwise(z.array(airing), []),
  playing_next: otherwise(z.nullable(z.object({ song })), null),
});

export interface Song {
  /** The track's id at our own station, anything else at another. */
  id: string | null;
  title: string;
  artist: string;
  /** Full address of a picture, or null. */
  art: string | null;
}

/** A song on air. `startsAt`: ms since the epoch by this device's clock, when its first sound left the station. */
export interface Airing {
  song: Song;
  startsAt: number;
  /** ms; null when the station does not know, as with a live streamer. */
  durationMs: number | null;
}

export interface StationAnswer {
  /** Address of the stream; empty when the station did not say. */
  listenUrl: string;
  /** Seconds of past sound that a new listener is sent at once. */
  burstS: number;
  listeners: number;
  /** Name of who is live, or null. */
  streamer: string | null;
  now: Airing | null;
  /** What was on before, oldest first. */
  before: Airing[];
  /** What the station announces; null when it does not say. */
  next: Song | null;
}

/** Icecast's and AzuraCast's own, where the station does not say: 64 KB, 128 kbit/s. */
const BURST_BYTES = 65_536;
const BITRATE = 128;

/**
 * Reads an answer that came at `seenAt` (ms since the epoch); the first element of a list, or a single one.
 * @param base address of the radio host, for relative addresses
 * @returns null for anything else
 */
export function readStationAnswer(body: unknown, seenAt: number, base: string): StationAnswer | null {
  const parsed = answer.safeParse(Array.isArray(body) ? body[0] : body);
  if (!parsed.success) return null;
  const { station, listeners, live, now_playing, song_history, playing_next } = parsed.data;
  // Seconds between the station's clock and ours, where it says how long the song has been on.
  const ahead =
    now_playing?.played_at != null && now_playing.elapsed !== null
      ? now_playing.played_at + now_playing.elapsed - seenAt / 1000
      : 0;
  const toAiring = (each: z.infer<typeof airing>): Airing => ({
    song: toSong(each.song, base),
    startsAt:
      each.played_at !== null
        ? Math.round((each.played_at - ahead) * 1000)
        : seenAt - Math.round((each.elapsed ?? 0) * 1000),
    durationMs: each.duration !== null && each.duration > 0 ? each.duration * 1000 : null,
  });
  const mount = station.mounts[0];
  return {
    listenUrl: absolute(station.listen_url, base) ?? '',
    burstS: ((mount?.burst_size ?? BURST_BYTES) * 8) / ((mount?.bitrate || BITRATE) * 1000),
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

/** Full address, with TLS when the page has it: a mixed one would be blocked. */
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

/** Where the stream is when the station has not said. */
export function defaultListenUrl(base: string): string {
  return `${base}/listen/undercurrent/radio.mp3`;
}

/**
 * Asks the station what is on.
 * @returns null when it does not answer as it should; the next answer is as good
 */
export async function askStation(base: string): Promise<StationAnswer | null> {
  const response = await fetch(`${base}/api/nowplaying`, { cache: 'no-store', credentials: 'omit' }).catch(() => null);
  return response?.ok ? readStationAnswer(await response.json().catch(() => null), Date.now(), base) : null;
}
