import { mediaAddress } from '../_shared/media/media-address.ts';
import { callProcedure, isRecord, readService, send } from '../_shared/service.ts';
import type { Project } from '../_shared/service.ts';

/** PostgREST of hosted Supabase gives no more at once. */
const MOST = 1_000;

interface Entry {
  readonly title: string;
  readonly artist: string;
  /** Seconds. */
  readonly length: number;
  /** Path in the bucket 'tracks', or a full address. */
  readonly file: string;
}

const cors = { 'access-control-allow-origin': '*', 'access-control-allow-methods': 'GET, HEAD, OPTIONS' };

/**
 * `radio-playlist`: the radio's queue for a real station, as extended M3U in UTF-8 (S-19). The sponsored tracks in the order in which
 * they were sponsored; when nothing is sponsored, the tracks that are opted in, in the order in which they came. Public tracks
 * alone, and none whose artist has taken the radio back. Those whose time on the radio is over leave it here (S-46).
 */
export default {
  async fetch(request: Request, context?: unknown): Promise<Response> {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: cors });
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response('Use GET.\n', { status: 405, headers: { allow: 'GET, HEAD, OPTIONS', ...cors } });
    }
    try {
      const service = readService(context);
      const origin = isRecord(context) && typeof context['origin'] === 'string' ? context['origin'] : service.url;
      await callProcedure(service, 'end_sponsorships', {});
      const sponsored = await readEntries(service, 'sponsored=is.true&order=sponsored_at.desc,id.desc');
      const entries =
        sponsored.length > 0
          ? sponsored
          : await readEntries(service, 'sponsored=is.false&order=created_at.desc,id.desc');
      return new Response(writePlaylist(entries, origin), {
        headers: { 'content-type': 'audio/x-mpegurl', 'cache-control': 'no-store', ...cors },
      });
    } catch (error) {
      console.error('radio-playlist:', error instanceof Error ? error.message : error);
      return new Response('The playlist could not be read. Please try again.\n', { status: 500, headers: cors });
    }
  },
};

/** Reads the newest from the database and gives them back oldest first. */
async function readEntries(service: Project, which: string): Promise<Entry[]> {
  const rights = 'is_public=is.true&radio_opt_in=is.true&deleted_at=is.null';
  const path = `/rest/v1/tracks?select=title,artist_name,duration_ms,audio_url&${rights}&${which}&limit=${MOST}`;
  const response = await send(service, 'GET', path);
  const rows: unknown = response.ok ? await response.json() : null;
  if (!Array.isArray(rows)) throw new Error(`the tracks cannot be read (${response.status})`);
  return rows.map(readEntry).reverse();
}

function readEntry(row: unknown): Entry {
  const { title, artist_name: artist, duration_ms: ms, audio_url: file } = isRecord(row) ? row : {};
  if (typeof title !== 'string' || typeof artist !== 'string' || typeof ms !== 'number' || typeof file !== 'string') {
    throw new Error('the tracks came in another form');
  }
  return { title, artist, length: Math.round(ms / 1000), file };
}

function writePlaylist(entries: readonly Entry[], origin: string): string {
  const lines = entries.flatMap(({ title, artist, length, file }) => [
    `#EXTINF:${length},${oneLine(artist)} - ${oneLine(title)}`,
    new URL(mediaAddress({ supabaseUrl: origin }, 'tracks', file)).href,
  ]);
  return `${['#EXTM3U', ...lines].join('\n')}\n`;
}

/** A line break in a title would begin an entry of its author's choice. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
