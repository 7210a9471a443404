import { describe, expect, it, vi } from 'vitest';
import { cacheStorage } from '../tests/sync/support/page.ts';
import { answerFromKept } from './answer-kept.ts';
import { answerRange, readRange } from './range.ts';

const url = 'https://backend.test/storage/v1/object/public/tracks/a/t1.mp3';

const headers = {
  'content-type': 'audio/mpeg',
  'content-length': '10',
  etag: '"first"',
  'last-modified': 'Fri, 01 Jan 2027 00:00:00 GMT',
};

async function request(range: string | null, address = url, ifRange: string | null = null) {
  const whole = new Response('0123456789', { headers });
  const caches = cacheStorage(
    new Map([
      ['covers', new Map()],
      ['kept-audio:me', new Map([[url, whole]])],
    ]),
  );
  const rangeRequest = new Request(address, {
    headers: { ...(range === null ? {} : { range }), ...(ifRange === null ? {} : { 'if-range': ifRange }) },
  });
  const response = await answerFromKept(rangeRequest, caches, () => Promise.resolve(new Response('from the network')));
  return {
    status: response.status,
    body: await response.text(),
    length: response.headers.get('content-length'),
    range: response.headers.get('content-range'),
  };
}

describe('a kept track', () => {
  it('[S-34] is served whole without a range', async () => {
    expect(await request(null)).toEqual({ status: 200, body: '0123456789', length: '10', range: null });
  });

  it("[S-34] answers Safari's first request, of two bytes", async () => {
    expect(await request('bytes=0-1')).toEqual({ status: 206, body: '01', length: '2', range: 'bytes 0-1/10' });
  });

  it('[S-34] serves from an offset to the end, as a seek requests', async () => {
    expect(await request('bytes=4-')).toEqual({ status: 206, body: '456789', length: '6', range: 'bytes 4-9/10' });
  });

  it('[S-34] serves the last bytes', async () => {
    expect(await request('bytes=-3')).toEqual({ status: 206, body: '789', length: '3', range: 'bytes 7-9/10' });
    expect(await request('bytes=-30')).toEqual({
      status: 206,
      body: '0123456789',
      length: '10',
      range: 'bytes 0-9/10',
    });
  });

  it('[S-34] truncates a range that ends after the file', async () => {
    expect(await request('bytes=8-99')).toEqual({ status: 206, body: '89', length: '2', range: 'bytes 8-9/10' });
  });

  it('answers 416 when the range is outside of the file', async () => {
    expect(await request('bytes=10-')).toEqual({ status: 416, body: '', length: '0', range: 'bytes */10' });
  });

  it('[S-34] serves a range of the version in If-Range, and the whole file if the version differs', async () => {
    const statuses = async (...ifRanges: string[]) =>
      Promise.all(ifRanges.map(async (ifRange) => (await request('bytes=4-5', url, ifRange)).status));
    expect(await statuses('"first"', headers['last-modified'])).toEqual([206, 206]);
    expect(await statuses('"second"', 'W/"first"', 'Sat, 02 Jan 2027 00:00:00 GMT')).toEqual([200, 200, 200]);
  });

  it('[SY-19] comes from the network if the person signs out meanwhile, and the deleted cache is not created again', async () => {
    const all = new Map([['kept-audio:me', new Map<string, Response>()]]);
    const caches = cacheStorage(all);
    const keys = async () => {
      const names = await caches.keys();
      await caches.delete('kept-audio:me');
      return names;
    };
    const match: CacheStorage['match'] = (request, options) => caches.match(request, options);
    const answer = await answerFromKept(new Request(url), { keys, match }, () => Promise.resolve(new Response('n')));
    expect([await answer.text(), ...all.keys()]).toEqual(['n']);
  });

  it('does not affect other tracks, which come from the network', async () => {
    expect((await request('bytes=0-1', `${url}.other`)).body).toBe('from the network');
  });
});

it('[S-34] a track in a cache that holds no kept audio comes from the network', async () => {
  const caches = cacheStorage(new Map([['covers', new Map([[url, new Response('another file')]])]]));
  const answer = await answerFromKept(new Request(url), caches, () => Promise.resolve(new Response('n')));
  expect(await answer.text()).toBe('n');
});

it('[S-34] a kept track is found in the second of two kept caches, whatever headers the element sends', async () => {
  const kept = new Map([[url, new Response('kept')]]);
  const caches = cacheStorage(
    new Map([
      ['kept-audio:guest', new Map()],
      ['kept-audio:me', kept],
    ]),
  );
  const match = vi.spyOn(caches, 'match');
  const answer = await answerFromKept(new Request(url), caches, () => Promise.reject(new TypeError('no network')));
  expect(await answer.text()).toBe('kept');
  expect(match.mock.calls).toEqual([
    [url, { cacheName: 'kept-audio:guest', ignoreVary: true }],
    [url, { cacheName: 'kept-audio:me', ignoreVary: true }],
  ]);
});

describe('a Range header', () => {
  it('gets the whole file if it is invalid; a part of a file without a content type is sent as audio/mpeg', async () => {
    const file = (type?: string) =>
      new Response(new Blob(['0123456789']), type ? { headers: { 'content-type': type } } : {});
    const answer = async (range: string, type?: string) => {
      const { status, headers, text } = await answerRange(new Request(url, { headers: { range } }), file(type)).then(
        async (response) => ({ status: response.status, headers: response.headers, text: await response.text() }),
      );
      return [status, text, headers.get('accept-ranges'), headers.get('content-type')];
    };
    expect(await answer('bytes=5-2', 'audio/mp4')).toEqual([200, '0123456789', 'bytes', 'audio/mp4']);
    expect(await answer('bytes=2-2', 'audio/mp4')).toEqual([206, '2', 'bytes', 'audio/mp4']);
    expect(await answer('bytes=2-3')).toEqual([206, '23', 'bytes', 'audio/mpeg']);
  });

  it('may ask for a single byte and contain spaces; a suffix of zero bytes is unsatisfiable; text before the unit makes it invalid', () => {
    expect(readRange('bytes = 4 - 4', 10)).toEqual({ start: 4, end: 5 });
    expect(readRange('bytes=-0', 10)).toBe('unsatisfiable');
    expect(readRange('more bytes=1-2', 10)).toBeNull();
  });

  it('is ignored when it is invalid or asks for several ranges', () => {
    expect(['bytes=5-2', 'bytes=-', 'items=0-1', 'bytes=0-1,4-5'].map((header) => readRange(header, 10))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});
