import { behindMp4 } from '../sync/media/vbr-address.ts';
import { answerFromKept } from './answer-kept.ts';
import { fetchPart, partOf } from './fetch-part.ts';
import { answerAsMp4 } from './mp3-in-mp4.ts';

const AUDIO = '/storage/v1/object/public/tracks/';

/**
 * Answers a kept track from the device, in ranges. It never keeps anything by itself, and what is not kept goes to the
 * network, untouched where the browser can (`fetchPart`), but for what the page asks to have as an MP4. Only the addresses of
 * tracks pass through here: a live stream must stay out of the worker.
 */
export function registerKeptAudio(scope: ServiceWorkerGlobalScope): void {
  const answer = (request: Request) => answerFromKept(request, scope.caches, fetchPart);
  scope.addEventListener('fetch', (event) => {
    const { request } = event;
    if (request.method !== 'GET' || !new URL(request.url).pathname.includes(AUDIO)) return;
    const mp3 = behindMp4(request.url);
    if (mp3 === null) return event.respondWith(answer(request));
    const { signal } = request;
    const stored = (range: string | null) => answer(partOf(mp3, range, signal));
    event.respondWith(answerAsMp4(request, stored));
  });
}
