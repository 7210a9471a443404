import { bytesToRead, readPlacedFrames } from '../sync/media/frame-table.ts';
import { makeMp4Head } from '../sync/media/mp4-head.ts';
import { readRange } from './range.ts';

/** Opens the stored MP3. @param range value of the Range header; null for the whole file */
export type OpenStored = (range: string | null) => Promise<Response>;

interface Mp4 {
  head: Uint8Array<ArrayBuffer>;
  /** Offset of the first audio frame in the stored MP3. */
  from: number;
  /** Bytes of the whole MP4. */
  size: number;
}

/** The MP4 of each URL; null if the file has no frame table. A head has about four bytes per frame. */
const heads = new Map<string, Mp4 | null>();
/** Largest number of entries in `heads`; the oldest is deleted first. */
const MAX_HEADS = 4;
/** The first ten bytes of an ID3 tag contain the tag's length. */
const TAG_HEAD = 10;

/** Answers with an MP4 made of a generated head and the frames of the stored MP3, or with the MP3 itself if it has no frame table. */
export async function answerAsMp4(request: Request, open: OpenStored): Promise<Response> {
  const rangeHeader = request.headers.get('range');
  let mp4 = heads.get(request.url);
  let frames: ReadableStream<Uint8Array> | null = null;
  if (mp4 === undefined) {
    const stored = await open('bytes=0-');
    if (!stored.ok || !stored.body) return stored;
    const read = await readStored(stored.body, Number(stored.headers.get('content-length')));
    mp4 = read.mp4;
    frames = read.rest;
    heads.set(request.url, mp4);
    for (const oldest of heads.keys()) if (heads.size > MAX_HEADS) heads.delete(oldest);
  }
  const range = mp4 && rangeHeader !== null ? readRange(rangeHeader, mp4.size) : null;
  const isWhole = mp4 && (range === null || (range !== 'unsatisfiable' && range.start === 0 && range.end === mp4.size));
  if (!isWhole) await frames?.cancel();
  if (!mp4) return open(rangeHeader);
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${mp4.size}` } });
  const { start, end } = range ?? { start: 0, end: mp4.size };
  const headers = new Headers({
    'content-type': 'audio/mp4',
    'accept-ranges': 'bytes',
    'content-length': String(end - start),
  });
  if (range) headers.set('content-range', `bytes ${start}-${end - 1}/${mp4.size}`);
  const status = range ? 206 : 200;
  const first = mp4.head.subarray(start, end);
  if (end <= mp4.head.length) return new Response(first, { status, headers });
  if (!isWhole || !frames) {
    const offset = mp4.from - mp4.head.length;
    const stored = await open(`bytes=${Math.max(start, mp4.head.length) + offset}-${end + offset - 1}`);
    if (stored.status !== 206 || !stored.body) return stored.ok ? Response.error() : stored;
    frames = stored.body;
  }
  return new Response(first.length > 0 ? prepend(first, frames.getReader()) : frames, { status, headers });
}

/** Reads the start of the stored MP3. `rest` begins with the first audio frame, or with the first byte if there is no frame table. */
async function readStored(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  total: number,
): Promise<{ mp4: Mp4 | null; rest: ReadableStream<Uint8Array> }> {
  const reader = body.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const readUntil = async (count: number): Promise<Uint8Array<ArrayBuffer>> => {
    let length = parts.reduce((sum, part) => sum + part.length, 0);
    while (length < count) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      length += value.length;
    }
    return new Blob(parts).arrayBuffer().then((buffer) => new Uint8Array(buffer));
  };
  const start = await readUntil(Math.min(total, bytesToRead(await readUntil(TAG_HEAD))));
  const placed = readPlacedFrames(start, total);
  const head = placed && makeMp4Head(placed);
  const mp4 = placed && head && { head, from: placed.from, size: head.length + total - placed.from };
  return { mp4, rest: prepend(start.subarray(placed?.from ?? 0), reader) };
}

function prepend(first: Uint8Array, reader: ReadableStreamDefaultReader<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (stream) => stream.enqueue(first),
    async pull(stream) {
      const { done, value } = await reader.read();
      if (done) stream.close();
      else stream.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
