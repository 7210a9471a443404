import { attributes } from './contract.ts';

/** A page as it was shown, to be shown again while the app boots. It belongs to one person, and leaves with them. */
export interface Snapshot {
  /** Of the window, in px: another width has another layout. */
  readonly width: number;
  /** `data-theme` of the document. */
  readonly theme: string;
  /** Markup of the app's root; style attributes are `attributes.style`. */
  readonly html: string;
  /** The rules that it needs beside the page's own. */
  readonly css: string;
}

/** Names the text that holds the snapshot of an address. A page says other things without a network, and has a second one. */
export function snapshotKey(path: string, isOnline: boolean): string {
  return `page ${path === '/' ? '/explore' : path}${isOnline ? '' : ' offline'}`;
}

/** Turns `attributes.style` into styles again. */
export function writeStyles(within: ParentNode): void {
  for (const one of within.querySelectorAll<HTMLElement>(`[${attributes.style}]`))
    one.style.cssText = one.getAttribute(attributes.style) ?? '';
}
