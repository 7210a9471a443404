import { afterEach, expect, it, vi } from 'vitest';
import { fetchPart } from './fetch-part.ts';

const TRACK = 'https://x.test/storage/v1/object/public/tracks/me/1.mp3';

afterEach(() => vi.unstubAllGlobals());

/** What is asked of the network for an element that asks for a part of a track. */
async function askedFor(range: string): Promise<Request> {
  const asked = vi.fn<(request: Request) => Promise<Response>>(() => Promise.resolve(new Response('a part')));
  vi.stubGlobal('fetch', asked);
  const response = await fetchPart(new Request(TRACK, { headers: { range } }));
  expect(await response.text()).toBe('a part');
  const [request] = asked.mock.lastCall ?? [];
  if (!request) throw new Error('Nothing was asked for');
  return request;
}

it('a part of a track is asked for as the element does', async () => {
  expect((await askedFor('bytes=700-')).headers.get('range')).toBe('bytes=700-');
});

it('a part stays one where the browser leaves the range out of a request that is handed on, as Firefox does', async () => {
  const Whole = globalThis.Request;
  vi.stubGlobal(
    'Request',
    class extends Whole {
      constructor(input: RequestInfo | URL, init?: RequestInit) {
        super(input, init);
        if (input instanceof Whole) this.headers.delete('range');
      }
    },
  );
  const { headers, mode, url } = await askedFor('bytes=700-');
  expect([headers.get('range'), mode, url]).toEqual(['bytes=700-', 'cors', TRACK]);
});
