/**
 * The contract between the boot script (src/boot/first-paint.ts), the build (src/boot/build/) and the app: one object on `window`, the
 * attributes of the markup, and the names of the scripts.
 */

/** The object on `window` with which the boot script hands over to the app. */
export interface Boot {
  /** The page shown while the app boots. Missing if only the logo is shown, and after the app has taken over. */
  page?: BootPage;
  /** Audio started by a press before the app was ready. Missing after the player has adopted it, or it was stopped. */
  sound?: EarlySound;
  /** The prefetched request. Missing once the engine has requested this URL. */
  rows?: FirstRows;
  /** Shows that the app could not be loaded, with Retry, and lets links navigate normally. */
  fail?: () => void;
}

/** The page shown while the app boots, and the input it received meanwhile. */
export interface BootPage {
  /** A shadow tree, so that queries never mix its elements with the app's. */
  readonly tree: ShadowRoot;
  /** Pressed buttons and links in order, each once. */
  readonly pressed: Element[];
  /** Inputs and selects that were changed. */
  readonly typed: Set<Field>;
  /** A pointer is down; the page must not be replaced under it. */
  isPointerDown: boolean;
  /** Called at each change of the fields above, once the app listens. */
  onChange: () => void;
}

/** Audio started by a press before the app was ready (src/boot/play-early.ts). The player adopts its element. */
export interface EarlySound {
  /** Address of the track's file, as in `attributes.sound`. */
  readonly url: string;
  readonly element: HTMLAudioElement;
  /** More elements unlocked by the same user gesture, for the next tracks. */
  readonly spare: readonly HTMLAudioElement[];
  /** Ends the boot script's listeners and display for this audio. */
  readonly release: () => void;
}

/** A request that the boot script sent ahead for the engine (src/boot/prefetch-first-rows.ts). */
export interface FirstRows {
  readonly url: string;
  readonly body: string;
  /** The `authorization` header, which identifies the rows' owner. */
  readonly authorization: string;
  readonly response: Promise<Response>;
}

declare global {
  interface Window {
    boot?: Boot;
  }
}

/** The object on `window`, created on first access. */
export function bootState(): Boot {
  return (window.boot ??= {});
}

/** Attributes of the markup through which the build, the boot script and the app communicate. */
export const attributes = {
  /** On elements that are still loading; the boot page stays until there are none. */
  pending: 'data-pending',
  /** Key of a control; see `keyOf`. */
  key: 'data-key',
  /** On a control that plays an available track: the URL of its audio file. */
  sound: 'data-sound',
  /** On the app's root while the boot page is shown; index.html hides the root by this. */
  covered: 'data-covered',
  /** Replaces the style attribute in markup, because the CSP refuses style attributes. */
  style: 'data-style',
  /** On a prerendered template: its page's name, and the rules it needs. */
  page: 'data-page',
  css: 'data-css',
  /** On the style elements of the global rules and of the recipes. */
  globalRules: 'data-everywhere',
  recipes: 'data-recipes',
  /** On Explore's grid of skeletons, which the first tracks replace; the value is the list's accessible name. */
  trackGrid: 'data-places',
  /** On the template of those tracks' cards. */
  card: 'data-card',
  /** On a text element of the template: 'title' or 'artist'. */
  text: 'data-text',
} as const;

/** Marks an element as still loading. */
export const pending = { [attributes.pending]: '' };

/** Gives a control a key that is independent of its label. */
export function controlKey(key: string): { [attributes.key]: string } {
  return { [attributes.key]: key };
}

/** Key of a track's play button, by its audio URL. */
export const playKey = (audioSrc: string) => `play ${audioSrc}`;

export const FIELDS = 'input, textarea, select';
export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** Selector of interactive elements. */
export const CONTROLS = `a, button, ${FIELDS}, [role=button], [role=tab]`;

export function isField(target: EventTarget | null): target is Field {
  return target instanceof Element && target.matches(FIELDS);
}

/** URL of the track that a control plays; null for other controls. */
export function soundOf(control: Element): string | null {
  return control.getAttribute(attributes.sound) || null;
}

/**
 * Identifies a control in the boot page and in the app: by its key, else its href, else its label. If only the label identifies
 * it and has changed, a press is dropped, because the action may have changed too.
 */
export function keyOf(control: Element): string {
  const key = control.getAttribute(attributes.key) ?? control.getAttribute('href');
  if (key !== null) return `${control.tagName} ${key}`;
  const label = control.getAttribute('aria-label') ?? control.getAttribute('name') ?? control.textContent;
  return `${control.tagName} ${label.trim()} ${control.getAttribute('placeholder') ?? ''}`;
}

/** The list of this name in the boot page, which the app's list replaces; null without one, and after the app has taken over. */
export function findSnapshotList(label: string): Element | null {
  const lists = bootState().page?.tree.querySelectorAll('[role=list]') ?? [];
  return [...lists].find((list) => list.getAttribute('aria-label') === label) ?? null;
}

/** Names of scripts; vite.config.ts says what each holds. */
export const scripts = {
  /** Loaded in this order before the app renders (src/boot/main.ts). */
  app: ['open-engine', 'react', 'system', 'pieces', 'app'],
  /** Imported one after another before a signed-in person's rows load; the page preloads them together. */
  engine: ['engine', 'scope', 'workspace', 'rows', 'track-grid', 'player-code'],
} as const;
