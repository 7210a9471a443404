import { attributes } from './contract.ts';

/** The markup of a page, shown while the app boots. It belongs to one person, and is deleted when they sign out. */
export interface Snapshot {
  /** The window's width, in px; a snapshot is not used at another width. */
  readonly width: number;
  /** `data-theme` of the document. */
  readonly theme: string;
  /** Markup of the app's root, in which `attributes.style` replaces the style attributes. */
  readonly html: string;
  /** The rules that the markup needs beside the global ones. */
  readonly css: string;
}

/** Storage key of a path's snapshot. Offline pages look different and have their own. */
export function snapshotKey(path: string, isOnline: boolean): string {
  return `page ${path === '/' ? '/explore' : path}${isOnline ? '' : ' offline'}`;
}

/** Converts `attributes.style` back to inline styles. */
export function writeStyles(within: ParentNode): void {
  for (const element of within.querySelectorAll<HTMLElement>(`[${attributes.style}]`))
    element.style.cssText = element.getAttribute(attributes.style) ?? '';
}
