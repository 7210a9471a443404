import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { ExpirationPlugin } from 'workbox-expiration';
import { otherSizes } from '../sync/media/picture-sizes.ts';
import { registerRoute } from 'workbox-routing';
import { answerBy } from './answer-by.ts';
import { CacheFirst, type StrategyOptions } from 'workbox-strategies';

const CACHE = 'covers';
const COVERS = /\/storage\/v1\/object\/public\/(covers|avatars)\//;
/** The least recently used pictures beyond this number are deleted. 800 pictures of about 40 KB are 30 MB. */
const MAX_PICTURES = 800;
const MAX_AGE_S = 30 * 24 * 60 * 60;

/** Answers requests for covers and avatars from the cache first, because a picture's URL changes with its content. */
export function registerCovers(): void {
  const plugins: object[] = [
    // An opaque picture of 2.5 KB costs 7 MB of quota, so opaque responses are not cached.
    new CacheableResponsePlugin({ statuses: [200] }),
    new ExpirationPlugin({ maxEntries: MAX_PICTURES, maxAgeSeconds: MAX_AGE_S, purgeOnQuotaError: true }),
  ];
  const covers = new CacheFirst({
    cacheName: CACHE,
    plugins: plugins.filter(isPlugin),
  });
  registerRoute(
    ({ url }) => COVERS.test(url.pathname),
    async ({ event, request }) => {
      const readable = new Request(request.url, { mode: 'cors', credentials: 'omit' });
      try {
        return await answerBy(covers, { event, request: readable });
      } catch {
        // Offline, another size of the picture is shown.
        for (const address of otherSizes(request.url)) {
          const cached = await caches.match(address, { cacheName: CACHE });
          if (cached) return cached;
        }
        // The host may lack CORS: the page's own request needs none, and its response is not cached.
        return fetch(request);
      }
    },
  );
}

type Plugin = NonNullable<StrategyOptions['plugins']>[number];

/** Workbox types its plugins' hooks as possibly undefined, which its strategies do not accept. */
function isPlugin(plugin: object): plugin is Plugin {
  return 'cacheWillUpdate' in plugin || 'cacheDidUpdate' in plugin;
}
