import { answerFromKept } from './answer-kept.ts';

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
