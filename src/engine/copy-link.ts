import { toast } from './toast.ts';
import { texts } from '../platform/texts.ts';

/** Copies the full address of a page of the app to the clipboard, with a toast. */
export async function copyLink(path: string): Promise<void> {
  const address = new URL(path, window.location.origin).href;
  try {
    await navigator.clipboard.writeText(address);
    toast({ id: 'link', kind: 'success', title: texts.link.copied, duration: 2000 });
  } catch {
    // Without clipboard permission, show the address to copy by hand.
    toast({ id: 'link', kind: 'info', title: texts.link.address, text: address, duration: null });
  }
}

/** Opens the system's share sheet with the full address of a page of the app. */
export async function sendLink(path: string, title: string): Promise<void> {
  try {
    await navigator.share({ title, url: new URL(path, window.location.origin).href });
  } catch (error) {
    // Cancelling the share sheet is not a failure.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    await copyLink(path);
  }
}
