import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cacheStorage } from '../tests/sync/support/page.ts';
import { repairMpeg } from '../src/upload/repair-mpeg.ts';
import { readPlacedFrames } from '../sync/media/frame-table.ts';
import { makeMp4Head } from '../sync/media/mp4-head.ts';
import { join, mp3 } from '../sync/media/sample-files.ts';
import { answerFromKept } from './answer-kept.ts';
import { answerAsMp4, type OpenStored } from './mp3-in-mp4.ts';

const whole = repairMpeg(mp3({ frames: 300, kilobits: [320, 32, 128], fill: 7 }));
const stored = typeof whole === 'string' ? new Uint8Array(0) : join(whole.parts);
const placed = readPlacedFrames(stored, stored.length);
if (!placed) throw new Error('no table was made');
const mp4 = join([makeMp4Head(placed), stored.subarray(placed.from)]);

let trackCount = 0;
function track(file: Uint8Array<ArrayBuffer> = stored) {
  const url = `https://backend.test/storage/v1/object/public/tracks/a/${(trackCount += 1)}_vbr.mp3`;
  const caches = cacheStorage(
    new Map([
      ['kept-audio:me', new Map([[url, new Response(file, { headers: { 'content-length': `${file.length}` } })]])],
    ]),
  );
  const opened: (string | null)[] = [];
  const open: OpenStored = (range) => {
    opened.push(range);
    const rangeRequest = new Request(url, { headers: range === null ? {} : { range } });
    return answerFromKept(rangeRequest, caches, () => Promise.reject(new TypeError('no network')));
  };
  return {
    opened,
    async request(range: string | null) {
      const mp4Request = new Request(`${url}?in=mp4`, { headers: range === null ? {} : { range } });
      const answer = await answerAsMp4(mp4Request, open);
      const { status, headers } = answer;
      const header = (name: string) => headers.get(name);
      return {
        status,
        type: header('content-type'),
        length: header('content-length'),
        range: header('content-range'),
        accepts: header('accept-ranges'),
        bytes: await bytesOf(answer),
      };
    },
  };
}

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

