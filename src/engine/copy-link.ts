import { toast } from './toast.ts';
import { texts } from '../platform/texts.ts';

/** Puts the full address of a page of the app on the clipboard, and says so. */
export async function copyLink(path: string): Promise<void> {
  const address = new URL(path, window.location.origin).href;
  try {
    await navigator.clipboard.writeText(address);
    toast({ id: 'link', kind: 'success', title: texts.link.copied, duration: 2000 });
  } catch {
    // Without the right to the clipboard the address itself is shown, to be copied by hand.
    toast({ id: 'link', kind: 'info', title: texts.link.address, text: address, duration: null });
  }
}

/** Hands the full address of a page of the app to the system, which asks whom it goes to. */
export async function sendLink(path: string, title: string): Promise<void> {
  try {
    await navigator.share({ title, url: new URL(path, window.location.origin).href });
  } catch (error) {
    // To think better of it is no failure.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    await copyLink(path);
  }
}
