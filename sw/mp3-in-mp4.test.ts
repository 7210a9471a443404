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
    });
    expect(bytes.equals(mp4)).toBe(true);
    expect(opened).toEqual(['bytes=0-']);
    const { status, bytes: withoutRange } = await track().request(null);
    expect([status, withoutRange.equals(mp4)]).toEqual([200, true]);
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
          expect(part.bytes.equals(mp4.subarray(from, to + 1))).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
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

  it('is the stored MP3 itself if its frame table is missing or invalid', async () => {
    const plain = mp3({ frames: 100 });
    const { request } = track(plain);
    for (const from of [0, 1000]) {
      const { status, bytes } = await request(`bytes=${from}-`);
      expect([status, bytes.equals(plain.subarray(from))]).toEqual([206, true]);
    }
    const longer = join([stored, new Uint8Array(128)]);
    expect((await track(longer).request('bytes=0-')).bytes.equals(longer)).toBe(true);
  });

  it('is missing when the MP3 is missing', async () => {
    const gone = () => Promise.resolve(new Response(null, { status: 404 }));
    const answer = await answerAsMp4(new Request('https://backend.test/gone_vbr.mp3?in=mp4'), gone);
    expect(answer.status).toBe(404);
  });
});
