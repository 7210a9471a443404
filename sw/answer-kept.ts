import { answerRange } from './range.ts';

/** Caches of kept audio, one for each person who keeps some on this device (S-34). */
const CACHE_PREFIX = 'kept-audio:';

/** A kept track from the device, in ranges; anything else from the network. */
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
    // By address alone: the audio element's own headers vary. A cache that is opened is made where a sign-out has just deleted it.
    const found = await caches.match(url, { cacheName, ignoreVary: true });
    if (found) return found;
  }
  return undefined;
}