describe('A track requested as an MP4', () => {
  it('consists of a generated head and the frames of the MP3, and takes one request', async () => {
    const { request, opened } = track();
    const { bytes, ...response } = await request('bytes=0-');
    expect(response).toEqual({
      status: 206,
      type: 'audio/mp4',
      length: `${mp4.length}`,
      range: `bytes 0-${mp4.length - 1}/${mp4.length}`,
      accepts: 'bytes',
    });
    expect(bytes.equals(mp4)).toBe(true);
    expect(opened).toEqual(['bytes=0-']);
    const { bytes: withoutRange, ...wholeFile } = await track().request(null);
    expect(wholeFile).toEqual({ ...response, status: 200, range: null });
    expect(withoutRange.equals(mp4)).toBe(true);
  });

  it('is the same whichever part is requested first', async () => {
    const place = fc.nat({ max: mp4.length - 1 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(place, place), { minLength: 1, maxLength: 4 }), async (ranges) => {
        const { request } = track();
        for (const pair of ranges) {
          const [from = 0, to = 0] = [...pair].sort((a, b) => a - b);
          const part = await request(`bytes=${from}-${to}`);
          expect([part.status, part.range]).toEqual([206, `bytes ${from}-${to}/${mp4.length}`]);
          expect(part.length).toBe(`${to + 1 - from}`);
          expect(part.bytes.equals(mp4.subarray(from, to + 1))).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is the same if its end is requested first', async () => {
    const { bytes, ...end } = await track().request(`bytes=${mp4.length - 1000}-`);
    expect(end).toMatchObject({ status: 206, length: '1000' });
    expect(bytes.equals(mp4.subarray(-1000))).toBe(true);
  });

  it('is served with one request for the needed frames alone, once its head is cached', async () => {
    const { request, opened } = track();
    await request('bytes=0-');
    const end = await request(`bytes=${mp4.length - 1000}-`);
    expect(end.bytes.equals(mp4.subarray(-1000))).toBe(true);
    expect(opened).toEqual(['bytes=0-', `bytes=${stored.length - 1000}-${stored.length - 1}`]);
  });

  it('answers 416 when the range is outside of the MP4', async () => {
    expect(await track().request(`bytes=${mp4.length}-`)).toMatchObject({
      status: 416,
      range: `bytes */${mp4.length}`,
    });
  });

  it('is the stored MP3 itself if its frame table is missing, incomplete or invalid', async () => {
    const plain = mp3({ frames: 100 });
    const { request } = track(plain);
    for (const from of [0, 1000]) {
      const { status, bytes } = await request(`bytes=${from}-`);
      expect([status, bytes.equals(plain.subarray(from))]).toEqual([206, true]);
    }
    const cut = stored.subarray(0, placed.from / 2);
    const answer = await answerAsMp4(new Request(newUrl()), () =>
      Promise.resolve(new Response(cut, { headers: { 'content-length': `${stored.length}` } })),
    );
    expect((await bytesOf(answer)).equals(cut)).toBe(true);
    const longer = join([stored, new Uint8Array(128)]);
    expect((await track(longer).request('bytes=0-')).bytes.equals(longer)).toBe(true);
  });

  it('is missing when the MP3 is missing', async () => {
    const gone = () => Promise.resolve(new Response(null, { status: 404 }));
    const answer = await answerAsMp4(new Request('https://backend.test/gone_vbr.mp3?in=mp4'), gone);
    expect(answer.status).toBe(404);
  });

  it('is the same if the stored MP3 arrives in small pieces', async () => {
    for (const size of [1, 7, 10, 4096]) {
      const { open } = pieces(size);
      const answer = await answerAsMp4(new Request(newUrl()), open);
      expect((await bytesOf(answer)).equals(mp4)).toBe(true);
    }
  });

  it('reads no more of the stored MP3 than its head when another part is requested, and cancels the rest', async () => {
    const url = newUrl();
    const { open, opened, read, cancelled } = pieces(512);
    const head = mp4.length - (stored.length - placed.from);
    const first = await answerAsMp4(new Request(url, { headers: { range: `bytes=0-${head - 1}` } }), open);
    expect([first.status, first.headers.get('content-range')]).toEqual([206, `bytes 0-${head - 1}/${mp4.length}`]);
    expect((await bytesOf(first)).equals(mp4.subarray(0, head))).toBe(true);
    expect(opened).toEqual(['bytes=0-']);
    expect(read()).toBeLessThan(placed.from + 2 * 512);
    expect(cancelled()).toBe(1);
    const next = await answerAsMp4(new Request(url, { headers: { range: `bytes=${head}-${head + 99}` } }), open);
    expect((await bytesOf(next)).equals(mp4.subarray(head, head + 100))).toBe(true);
    expect(opened).toEqual(['bytes=0-', `bytes=${placed.from}-${placed.from + 99}`]);
  });

  it('cancels the request for the stored MP3 when its own response is cancelled, and then answers the next request whole', async () => {
    const url = newUrl();
    const { open, opened, cancelled } = pieces(512);
    const left = await answerAsMp4(new Request(url), open);
    const reader = left.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(cancelled()).toBe(1);
    const answer = await answerAsMp4(new Request(url, { headers: { range: 'bytes=0-' } }), open);
    expect((await bytesOf(answer)).equals(mp4)).toBe(true);
    expect(opened).toEqual(['bytes=0-', `bytes=${placed.from}-${stored.length - 1}`]);
  });

  it('fails if the needed part of the stored MP3 does not come as a part', async () => {
    const url = newUrl();
    const { open } = pieces(512);
    await answerAsMp4(new Request(url, { headers: { range: 'bytes=0-9' } }), open);
    const request = () => new Request(url, { headers: { range: `bytes=${mp4.length - 9}-` } });
    const { type } = await answerAsMp4(request(), () => Promise.resolve(new Response(stored)));
    expect(type).toBe('error');
    const { status } = await answerAsMp4(request(), () => Promise.resolve(new Response(null, { status: 503 })));
    expect(status).toBe(503);
    const empty = await answerAsMp4(new Request(newUrl()), () => Promise.resolve(new Response(null, { status: 204 })));
    expect(empty.status).toBe(204);
  });

  it('has its head read again only after four other tracks', async () => {
    const { open, opened } = pieces(512);
    const urls = Array.from({ length: 5 }, newUrl);
    const requestHead = async (url = '') => {
      await answerAsMp4(new Request(url, { headers: { range: 'bytes=0-9' } }), open);
      return opened.length;
    };
    for (const url of urls.slice(0, 4)) await requestHead(url);
    for (const url of urls.slice(0, 4)) expect(await requestHead(url)).toBe(4);
    expect(await requestHead(urls[4])).toBe(5);
    expect(await requestHead(urls[1])).toBe(5);
    expect(await requestHead(urls[0])).toBe(6);
  });
});

const newUrl = () => `https://backend.test/pieces/${(trackCount += 1)}_vbr.mp3?in=mp4`;

/** The stored MP3 as a network sends it, in pieces of `size` bytes. */
function pieces(size: number) {
  const opened: (string | null)[] = [];
  let read = 0;
  let cancelled = 0;
  const open: OpenStored = (range) => {
    opened.push(range);
    const [from = 0, last = stored.length - 1] = (range ?? 'bytes=0-').slice(6).split('-').filter(Boolean).map(Number);
    let at = from;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        pull(stream) {
          if (at > last) return stream.close();
          const piece = stored.slice(at, Math.min(at + size, last + 1));
          at += piece.length;
          read += piece.length;
          stream.enqueue(piece);
        },
        cancel: () => void (cancelled += 1),
      },
      { highWaterMark: 0 },
    );
    const headers = { 'content-length': `${last + 1 - from}` };
    return Promise.resolve(new Response(body, { status: range === null ? 200 : 206, headers }));
  };
  return { open, opened, read: () => read, cancelled: () => cancelled };
}
