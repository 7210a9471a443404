import { describe, expect, it, vi } from 'vitest';
import { fetchWhole } from './fetch-whole.ts';

const URL = 'https://backend.test/t1.mp3';
const network = { kind: 'failed', reason: 'network' };
const missing = { kind: 'failed', reason: 'missing' };

async function fetchFrom(...answers: (() => Response)[]) {
  const fetch = vi.fn<typeof globalThis.fetch>();
  for (const answer of answers) fetch.mockImplementationOnce(async () => answer());
  const progress: [number, number | null][] = [];
  const { signal } = new AbortController();
  const outcome = await fetchWhole(fetch, URL, signal, (...report) => progress.push(report));
  const file = outcome.kind === 'fetched' ? { ...outcome.audio, body: await outcome.audio.body.text() } : outcome;
  return { fetch, progress, signal, file };
}

const answer =
  (body: BodyInit | null, headers: Record<string, string> = {}, status = 200) =>
  () =>
    new Response(body, { status, headers });
const bytes = (text: string) => new TextEncoder().encode(text);
const part = (body: string, range: string) => answer(bytes(body), { 'content-range': range }, 206);

describe('the fetch of a whole file', () => {
  it('sends no cookies, asks for CORS, and can be aborted', async () => {
    const { fetch, signal } = await fetchFrom(answer('sound'));
    expect(fetch.mock.calls).toEqual([[URL, { mode: 'cors', credentials: 'omit', signal, cache: 'default' }]]);
  });

  it('returns the body, its type, and the validators that the host exposes', async () => {
    const validators = { etag: '"1"', 'last-modified': 'Fri, 01 Jan 2027 00:00:00 GMT' };
    const { file } = await fetchFrom(answer('sound', { 'content-type': 'audio/mp4', ...validators, 'x-other': 'x' }));
    expect(file).toEqual({ body: 'sound', type: 'audio/mp4', validators });
  });

  it('assumes an MP3 if the host names no type', async () => {
    const { file } = await fetchFrom(answer(bytes('sound')));
    expect(file).toEqual({ body: 'sound', type: 'audio/mpeg', validators: {} });
  });

  it.each([400, 403, 404, 410, 499])('reports the file as missing on status %i', async (status) => {
    expect((await fetchFrom(answer('no', {}, status))).file).toEqual(missing);
  });

  it.each([204, 304, 408, 429, 500, 503])('reports a failure of the network on status %i', async (status) => {
    const body = status === 204 || status === 304 ? null : 'no';
    expect((await fetchFrom(answer(body, {}, status))).file).toEqual(network);
  });

  it('reports a failure of the network if the body is empty, breaks off, or is shorter or longer than declared', async () => {
    const broken = () =>
      new ReadableStream({
        pull: (stream) => stream.error(new TypeError('network error')),
      });
    const answers = [answer(''), () => new Response(broken()), answer('soun', { 'content-length': '5' })];
    for (const sent of [...answers, answer('sounds', { 'content-length': '5' })])
      expect((await fetchFrom(sent)).file).toEqual(network);
  });

  it.each([
    ['of the encoded body', { 'content-length': '3', 'content-encoding': 'br' }],
    ['that is no number', { 'content-length': 'five' }],
    ['of zero', { 'content-length': '0' }],
    ['that is no whole number', { 'content-length': '4.5' }],
  ])('ignores a declared length %s', async (_name, headers) => {
    expect((await fetchFrom(answer('sound', headers))).file).toMatchObject({ body: 'sound' });
  });

  it('reports its progress each 128 KB, not for each piece', async () => {
    const pieces = [100_000, 31_071, 1, 131_072, 5];
    const body = () =>
      new ReadableStream({
        start(stream) {
          for (const size of pieces) stream.enqueue(new Uint8Array(size));
          stream.close();
        },
      });
    const total = 262_149;
    const declared = await fetchFrom(() => new Response(body(), { headers: { 'content-length': `${total}` } }));
    expect(declared.progress).toEqual([[131_072, total], [262_144, total]]); // prettier-ignore
    const undeclared = await fetchFrom(() => new Response(body()));
    expect(undeclared.progress).toEqual([[131_072, null], [262_144, null]]); // prettier-ignore
  });
});

describe('a part from the browser’s cache', () => {
  it('is used if it covers the whole file', async () => {
    const { fetch, file } = await fetchFrom(part('0123456789ab', 'bytes 0-11/12'));
    expect(file).toMatchObject({ body: '0123456789ab' });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it.each(['bytes 0-3/12', 'bytes 4-11/12', 'bytes 0-11/*', 'bytes 0-11/12 or so', 'kilobytes 0-11/12', ''])(
    'is replaced by the whole file from the network if its range is “%s”',
    async (range) => {
      const { fetch, file } = await fetchFrom(part('0123', range), answer('0123456789ab'));
      expect(file).toMatchObject({ body: '0123456789ab' });
      expect(fetch.mock.calls.map(([, init]) => init?.cache)).toEqual(['default', 'no-store']);
    },
  );

  it('is replaced by the whole file if it has no body', async () => {
    const { file } = await fetchFrom(answer(null, {}, 206), answer('0123456789ab'));
    expect(file).toMatchObject({ body: '0123456789ab' });
  });

  it('is cancelled if it is not the whole file, and the network is asked even if cancelling fails', async () => {
    const cancel = vi.fn<() => Promise<void>>(() => Promise.reject(new TypeError('cancelled')));
    const stored = () =>
      new Response(new ReadableStream({ cancel }), { status: 206, headers: { 'content-range': 'bytes 0-3/12' } });
    const { file } = await fetchFrom(stored, answer('0123456789ab'));
    expect([cancel.mock.calls.length, file]).toEqual([1, expect.objectContaining({ body: '0123456789ab' })]);
  });

  it('counts as a failure of the network if the network also sends only a part', async () => {
    const { file } = await fetchFrom(part('0123', 'bytes 0-3/12'), part('0123', 'bytes 0-3/12'));
    expect(file).toEqual(network);
  });
});
