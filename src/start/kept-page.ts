/** A page as it stood, to be drawn again before the app's code is there. It is its person's, and leaves with them. */
export interface KeptPage {
  /** Of the window, in px: another width has another layout. */
  readonly width: number;
  /** `data-theme` of the document. */
  readonly theme: string;
  /** What stood in the app's root; style attributes, which the page's policy refuses in markup, are `data-style`. */
  readonly html: string;
  /** The rules that it needs beside the page's own. */
  readonly css: string;
}

/** Under which the page of an address is kept. Without a network it says other things, and stands for itself. */
export function pageKey(path: string, isOnline: boolean): string {
  return `page ${path === '/' ? '/explore' : path}${isOnline ? '' : ' offline'}`;
}

/** Makes `data-style` style again. */
export function writeStyles(within: ParentNode): void {
  for (const one of within.querySelectorAll<HTMLElement>('[data-style]'))
    one.style.cssText = one.dataset['style'] ?? '';
}

/** What stands in the page before the app, and what people did to it meanwhile. */
export interface FirstPaint {
  /** Where it stands: a tree of its own, so that nothing of it is taken for the app's, nor the app's for it. */
  readonly tree: ShadowRoot;
  /** Buttons and links that were pressed, in their order. */
  readonly pressed: Element[];
  /** Fields that were typed into, and lists that were chosen from. */
  readonly typed: Set<Field>;
  /** A finger is down: nothing may move under it. */
  isHeld: boolean;
  /** Called at each change of the above, once the app is there to be told. */
  onChange: () => void;
}

declare global {
  interface Window {
    /** Missing where nothing but the mark stands before the app. */
    firstPaint?: FirstPaint;
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export const FIELDS = 'input, textarea, select';
/** What is pressed or typed into, in what stands before the app and in the app alike. */
export const CONTROLS = `a, button, ${FIELDS}, [role=button], [role=tab]`;

export function isField(target: EventTarget | null): target is Field {
  return target instanceof Element && target.matches(FIELDS);
}
