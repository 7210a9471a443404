import { answerRange } from './range.ts';

/** The prefix of the caches with kept audio, one per person (S-34). */
const CACHE_PREFIX = 'kept-audio:';

/** Serves a kept track, or a range of it, from the cache, and everything else from the network. */
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
    // Match by address only, because the audio element's headers vary. Opening a cache would create it again after a
    // sign-out has deleted it.
    const found = await caches.match(url, { cacheName, ignoreVary: true });
    if (found) return found;
  }
  return undefined;
}
