import { answerRange } from './range.ts';

/** Prefix of the caches of kept tracks. Each person, and the guest, has one cache (S-34). */
const CACHE_PREFIX = 'kept-audio:';

/** Answers from the kept tracks on this device, in ranges, else from the network. */
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
