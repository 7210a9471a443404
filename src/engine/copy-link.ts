import { toast } from './toast.ts';
import { texts } from '../platform/texts.ts';

export async function copyLink(path: string): Promise<void> {
  const address = new URL(path, window.location.origin).href;
  try {
    await navigator.clipboard.writeText(address);
    toast({ id: 'link', kind: 'success', title: texts.link.copied, duration: 2000 });
  } catch {
    toast({ id: 'link', kind: 'info', title: texts.link.address, text: address, duration: null });
  }
}

export async function sendLink(path: string, title: string): Promise<void> {
  try {
    await navigator.share({ title, url: new URL(path, window.location.origin).href });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    await copyLink(path);
  }
}
