import { afterEach, expect, it, vi } from 'vitest';
import { fetchPart } from './fetch-part.ts';

const TRACK = 'https://x.test/storage/v1/object/public/tracks/me/1.mp3';

afterEach(() => vi.unstubAllGlobals());

/** What is asked of the network for an element that asks for a part of a track. */
async function askedFor(range: string): Promise<{ request: Request; cache: RequestCache | undefined }> {
  const asked = vi.fn<(request: Request, init?: RequestInit) => Promise<Response>>(() =>
    Promise.resolve(new Response('a part')),
  );
  vi.stubGlobal('fetch', asked);
  const response = await fetchPart(new Request(TRACK, { headers: { range } }));
  expect(await response.text()).toBe('a part');
  const [request, init] = asked.mock.lastCall ?? [];
  if (!request) throw new Error('Nothing was asked for');
  return { request, cache: init?.cache };
}

it('fetches the range that the element requests', async () => {
  const { request, cache } = await askedFor('bytes=700-');
  expect([request.headers.get('range'), cache]).toEqual(['bytes=700-', undefined]);
});

it('keeps the range of a forwarded request, which Firefox would drop', async () => {
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
  const { request, cache } = await askedFor('bytes=700-');
  expect([request.headers.get('range'), request.mode, request.url]).toEqual(['bytes=700-', 'cors', TRACK]);
  expect(cache).toBe('no-store');
});
