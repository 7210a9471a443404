import { cutMpeg } from '../_shared/media/cut-mpeg.ts';
import { mediaAddress } from '../_shared/media/media-address.ts';
import {
  callProcedure,
  failureStatus,
  isRecord,
  readPublicUrl,
  readService,
  send,
  ServerUnavailableError,
} from '../_shared/service.ts';
import type { Project } from '../_shared/service.ts';

/** Tracks in a playlist: PostgREST of hosted Supabase returns no more rows at once. */
const MAX_TRACKS = 1_000;

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly artist: string;
  /** Seconds. */
  readonly length: number;
  /** Path in the bucket 'tracks', or a URL. */
  readonly file: string;
}

const cors = { 'access-control-allow-origin': '*', 'access-control-allow-methods': 'GET, HEAD, OPTIONS' };

/**
 * `radio-playlist`: the radio's queue for an external station, as extended M3U in UTF-8 (S-19). It lists the sponsored
 * tracks in the order of their sponsorships; without any, the opted-in tracks in the order of their creation. It
 * contains only public tracks whose artist still opts in. Each request for the list first ends expired sponsorships (S-46).
 *
 * A track longer than the longest airing (S-55) is listed as `radio-playlist/{id}.mp3`, which ends after that time, so
 * that no player needs to understand a limit in M3U.
 */
export default {
  async fetch(request: Request, context?: unknown): Promise<Response> {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: cors });
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response('Use GET.\n', { status: 405, headers: { allow: 'GET, HEAD, OPTIONS', ...cors } });
    }
    try {
      const service = readService(context);
      const origin =
        isRecord(context) && typeof context['origin'] === 'string'
          ? context['origin']
          : readPublicUrl(context, service);
      const longestMs = await callProcedure(service, 'longest_airing_ms', {}, { isRepeatable: true });
      if (typeof longestMs !== 'number') throw new Error('longest_airing_ms answered something else');
      const id = /\/radio-playlist\/([0-9a-f-]{36})\.mp3$/.exec(new URL(request.url).pathname)?.[1];
      if (id !== undefined) return await sendAiring(service, id, longestMs, request.signal);
      await callProcedure(service, 'end_sponsorships', {}, { isRepeatable: true });
      const sponsored = await readEntries(service, 'sponsored=eq.true&order=sponsored_at.desc,id.desc');
      const entries =
        sponsored.length > 0
          ? sponsored
          : await readEntries(service, 'sponsored=eq.false&order=created_at.desc,id.desc');
      return new Response(writePlaylist(entries, origin, longestMs / 1000), {
        headers: { 'content-type': 'audio/x-mpegurl', 'cache-control': 'no-store', ...cors },
      });
    } catch (error) {
      console.error('radio-playlist:', error instanceof Error ? error.message : error);
      return new Response('The radio could not be read. Please try again.\n', {
        status: failureStatus(error),
        headers: cors,
      });
    }
  },
};

async function sendAiring(service: Project, id: string, maxMs: number, signal: AbortSignal): Promise<Response> {
  const [entry] = await readEntries(service, `id=eq.${id}`);
  const audio = entry && (await fetch(mediaAddress({ supabaseUrl: service.url }, 'tracks', entry.file), { signal }));
  if (!audio?.ok || audio.body === null) {
    await audio?.body?.cancel();
    if (audio && audio.status >= 500)
      throw new ServerUnavailableError(`the file of ${id} answered ${audio.status}`, null);
    return new Response('This track is not on the radio.\n', { status: 404, headers: cors });
  }
  return new Response(audio.body.pipeThrough(cutMpeg(maxMs)), {
    headers: { 'content-type': 'audio/mpeg', 'cache-control': 'no-store', ...cors },
  });
}

async function readEntries(service: Project, filter: string): Promise<Entry[]> {
  const onRadio = 'is_public=eq.true&radio_opt_in=eq.true&deleted_at=is.null';
  const path = `/rest/v1/tracks?select=id,title,artist_name,duration_ms,audio_url&${onRadio}&${filter}&limit=${MAX_TRACKS}`;
  const response = await send(service, 'GET', path);
  const rows: unknown = response.ok ? await response.json() : null;
  if (!Array.isArray(rows)) throw new Error(`the tracks cannot be read (${response.status})`);
  return rows.map(readEntry).reverse();
}

function readEntry(row: unknown): Entry {
  const { id, title, artist_name: artist, duration_ms: ms, audio_url: file } = isRecord(row) ? row : {};
  if (
    typeof id !== 'string' ||
    typeof title !== 'string' ||
    typeof artist !== 'string' ||
    typeof ms !== 'number' ||
    typeof file !== 'string'
  ) {
    throw new Error('the tracks came in another form');
  }
  return { id, title, artist, length: Math.round(ms / 1000), file };
}

/** @param longest seconds */
function writePlaylist(entries: readonly Entry[], origin: string, longest: number): string {
  const lines = entries.flatMap(({ id, title, artist, length, file }) => [
    `#EXTINF:${Math.min(length, Math.round(longest))},${oneLine(artist)} - ${oneLine(title)}`,
    length > longest
      ? `${origin}/functions/v1/radio-playlist/${id}.mp3`
      : new URL(mediaAddress({ supabaseUrl: origin }, 'tracks', file)).href,
  ]);
  return `${['#EXTM3U', ...lines].join('\n')}\n`;
}

/** Removes line breaks, with which a title could add an entry of its author's choice. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
