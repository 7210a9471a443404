/** The contract between the boot script (src/boot/first-paint.ts), the build (src/boot/build/) and the app. */

export interface Boot {
  /** Missing if only the logo is shown, and after the app has taken over. */
  page?: BootPage;
  /** Missing after the player has adopted it, and after it was stopped. */
  sound?: EarlySound;
  /** Missing once the engine has requested the prefetched URL. */
  rows?: FirstRows;
  /** Shows that the app could not be loaded. */
  fail?: () => void;
}

export interface BootPage {
  /** A shadow tree keeps document queries from finding its elements. */
  readonly tree: ShadowRoot;
  /** The pressed controls, in order, each once. */
  readonly pressed: Element[];
  readonly typed: Set<Field>;
  /** Whether a pointer is pressed. Until its release, the boot page must not be replaced. */
  isPointerDown: boolean;
  /** Called after each recorded press and at the release of the pointer. */
  onChange: () => void;
}

/** Audio started by a press before the app was ready (src/boot/play-early.ts). */
export interface EarlySound {
  readonly url: string;
  readonly element: HTMLAudioElement;
  /** Audio elements for the next tracks, unlocked by the same user gesture. */
  readonly spare: readonly HTMLAudioElement[];
  readonly release: () => void;
}

/** A request that the boot script prefetched for the engine (src/boot/prefetch-first-rows.ts). */
export interface FirstRows {
  readonly url: string;
  readonly body: string;
  readonly authorization: string;
  readonly response: Promise<Response>;
}

declare global {
  interface Window {
    boot?: Boot;
  }
}

export function bootState(): Boot {
  return (window.boot ??= {});
}

export const attributes = {
  /** On loading elements; the boot page stays until none is left. */
  pending: 'data-pending',
  key: 'data-key',
  /** The audio file's URL, on a control that plays it. */
  sound: 'data-sound',
  /** Integrated loudness and true peak of that file; not numbers if they are not measured. */
  loudness: 'data-loudness',
  /** On the app's root while the boot page covers it; index.html hides a root with this attribute. */
  covered: 'data-covered',
  /** Replaces the style attribute in markup, because the CSP refuses style attributes. */
  style: 'data-style',
  /** On a prerendered template. The value is its name: that of a page, or 'discs' for the play buttons. */
  page: 'data-page',
  css: 'data-css',
  globalRules: 'data-everywhere',
  recipes: 'data-recipes',
  /** On Explore's grid of skeletons. The value is the list's accessible name. */
  trackGrid: 'data-places',
  card: 'data-card',
  /** 'title' or 'artist', on the template's text elements. */
  text: 'data-text',
} as const;

export const pending = { [attributes.pending]: '' };

export function controlKey(key: string): { [attributes.key]: string } {
  return { [attributes.key]: key };
}

export const playKey = (audioSrc: string) => `play ${audioSrc}`;

export const FIELDS = 'input, textarea, select';
export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
export const CONTROLS = `a, button, ${FIELDS}, [role=button], [role=tab]`;

export function isField(target: EventTarget | null): target is Field {
  return target instanceof Element && target.matches(FIELDS);
}

interface Sound {
  audioSrc: string;
  loudness_lufs?: number | null | undefined;
  true_peak_dbtp?: number | null | undefined;
}

/** The attributes of a control that plays a track. */
export function soundAttributes({ audioSrc, loudness_lufs, true_peak_dbtp }: Sound): Record<string, string> {
  return { [attributes.sound]: audioSrc, [attributes.loudness]: loudnessText(loudness_lufs, true_peak_dbtp) };
}

/** Value of the attribute `loudness`. */
export const loudnessText = (lufs: unknown, peakDbtp: unknown) => `${String(lufs)} ${String(peakDbtp)}`;

export function soundOf(control: Element): string | null {
  return control.getAttribute(attributes.sound) || null;
}

/** Identifies a control by its key, else its href, else its label, in the boot page and in the app. */
export function keyOf(control: Element): string {
  const key = control.getAttribute(attributes.key) ?? control.getAttribute('href');
  if (key !== null) return `${control.tagName} ${key}`;
  const label = control.getAttribute('aria-label') ?? control.getAttribute('name') ?? control.textContent;
  return `${control.tagName} ${label.trim()} ${control.getAttribute('placeholder') ?? ''}`;
}

/** Finds the boot page's list that the app's list of this name replaces; null without one. */
export function findSnapshotList(label: string): Element | null {
  const lists = bootState().page?.tree.querySelectorAll('[role=list]') ?? [];
  return [...lists].find((list) => list.getAttribute('aria-label') === label) ?? null;
}

/** Chunk names of vite.config.ts. */
export const scripts = {
  /** Loaded in this order before the app renders (src/boot/main.ts). */
  app: ['open-engine', 'react', 'system', 'pieces', 'app'],
  /** The app imports these one after another, so the page preloads them together. */
  engine: ['engine', 'scope', 'workspace', 'rows', 'track-grid', 'player-code'],
} as const;
