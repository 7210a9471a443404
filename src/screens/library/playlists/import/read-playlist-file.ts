import { parseJson } from '../../../../../sync/model/parse-json.ts';
import { fileNameWords } from '../../../../upload/file-name-words.ts';
import { readCsv } from './read-csv.ts';

/** A track that a playlist file names. */
export interface FileEntry {
  artist: string;
  title: string;
  /** From the address of the track's page, which our own files contain. */
  trackId: string | null;
}

export interface PlaylistFile {
  /** '' if the file has none. */
  title: string;
  description: string;
  entries: readonly FileEntry[];
}

/** Most entries that are read: as many as a playlist holds (S-60). */
export const MAX_ENTRIES = 1000;

/** Reads M3U, M3U8, JSPF or CSV, recognised by the content. Null for other files, and if the file names no track. */
export function readPlaylistFile(bytes: ArrayBuffer): PlaylistFile | null {
  const text = decoded(bytes);
  const json = /^\s*\{/.test(text) ? parseJson(text) : undefined;
  const file = json === undefined ? (readM3u(text) ?? readTable(text)) : readJspf(json);
  return file && file.entries.length > 0 ? { ...file, entries: file.entries.slice(0, MAX_ENTRIES) } : null;
}

/** Older players write the code page of their system; that of Western Europe is the likeliest. */
function decoded(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const PAGE = /\/track\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?![\da-f-])/i;
const pageId = (text: string) => PAGE.exec(text)?.[1]?.toLowerCase() ?? null;

function readM3u(text: string): PlaylistFile | null {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  const isPath = (line: string) => line !== '' && !line.startsWith('#');
  const isM3u =
    lines[0]?.startsWith('#EXTM3U') === true ||
    lines.some((line) => line.startsWith('#EXTINF')) ||
    (lines.some(isPath) && lines.filter(isPath).every((line) => /\.(mp3|m4a|flac|ogg|opus|wav|aac|wma)$/i.test(line)));
  if (!isM3u) return null;
  const entries: FileEntry[] = [];
  let title = '';
  let words: Omit<FileEntry, 'trackId'> | null = null;
  let trackId: string | null = null;
  for (const line of lines) {
    const named = /^#(PLAYLIST|EXTINF):(.*)$/i.exec(line);
    if (named?.[1]?.toUpperCase() === 'PLAYLIST') title = named[2]?.trim() ?? '';
    else if (named) words = splitName((named[2] ?? '').replace(/^[^,]*,/, ''));
    else if (line.startsWith('#')) trackId ??= pageId(line);
    else if (line !== '') {
      entries.push({ ...(words ?? wordsOfPath(line)), trackId: trackId ?? pageId(line) });
      [words, trackId] = [null, null];
    }
  }
  return { title, description: '', entries };
}

/** 'Artist - Title', as players write it. */
function splitName(name: string): Omit<FileEntry, 'trackId'> {
  const [artist = '', ...rest] = name.trim().split(/\s+[-–—]\s+/);
  return rest.length === 0 ? { artist: '', title: artist } : { artist, title: rest.join(' - ') };
}

function wordsOfPath(path: string): Omit<FileEntry, 'trackId'> {
  const name = path.split(/[\\/]/).at(-1) ?? '';
  const { artistName, title } = fileNameWords(unescaped(name));
  return { artist: artistName, title };
}

function unescaped(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

function readJspf(json: unknown): PlaylistFile | null {
  const playlist = isRecord(json) ? json['playlist'] : null;
  if (!isRecord(playlist) || !Array.isArray(playlist['track'])) return null;
  const tracks: unknown[] = playlist['track'];
  return {
    title: textOf(playlist['title']),
    description: textOf(playlist['annotation']),
    entries: tracks.filter(isRecord).map((track) => ({
      artist: textOf(track['creator']),
      title: textOf(track['title']),
      trackId: pageId(JSON.stringify([track['identifier'], track['info'], track['location']])),
    })),
  };
}

const TITLES = ['title', 'track name', 'track', 'song', 'name', 'track title'];
const ARTISTS = ['artist', 'artist name', 'artist name(s)', 'artists', 'artist names', 'creator', 'album artist'];

/** A table whose first line names columns of artist and title, or that has only these two. Null for other texts. */
function readTable(text: string): PlaylistFile | null {
  const [head = [], ...rows] = readCsv(text);
  const names = head.map((name) => name.trim().toLowerCase());
  const columnOf = (known: readonly string[]) => known.map((name) => names.indexOf(name)).find((at) => at >= 0) ?? -1;
  const [titleAt, artistAt] = [columnOf(TITLES), columnOf(ARTISTS)];
  const isNamed = titleAt >= 0 && artistAt >= 0;
  if (!isNamed && head.length !== 2) return null;
  return {
    title: '',
    description: '',
    entries: (isNamed ? rows : [head, ...rows])
      .map((row) => ({
        artist: row[isNamed ? artistAt : 0]?.trim() ?? '',
        title: row[isNamed ? titleAt : 1]?.trim() ?? '',
        trackId: null,
      }))
      .filter(({ title }) => title !== ''),
  };
}
