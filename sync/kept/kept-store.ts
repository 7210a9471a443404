import { toStorageFailure } from '../core/storage-failure.ts';
import type { FetchedAudio } from './fetch-whole.ts';

/** Whole files in the cache of one owner, under their public address. */
export interface KeptStore {
  /** @throws StorageFailure */
  put(url: string, audio: FetchedAudio): Promise<void>;
  has(url: string): Promise<boolean>;
  delete(url: string): Promise<void>;
  /** The addresses of all that is there, as the browser writes them. */
  urls(): Promise<Set<string>>;
  /** What may still be stored and how much there may be in all, in bytes; null where the browser does not say. */
  room(): Promise<{ free: number; quota: number } | null>;
}

export function openKeptStore(
  caches: CacheStorage | null,
  cacheName: string,
  storage: { estimate: () => Promise<StorageEstimate> },
): KeptStore {
  const open = async () => {
    if (!caches) throw toStorageFailure(new Error('no cache storage'));
    return caches.open(cacheName);
  };
  return {
    async put(url, audio) {
      const headers = {
        'content-type': audio.type,
        'content-length': String(audio.body.size),
        'accept-ranges': 'bytes',
      };
      // The plain 200 that the service worker cuts ranges from.
      await (await open()).put(url, new Response(audio.body, { status: 200, headers })).catch((error: unknown) => {
        throw toStorageFailure(error);
      });
    },
    has: async (url) => (await (await open()).match(url, { ignoreVary: true })) !== undefined,
    delete: async (url) => void (await (await open()).delete(url)),
    urls: async () => new Set((await (await open()).keys()).map((request) => request.url)),
    async room() {
      const { quota, usage } = await storage.estimate().catch((): StorageEstimate => ({}));
      return quota === undefined || usage === undefined ? null : { free: quota - usage, quota };
    },
  };
}
