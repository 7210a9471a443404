import { ownerName, replicaStart, SESSION } from '../../sync/core/names.ts';
import { firstScreen } from '../../sync/model/first-screen.ts';
import { BACKEND_TEXT } from '../engine/backend-text.ts';
import { bootState, loudnessText } from './contract.ts';
import { fieldsOf } from './fields-of.ts';

export interface FirstTrack {
  readonly title: string;
  readonly artist: string;
  readonly cover: string | null;
  readonly audio: string;
  /** Written by `loudnessText`. */
  readonly loudness: string;
}

export interface FirstTracks {
  readonly supabaseUrl: string;
  readonly tracks: readonly FirstTrack[];
}

/** Shortest remaining lifetime of a usable access token. The engine refreshes tokens that expire sooner. */
const MIN_TOKEN_MS = 90_000;
const TIMEOUT_MS = 20_000;

/**
 * Requests the rows of the first screen for a device without a replica. The engine uses the same response (src/boot/fetch-with-prefetch.ts).
 * @returns null if a replica exists, or if the request is impossible or refused; rejects if it fails
 */
export async function prefetchFirstRows(owner: string): Promise<FirstTracks | null> {
  const names = (await indexedDB.databases()).map(({ name = '' }) => name);
  if (!names.includes(SESSION.database) || names.some((name) => name.startsWith(replicaStart(owner)))) return null;
  const session = await readSession();
  const backend = readBackend();
  if (!session || !backend || ownerName(session.userId) !== owner) return null;
  if (session.locked || session.expiresAt - Date.now() < MIN_TOKEN_MS) return null;
  const url = backend.supabaseUrl + firstScreen.path;
  const body = JSON.stringify(firstScreen.parameters);
  const authorization = `Bearer ${session.accessToken}`;
  const request = fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: backend.publishableKey, authorization },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  bootState().rows = { url, body, authorization, response: request };
  const response = await request;
  if (!response.ok) return null;
  return { supabaseUrl: backend.supabaseUrl, tracks: tracksOf(await response.clone().json()) };
}

interface Session {
  readonly userId: string;
  readonly accessToken: string;
  readonly expiresAt: number;
  readonly locked: boolean;
}

/** Null if there is no session in the shape of sync/remote/session-store.ts. */
function readSession(): Promise<Session | null> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(SESSION.database);
    opening.onerror = reject;
    opening.onsuccess = () => {
      const database = opening.result;
      const reading = database.transaction(SESSION.store).objectStore(SESSION.store).get(SESSION.key);
      reading.onerror = reject;
      reading.onsuccess = () => {
        database.close();
        const { userId, accessToken, expiresAt, locked } = fieldsOf(reading.result);
        const isSession =
          typeof userId === 'string' && typeof accessToken === 'string' && typeof expiresAt === 'number';
        resolve(isSession ? { userId, accessToken, expiresAt, locked: locked !== false } : null);
      };
    };
  });
}

function readBackend(): { supabaseUrl: string; publishableKey: string } | null {
  const { VITE_SUPABASE_URL: builtUrl, VITE_SUPABASE_KEY: builtKey } = import.meta.env;
  if (builtUrl && builtKey) return { supabaseUrl: builtUrl, publishableKey: builtKey };
  const { supabaseUrl, publishableKey } = fieldsOf(JSON.parse(localStorage.getItem(BACKEND_TEXT) ?? 'null'));
  return typeof supabaseUrl === 'string' && typeof publishableKey === 'string' ? { supabaseUrl, publishableKey } : null;
}

function tracksOf(body: unknown): FirstTrack[] {
  const { rows } = fieldsOf(body);
  const tracks = Array.isArray(rows) ? rows.map(fieldsOf).filter(({ t }) => t === 'tracks') : [];
  return tracks.map(({ row }) => {
    const { title, artist_name: artist, cover_url: cover, audio_url: audio, ...fields } = fieldsOf(row);
    return {
      title: textOf(title) ?? '',
      artist: textOf(artist) ?? '',
      cover: textOf(cover),
      audio: textOf(audio) ?? '',
      loudness: loudnessText(fields['loudness_lufs'], fields['true_peak_dbtp']),
    };
  });
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
