import { answerRange } from './range.ts';

/** Caches of kept audio, one for each person who keeps some on this device (S-34). */
const CACHE_PREFIX = 'kept-audio:';
const AUDIO = '/storage/v1/object/public/tracks/';

/**
 * Answers a kept track from the device, in ranges. It never keeps anything by itself, and what is not kept goes to the
 * network untouched. Only the addresses of tracks pass through here: a live stream must stay out of the worker.
 */
export function registerKeptAudio(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('fetch', (event) => {
    const { request } = event;
    if (request.method !== 'GET' || !new URL(request.url).pathname.includes(AUDIO)) return;
    event.respondWith(answerFromKept(request, scope.caches, (one) => fetch(one)));
  });
}

export async function answerFromKept(
  request: Request,
  caches: Pick<CacheStorage, 'keys' | 'open'>,
  fromNetwork: (request: Request) => Promise<Response>,
): Promise<Response> {
  const whole = await findKept(request.url, caches).catch(() => undefined);
  return whole ? answerRange(request, whole) : fromNetwork(request);
}

async function findKept(url: string, caches: Pick<CacheStorage, 'keys' | 'open'>): Promise<Response | undefined> {
  for (const name of await caches.keys()) {
    if (!name.startsWith(CACHE_PREFIX)) continue;
    // By address alone: the audio element's own headers vary.
    const found = await (await caches.open(name)).match(url, { ignoreVary: true });
    if (found) return found;
  }
  return undefined;
}
