import { toast } from '../ui/toast.ts';
import { texts } from './texts.ts';

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
