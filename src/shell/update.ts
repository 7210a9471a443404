import type { PageMessage } from '../../sw/messages.ts';

const CHECK_EVERY_MS = 60 * 60 * 1000;

/**
 * Registers the service worker and reports a waiting version, which takes over only when `apply` runs. Other tabs then offer a reload,
 * because music may play there.
 */
export function registerWorker(onWaiting: (apply: () => void) => void): () => void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return () => undefined;
  let isControlled = navigator.serviceWorker.controller !== null;
  let isStopped = false;
  let isAppliedHere = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  const onControllerChange = () => {
    if (isAppliedHere) window.location.reload();
    else if (isControlled) onWaiting(() => window.location.reload());
    // The page's first controller needs no reload, a later one does.
    isControlled = true;
  };
  navigator.serviceWorker.addEventListener('controllerchange', onControllerChange);
  void import('workbox-window').then(async ({ Workbox }) => {
    if (isStopped) return;
    const workbox = new Workbox('/service-worker.js');
    const reportWaiting = async () => {
      // On a slow device the first worker also waits briefly. Only a worker behind an active worker is an update.
      const registration = await navigator.serviceWorker.getRegistration();
      if (!registration?.active || !registration.waiting) return;
      onWaiting(() => {
        isAppliedHere = true;
        workbox.messageSkipWaiting();
      });
    };
    workbox.addEventListener('waiting', () => void reportWaiting());
    // Without a worker (private mode, offline first visit) the app still works.
    const registration = await workbox.register().catch(() => undefined);
    if (isStopped || !registration) return;
    timer = setInterval(() => void registration.update().catch(() => undefined), CHECK_EVERY_MS);
    await requestController();
  });
  return () => {
    isStopped = true;
    clearInterval(timer);
    navigator.serviceWorker.removeEventListener('controllerchange', onControllerChange);
  };
}

/** Asks the active worker to control this page: after a forced reload no worker does, and kept tracks would not play. */
async function requestController(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) active?.postMessage({ type: 'CLAIM' } satisfies PageMessage);
}
