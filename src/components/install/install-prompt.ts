import { useSyncExternalStore } from 'react';
import { isIos } from '../../platform/ios.ts';
import { localTexts } from '../../platform/page-storage.ts';

/** Chromium's event, kept until the person asks for it. */
interface InstallEvent extends Event {
  prompt(): Promise<void>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** How the app can be put on this device: by the browser's prompt, by iOS's share sheet, or not (installed already, or no way). */
export type InstallWay = 'prompt' | 'ios' | 'none';

const DISMISSED = 'install_dismissed';
let waiting: InstallEvent | null = null;
const listeners = new Set<() => void>();
const changed = () => listeners.forEach((listener) => listener());

function isInstallEvent(event: Event): event is InstallEvent {
  return 'prompt' in event && 'userChoice' in event;
}

/** Keeps the browser from asking by itself at a bad moment. Called once, at boot. */
export function watchInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallEvent(event)) return;
    event.preventDefault();
    waiting = event;
    changed();
  });
  window.addEventListener('appinstalled', () => {
    waiting = null;
    changed();
  });
}

function isInstalled(): boolean {
  return (
    window.matchMedia('(display-mode: standalone)').matches ||
    ('standalone' in navigator && navigator.standalone === true)
  );
}

function way(): InstallWay {
  if (isInstalled()) return 'none';
  if (waiting) return 'prompt';
  return isIos() ? 'ios' : 'none';
}

export function useInstallWay(): InstallWay {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, way);
}

/** Opens the browser's own prompt, inside the press. */
export async function install(): Promise<void> {
  const event = waiting;
  if (!event) return;
  waiting = null;
  await event.prompt();
  await event.userChoice;
  changed();
}

/** Whether the person said 'Not now'; the prompt stays in the You sheet and does not come by itself again. */
export function isInstallDismissed(): boolean {
  return localTexts.get(DISMISSED) !== null;
}

export function dismissInstall(): void {
  localTexts.set(DISMISSED, String(Date.now()));
  changed();
}
