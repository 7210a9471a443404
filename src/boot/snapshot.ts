import { attributes } from './contract.ts';

/** A page's markup, shown while the app boots. It is deleted when its person signs out. */
export interface Snapshot {
  /** In px; the snapshot is valid only at this window width. */
  readonly width: number;
  readonly theme: string;
  readonly html: string;
  readonly css: string;
}

/** Storage key. Offline pages look different and have their own snapshots. */
export function snapshotKey(path: string, isOnline: boolean): string {
  return `page ${path === '/' ? '/explore' : path}${isOnline ? '' : ' offline'}`;
}

/** Applies the styles that the markup holds in data attributes (contract.ts). */
export function writeStyles(within: ParentNode): void {
  for (const element of within.querySelectorAll<HTMLElement>(`[${attributes.style}]`))
    element.style.cssText = element.getAttribute(attributes.style) ?? '';
}
