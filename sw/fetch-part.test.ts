import { afterEach, expect, it, vi } from 'vitest';
import { fetchPart } from './fetch-part.ts';

const TRACK = 'https://x.test/storage/v1/object/public/tracks/me/1.mp3';

afterEach(() => vi.unstubAllGlobals());

async function networkRequestFor(range: string): Promise<{ request: Request; cache: RequestCache | undefined }> {
  const fetchSpy = vi.fn<(request: Request, init?: RequestInit) => Promise<Response>>(() =>
    Promise.resolve(new Response('a part')),
  );
  vi.stubGlobal('fetch', fetchSpy);
  const response = await fetchPart(new Request(TRACK, { headers: { range } }));
  expect(await response.text()).toBe('a part');
  const [request, init] = fetchSpy.mock.lastCall ?? [];
  if (!request) throw new Error('Nothing was requested');
  return { request, cache: init?.cache };
}

it('the worker fetches the range that the element requests', async () => {
  const { request, cache } = await networkRequestFor('bytes=700-');
  expect([request.headers.get('range'), cache]).toEqual(['bytes=700-', undefined]);
});

it('the worker forwards a request without a range as it is, also in a Firefox that drops ranges', async () => {
  const forwarded = vi.fn<(request: Request) => Promise<Response>>(() => Promise.resolve(new Response('whole')));
  vi.stubGlobal('fetch', forwarded);
  const request = new Request(TRACK, { headers: { accept: 'audio/*' } });
  await fetchPart(request);
  expect(forwarded.mock.calls).toEqual([[request]]);
});

it('where Firefox would drop the range of a forwarded request, the worker makes a new request with that range', async () => {
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
  const { request, cache } = await networkRequestFor('bytes=700-');
  expect([request.headers.get('range'), request.mode, request.url]).toEqual(['bytes=700-', 'cors', TRACK]);
  expect(cache).toBe('no-store');
});
