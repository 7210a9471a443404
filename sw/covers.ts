import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { ExpirationPlugin } from 'workbox-expiration';
import { otherSizes } from '../sync/media/picture-sizes.ts';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, type StrategyOptions } from 'workbox-strategies';

const CACHE = 'covers';
const COVERS = /\/storage\/v1\/object\/public\/(covers|avatars)\//;
/** Most of them are lists' small pictures of a few KB: about 30 MB in all. */
const MOST = 800;
const LONGEST_S = 30 * 24 * 60 * 60;

/** Covers and avatars: their addresses change with their content, so the first copy is good. */
export function registerCovers(): void {
  const plugins: object[] = [
    // An opaque picture of 2.5 KB costs 7 MB of quota: only what CORS lets us see is kept.
    new CacheableResponsePlugin({ statuses: [200] }),
    new ExpirationPlugin({ maxEntries: MOST, maxAgeSeconds: LONGEST_S, purgeOnQuotaError: true }),
  ];
  const covers = new CacheFirst({
    cacheName: CACHE,
    plugins: plugins.filter(isPlugin),
  });
  registerRoute(
    ({ url, request }) => request.method === 'GET' && COVERS.test(url.pathname),
    async ({ event, request }) => {
      const readable = new Request(request.url, { mode: 'cors', credentials: 'omit' });
      try {
        return await covers.handle({ event, request: readable });
      } catch {
        // Without a network another size of the picture will do.
        for (const address of otherSizes(request.url)) {
          const kept = await caches.match(address, { cacheName: CACHE });
          if (kept) return kept;
        }
        // A host without CORS can still be looked at, only not kept.
        return fetch(request);
      }
    },
  );
}

type Plugin = NonNullable<StrategyOptions['plugins']>[number];

/** Workbox declares the hooks of its own plugins as possibly undefined, which its strategies then do not take. */
function isPlugin(plugin: object): plugin is Plugin {
  return 'cacheWillUpdate' in plugin || 'cacheDidUpdate' in plugin;
}
