import { parseJson } from '../../../../../sync/model/parse-json.ts';
import { fileNameWords } from '../../../../upload/file-name-words.ts';
import { readLegacy } from '../../../../upload/legacy-text.ts';
import { otherScriptWords } from '../../../../upload/other-script.ts';
import { findColumns } from './column-names.ts';
import { readCsv } from './read-csv.ts';

/** Artist and title, as a file names a track. */
export interface TrackWords {
  artist: string;
  title: string;
}

/** A track that a playlist file names. */
export interface FileEntry extends TrackWords {
  /** Another reading of the same words, used if no track matches the first one. */
  other: TrackWords | null;
  /** From the address of the track's page, which our own files contain. */
  trackId: string | null;
}

export interface PlaylistFile {
  /** '' if the file has none. */
  title: string;
  description: string;
  entries: readonly FileEntry[];
  /** How many more entries than `MAX_ENTRIES` the file has. */
  leftOut: number;
}

/** Most entries that are read: as many as a playlist holds (S-60). */
export const MAX_ENTRIES = 1000;

type ReadFile = Omit<PlaylistFile, 'leftOut'>;

/** Reads M3U, M3U8, JSPF and CSV, whatever the name says. Null if it is none of them, or names no track. */
export function readPlaylistFile(bytes: ArrayBuffer): PlaylistFile | null {
  const text = withoutControls(decoded(bytes));
  if (text === null) return null;
  const json = /^\s*\{/.test(text) ? parseJson(text) : undefined;
  const file = json === undefined ? (readM3u(text) ?? readTable(text)) : readJspf(json);
  const entries = file?.entries.filter(({ title, trackId }) => title !== '' || trackId !== null) ?? [];
  if (!file || entries.length === 0) return null;
  return { ...file, entries: entries.slice(0, MAX_ENTRIES), leftOut: Math.max(0, entries.length - MAX_ENTRIES) };
}

/** Older players write in the code page of their system. If it cannot be detected, Western European is the likeliest. */
function decoded(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if ((first === 0xff && second === 0xfe) || second === 0) return new TextDecoder('utf-16le').decode(bytes);
  if ((first === 0xfe && second === 0xff) || first === 0) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder('windows-1252').decode(bytes);
    if (text.length > MOST_DETECTED || withoutControls(text) === null) return text;
    const read = readLegacy(text.split(LINE_END)).join('\n');
    return otherScriptWords(read) >= LEAST_WORDS ? read : text;
  }
}

/** Most characters whose code page is detected, which takes 0.2 s. */
const MOST_DETECTED = 200_000;
/** A detected code page is used only if it gives at least this many words in a script other than Latin: one such word may be chance. */
const LEAST_WORDS = 2;
const CONTROLS = /[^\P{Cc}\s\u007f-\u009f]/gu;

/** Removes control characters. Null if there are so many that the file is probably audio, a picture or an archive. */
function withoutControls(text: string): string | null {
  const rest = text.replace(CONTROLS, '');
  return text.length - rest.length > 1 + text.length / 100 ? null : rest;
}

const LINE_END = /\r\n|\r|\n/;

const PAGE = /\/track\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?![\da-f-])/i;
const pageId = (text: string) => PAGE.exec(text)?.[1]?.toLowerCase() ?? null;

