import { useSyncExternalStore } from 'react';
import { createLive } from '../../../sync/model/live.ts';
import { isIos } from '../../platform/ios.ts';
import { localTexts } from '../../platform/page-storage.ts';

/** Chromium's event, kept until the person asks for it. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

/** How the app can be put on this device: by the browser's prompt, by iOS's share sheet, or not (installed already, or no way). */
export type InstallWay = 'prompt' | 'ios' | 'none';

const DISMISSED = 'install_dismissed';
const offer = createLive<InstallEvent | null>(null);

function isInstallEvent(event: Event): event is InstallEvent {
  return 'prompt' in event;
}

/** Keeps the browser from asking by itself at a bad moment. Called once, at boot. */
export function watchInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallEvent(event)) return;
    event.preventDefault();
    offer.set(event);
  });
  window.addEventListener('appinstalled', () => offer.set(null));
}

function isInstalled(): boolean {
  return (
    window.matchMedia('(display-mode: standalone)').matches ||
    ('standalone' in navigator && navigator.standalone === true)
  );
}

function way(): InstallWay {
  if (isInstalled()) return 'none';
  if (offer.get()) return 'prompt';
  return isIos() ? 'ios' : 'none';
}

export function useInstallWay(): InstallWay {
  return useSyncExternalStore(offer.subscribe, way);
}

/** Opens the browser's own prompt, inside the press. It can be opened once. */
export async function install(): Promise<void> {
  const event = offer.get();
  offer.set(null);
  await event?.prompt();
}

/** Whether the person said 'Not now'; the prompt stays in the You sheet and does not come by itself again. */
export function isInstallDismissed(): boolean {
  return localTexts.get(DISMISSED) !== null;
}

export function dismissInstall(): void {
  localTexts.set(DISMISSED, String(Date.now()));
}
