import { mp3OfMp4 } from '../sync/media/vbr-address.ts';
import { answerFromKept } from './answer-kept.ts';
import { fetchPart, partRequest } from './fetch-part.ts';
import { answerAsMp4 } from './mp3-in-mp4.ts';

const AUDIO = '/storage/v1/object/public/tracks/';

/**
 * Serves kept tracks from the cache, in ranges, and a variable-rate MP3 as an MP4 where its URL requests that (`inMp4`). Only track URLs
 * are handled: a live stream must bypass the worker.
 */
export function registerKeptAudio(scope: ServiceWorkerGlobalScope): void {
  const answer = (request: Request) => answerFromKept(request, scope.caches, fetchPart);
  scope.addEventListener('fetch', (event) => {
    const { request } = event;
    if (request.method !== 'GET' || !new URL(request.url).pathname.includes(AUDIO)) return;
    const mp3 = mp3OfMp4(request.url);
    if (mp3 === null) return event.respondWith(answer(request));
    const { signal } = request;
    const stored = (range: string | null) => answer(partRequest(mp3, range, signal));
    event.respondWith(answerAsMp4(request, stored));
  });
}
