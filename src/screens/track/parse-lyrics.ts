export interface LyricLine {
  text: string;
  /** Ms into the track; null for a line without a time. */
  atMs: number | null;
}

/** [mm:ss], [mm:ss.xx], [mm:ss:xx] or [hh:mm:ss.xx], at the start of a line. */
const TIME = /^\s*\[(?:(\d{1,2}):(?=\d{1,2}:\d{1,2}[.,]))?(\d{1,3}):([0-5]?\d)(?:[.,:](\d{1,6}))?\]/;
/** Times of single words, in the extended format, and as some editors write them. */
const WORD_TIME = /<(?:\d{1,2}:)?\d{1,3}:[0-5]?\d(?:[.,:]\d{1,6})?>|\[(?:\d{1,2}:)?\d{1,3}:[0-5]?\d[.,]\d{1,6}\]/g;
const METADATA =
  /^\s*\[(?:#|al|album|ar|artist|au|author|by|encoding|hash|id|kana|la|language|length|lr|offset|qq|re|sign|ti|title|tool|total|ve)\s*:.*\]\s*$/i;
/** In ms; a positive offset shows the lines earlier. */
const OFFSET = /^\s*\[offset\s*:\s*([+-]?\d+)\s*\]\s*$/i;

/** In ms. A larger offset is an error of the file. */
const MAX_OFFSET = 60 * 60_000;

/**
 * The lines of plain lyrics, or of lyrics with times (LRC), without their tags. Lines with a time are sorted by it; each other line
 * stays behind the line that it follows. Without any time, all text is kept as it is.
 */
export function parseLyrics(lyrics: string): readonly LyricLine[] {
  const written = lyrics.split(/\r\n|\r|\n/);
  if (!written.some((line) => TIME.test(line))) return written.map((text) => ({ text, atMs: null }));
  let offsetMs = 0;
  let previousMs = -Infinity;
  const placed: { line: LyricLine; sortMs: number }[] = [];
  for (const each of written) {
    const offset = OFFSET.exec(each);
    if (offset && Math.abs(Number(offset[1])) <= MAX_OFFSET) offsetMs = Number(offset[1]);
    if (offset || METADATA.test(each)) continue;
    const { times, text } = splitTimes(each);
    for (const atMs of times) placed.push({ line: { text, atMs }, sortMs: atMs });
    if (times.length === 0) placed.push({ line: { text, atMs: null }, sortMs: previousMs });
    else previousMs = Math.min(...times);
  }
  return placed
    .sort((a, b) => (a.sortMs === b.sortMs ? 0 : a.sortMs - b.sortMs))
    .map(({ line }) => (line.atMs === null ? line : { ...line, atMs: Math.max(0, line.atMs - offsetMs) }));
}

function splitTimes(line: string): { times: number[]; text: string } {
  const times: number[] = [];
  let rest = line;
  for (let tag = TIME.exec(rest); tag; tag = TIME.exec(rest)) {
    const [whole, hours = 0, minutes, seconds, fraction = ''] = tag;
    const wholeSeconds = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
    times.push(wholeSeconds * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0')));
    rest = rest.slice(whole.length);
  }
  const text = times.length > 0 ? rest.replace(WORD_TIME, '') : rest;
  // A removed time leaves the spaces before and after it, of which one stays.
  return { times, text: (text === rest ? text : text.replace(/ {2,}/g, ' ')).trim() };
}

/** Start, in ms, of the line that is sung at this position; null before the first line. Several lines may have the same start. */
export function currentLineStart(lines: readonly LyricLine[], positionMs: number): number | null {
  let start: number | null = null;
  for (const { atMs } of lines)
    if (atMs !== null && atMs <= positionMs && (start === null || atMs > start)) start = atMs;
  return start;
}
