import type { PageMessage } from '../../sw/messages.ts';

/** An update is looked for this often while the app stays open (ms). */
const CHECK_EVERY_MS = 60 * 60 * 1000;

/**
 * Registers the service worker and reports a new version that waits. The worker takes over only when `apply` runs. In
 * other tabs the reload is offered again rather than done: music may play there.
 */
export function registerWorker(onWaiting: (apply: () => void) => void): () => void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return () => undefined;
  let isControlled = navigator.serviceWorker.controller !== null;
  let isStopped = false;
  let isAskedHere = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  const onControllerChange = () => {
    if (isAskedHere) window.location.reload();
    else if (isControlled) onWaiting(() => window.location.reload());
    // Else the page had no controller before: nothing to reload for.
    isControlled = true;
  };
  navigator.serviceWorker.addEventListener('controllerchange', onControllerChange);
  void import('workbox-window').then(async ({ Workbox }) => {
    if (isStopped) return;
    const workbox = new Workbox('/service-worker.js');
    const offer = async () => {
      // The first worker of a slow device waits for a moment too. There is no older version then, nor when it has just begun.
      const registration = await navigator.serviceWorker.getRegistration();
      if (!registration?.active || !registration.waiting) return;
      onWaiting(() => {
        isAskedHere = true;
        workbox.messageSkipWaiting();
      });
    };
    workbox.addEventListener('waiting', () => void offer());
    // A failed registration (private mode, offline first visit) leaves the app as a page.
    const registration = await workbox.register().catch(() => undefined);
    timer = setInterval(() => void registration?.update().catch(() => undefined), CHECK_EVERY_MS);
    if (registration) await askForController();
  });
  return () => {
    isStopped = true;
    clearInterval(timer);
    navigator.serviceWorker.removeEventListener('controllerchange', onControllerChange);
  };
}

/** Without a controller kept tracks do not play. A forced reload has none, nor a page that loaded while the worker activated. */
async function askForController(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) active?.postMessage({ type: 'CLAIM' } satisfies PageMessage);
}
