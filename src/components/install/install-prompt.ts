import { useSyncExternalStore } from 'react';
import { createLive } from '../../../sync/model/live.ts';
import { isIos } from '../../platform/ios.ts';
import { localTexts } from '../../platform/page-storage.ts';

interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

export type InstallMethod = 'prompt' | 'ios' | 'none';

const DISMISSED_KEY = 'install_dismissed';
const installEvent = createLive<InstallEvent | null>(null);

function isInstallEvent(event: Event): event is InstallEvent {
  return 'prompt' in event;
}

/** Keeps the browser's install event for `install`, and suppresses the browser's own banner. Call once, at boot. */
export function watchInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallEvent(event)) return;
    event.preventDefault();
    installEvent.set(event);
  });
  window.addEventListener('appinstalled', () => installEvent.set(null));
}

function isInstalled(): boolean {
  return (
    window.matchMedia('(display-mode: standalone)').matches ||
    ('standalone' in navigator && navigator.standalone === true)
  );
}

function installMethod(): InstallMethod {
  if (isInstalled()) return 'none';
  if (installEvent.get()) return 'prompt';
  return isIos() ? 'ios' : 'none';
}

export function useInstallMethod(): InstallMethod {
  return useSyncExternalStore(installEvent.subscribe, installMethod);
}

/** Opens the browser's install prompt. Needs a user gesture. An event's prompt opens only once. */
export async function install(): Promise<void> {
  const event = installEvent.get();
  installEvent.set(null);
  await event?.prompt();
}

/** Whether 'Not now' was pressed. The offer then no longer opens by itself; the You sheet still contains it. */
export function isInstallDismissed(): boolean {
  return localTexts.get(DISMISSED_KEY) !== null;
}

export function dismissInstall(): void {
  localTexts.set(DISMISSED_KEY, String(Date.now()));
}