const SOUND = /\.(?:mp[234]|m4[abp]|flac|og[ga]|opus|wave?|aac|wma|aiff?|alac|ape|wv|mpc|mka|webm|ds[fd])(?:[?#].*)?$/i;

function readM3u(text: string): ReadFile | null {
  const lines = text.split(LINE_END).map((line) => line.trim());
  const paths = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const isM3u =
    lines.some((line) => /^#EXT(?:M3U|INF)/i.test(line)) ||
    (paths.length > 0 && paths.every((line) => SOUND.test(line)));
  if (!isM3u) return null;
  const entries: FileEntry[] = [];
  let title = '';
  let name = '';
  let artist = '';
  let trackId: string | null = null;
  for (const line of lines) {
    const [, tag = '', value = ''] = /^#(PLAYLIST|EXTINF|EXTART):(.*)$/i.exec(line) ?? [];
    if (tag.toUpperCase() === 'PLAYLIST') title = value.trim();
    else if (tag.toUpperCase() === 'EXTINF') name = nameOf(value);
    else if (tag.toUpperCase() === 'EXTART') artist = value.trim();
    else if (line.startsWith('#')) trackId ??= pageId(line);
    else if (line !== '') {
      entries.push({ ...(readName(name, artist) ?? readPath(line)), trackId: trackId ?? pageId(line) });
      [name, artist, trackId] = ['', '', null];
    }
  }
  return { title, description: '', entries };
}

/**
 * The name in an #EXTINF line, which follows the seconds, the attributes and a comma. Quoted attributes may contain commas, or lack their last
 * quote. Some writers leave out the comma, or the seconds.
 */
function nameOf(value: string): string {
  const line = value.slice(0, MOST_NAME).trim();
  const after =
    /^(?:[^,"]|"[^"]*")*,(.*)$/.exec(line)?.[1] ?? (line.includes(',') ? line.replace(/^[^,]*,/, '') : null);
  if (after !== null) return after.trim();
  return line.includes('=') ? '' : line.replace(/^-?[\d.]+(?:\s+|$)/, '');
}

/** Most characters of a name that are read. */
const MOST_NAME = 1000;

type Readings = Omit<FileEntry, 'trackId'>;

/** 'Artist - Title', as most players write it; Apple Music writes 'Title - Artist'. Null without a name. */
function readName(name: string, artist: string): Readings | null {
  if (name === '') return null;
  const parts = name.split(/\s+[-–—]\s+/);
  const [first = '', ...rest] = parts;
  if (rest.length === 0) return { artist, title: first, other: artist ? { artist: '', title: first } : null };
  const other = { artist: parts.at(-1) ?? '', title: parts.slice(0, -1).join(' - ') };
  return { artist: first, title: rest.join(' - '), other };
}

/** Reads the file name, and if it names no artist, also the last two folders, which often are artist and album. */
function readPath(path: string): Readings {
  const isUrl = /^https?:/i.test(path);
  const parts = (isUrl ? path.replace(/[?#].*$/, '') : path.replace(/^file:\/*/i, '')).split(/[\\/]/).map(unescaped);
  const { artistName, title } = fileNameWords(parts.pop() ?? '');
  const folders = isUrl || artistName !== '' ? [] : parts.filter((part) => !NO_NAME.test(part)).slice(-2);
  // A single folder is more likely 'Music' than an artist.
  if (folders.length < 2) return { artist: artistName, title, other: null };
  return { artist: folders.join(' / '), title: title.replace(NUMBER, ''), other: { artist: '', title } };
}

/** A track number, such as '12 ' or, on disc 1, '1-12 '. It may belong to the title instead, as in '24 Hours'. */
const NUMBER = /^(?:[1-9]-)?\d{2}\s+(?=\S)/;

/** Folders that are not named after music: '', '..', 'C:', 'CD 1'. */
const NO_NAME = /^(?:\.*|[a-z]:|(?:cd|dis[ck])[\s_.-]*\d{1,2})$/i;

function unescaped(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Services join artists by commas or semicolons, which the name of one artist may contain too. */
function withFirstArtist(words: TrackWords): Readings {
  const first = words.artist.split(/[,;]/).find((name) => name.trim() !== '') ?? '';
  return { ...words, other: first === words.artist || first === '' ? null : { ...words, artist: first.trim() } };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
const textsOf = (value: unknown) => [value].flat().map(textOf);

function readJspf(json: unknown): ReadFile | null {
  // Some writers leave out the object around the playlist.
  const playlist = isRecord(json) && isRecord(json['playlist']) ? json['playlist'] : json;
  if (!isRecord(playlist) || !Array.isArray(playlist['track'])) return null;
  const tracks: unknown[] = playlist['track'];
  return {
    title: textOf(playlist['title']),
    description: textOf(playlist['annotation']),
    entries: tracks.filter(isRecord).map((track) => {
      const title = textOf(track['title']);
      const [location = ''] = textsOf(track['location']);
      return {
        ...(title === '' ? readPath(location) : withFirstArtist({ artist: textOf(track['creator']), title })),
        trackId: pageId([track['identifier'], track['info'], track['location']].flatMap(textsOf).join(' ')),
      };
    }),
  };
}

/** Most lines before the head of a table, like 'sep=;' or the name of the service. */
const LINES_BEFORE_HEAD = 2;

/** A table with columns of artist and title, named in its first lines, or in this order. */
function readTable(text: string): ReadFile | null {
  const rows = readCsv(text);
  const headAt = rows.slice(0, LINES_BEFORE_HEAD + 1).findIndex((row) => findColumns(row) !== null);
  const columns = findColumns(rows[headAt] ?? []);
  if (!columns && rows[0]?.length !== 2) return null;
  const { titleAt, artistAt } = columns ?? { titleAt: 1, artistAt: 0 };
  const entries = rows.slice(headAt + 1).map((row) => {
    const words = { artist: row[artistAt]?.trim() ?? '', title: row[titleAt]?.trim() ?? '' };
    const swapped = { artist: words.title, title: words.artist };
    return { ...(columns ? withFirstArtist(words) : { ...words, other: swapped }), trackId: null };
  });
  return { title: '', description: '', entries };
}
