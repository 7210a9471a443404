import { PRODUCT_NAME } from '../../../src/platform/product.ts';
import type { Airing } from './airings.ts';
import { BURST_BYTES } from './audience.ts';
import type { RadioTrack } from './rotation.ts';
import type { StationState } from './station.ts';
import { BITRATE } from './stream-format.ts';

export const SHORTCODE = 'undercurrent';
export const STREAM_PATH = `/listen/${SHORTCODE}/radio.mp3`;

/** The station's state in AzuraCast's format. @param origin origin of the returned URLs */
export function describeStation(state: StationState, origin: string) {
  const streamUrl = `${origin}/radio${STREAM_PATH}`;
  const listeners = { total: state.listeners, unique: state.uniqueListeners, current: state.listeners };
  const { current, next } = state;
  const duration = seconds(current?.durationMs ?? 0);
  const elapsed = Math.min(duration, seconds(state.elapsedMs));
  return {
    station: {
      id: 1,
      name: PRODUCT_NAME,
      shortcode: SHORTCODE,
      description: 'What the community sponsors, one track after the other.',
      listen_url: streamUrl,
      url: origin,
      playlist_m3u_url: `${origin}/radio/playlist.m3u`,
      is_public: true,
      mounts: [
        {
          id: 1,
          name: `${BITRATE}kbps MP3`,
          url: streamUrl,
          bitrate: BITRATE,
          format: 'mp3',
          listeners,
          path: '/radio.mp3',
          is_default: true,
          // Not an AzuraCast field: the bytes of recent stream that a new listener gets.
          burst_size: BURST_BYTES,
        },
      ],
      remotes: [],
      hls_enabled: false,
      hls_url: null,
    },
    listeners,
    live: { is_live: false, streamer_name: '', broadcast_start: null, art: null },
    now_playing: current && {
      ...describeAiring(current, origin),
      elapsed,
      remaining: duration - elapsed,
    },
    playing_next: next && {
      cued_at: next.airing ? seconds(next.airing.playedAt) : null,
      duration: next.airing ? seconds(next.airing.durationMs) : null,
      song: describeSong(next.track, origin),
    },
    song_history: state.history.map((airing) => describeAiring(airing, origin)),
    is_online: state.isOnline,
    cache: 'station',
  };
}

function describeAiring(airing: Airing, origin: string) {
  return {
    sh_id: airing.number,
    played_at: seconds(airing.playedAt),
    duration: seconds(airing.durationMs),
    playlist: airing.track.sponsoredAt === null ? 'radio' : 'sponsored',
    streamer: '',
    is_request: false,
    song: describeSong(airing.track, origin),
  };
}

function describeSong({ id, title, artist, coverUrl }: RadioTrack, origin: string) {
  return {
    id,
    art: coverUrl === null ? null : publicFile(origin, 'covers', coverUrl),
    text: `${artist} - ${title}`,
    artist,
    title,
    album: '',
    genre: '',
    lyrics: '',
  };
}

function publicFile(origin: string, bucket: string, file: string): string {
  if (/^https?:\/\//i.test(file)) return file;
  return `${origin}/storage/v1/object/public/${bucket}/${file.split('/').map(encodeURIComponent).join('/')}`;
}

function seconds(ms: number): number {
  return Math.round(ms / 1000);
}
