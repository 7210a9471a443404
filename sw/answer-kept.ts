import { answerRange } from './range.ts';

/** Each person has one cache (S-34). */
const CACHE_PREFIX = 'kept-audio:';

export async function answerFromKept(
  request: Request,
  caches: Pick<CacheStorage, 'keys' | 'match'>,
  fromNetwork: (request: Request) => Promise<Response>,
): Promise<Response> {
  const whole = await findKept(request.url, caches).catch(() => undefined);
  return whole ? answerRange(request, whole) : fromNetwork(request);
}

async function findKept(url: string, caches: Pick<CacheStorage, 'keys' | 'match'>): Promise<Response | undefined> {
  for (const cacheName of await caches.keys()) {
    if (!cacheName.startsWith(CACHE_PREFIX)) continue;
    // Ignore `Vary`: an audio element's headers differ. `caches.open` would recreate a cache that a sign-out deleted.
    const found = await caches.match(url, { cacheName, ignoreVary: true });
    if (found) return found;
  }
  return undefined;
}
