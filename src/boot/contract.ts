/**
 * All that the page's first script (src/boot/first-paint.ts), the build (src/boot/build/) and the app know of each other: one object on
 * `window`, the attributes of the markup, and the names of the scripts.
 */

/** The object on `window`, by which the first script hands over to the app. */
export interface Boot {
  /** The page shown while the app boots; missing where only the logo is shown, and once the app has taken its place. */
  page?: BootPage;
  /** The sound of a press before the app was there; missing once the player has taken it, or it was stopped. */
  sound?: EarlySound;
  /** The request that was made ahead; missing once the engine has taken its answer. */
  rows?: FirstRows;
  /** Says that the app could not be loaded, with Retry, and lets links work as links; missing while a developer serves the app. */
  fail?: () => void;
}

/** The page shown while the app boots, and what people did to it meanwhile. */
export interface BootPage {
  /** A shadow tree, so that its elements are never taken for the app's, nor the app's for its. */
  readonly tree: ShadowRoot;
  /** Buttons and links that were pressed, in their order, each once. */
  readonly pressed: Element[];
  /** Fields that were typed into, and lists that were chosen from. */
  readonly typed: Set<Field>;
  /** A finger is down: nothing may move under it. */
  isHeld: boolean;
  /** Called at each change of the above, once the app listens. */
  onChange: () => void;
}

/** A sound that began within a press before the app was there (src/boot/play-early.ts). The player adopts its element. */
export interface EarlySound {
  /** Address of the track's file, as in `attributes.sound`. */
  readonly url: string;
  readonly element: HTMLAudioElement;
  /** Elements that the same press has allowed to sound, for the tracks that follow. */
  readonly spare: readonly HTMLAudioElement[];
  /** Called when it is no longer the first script's to hear and to show. */
  readonly leave: () => void;
}

/** A request that the first script made for the engine (src/boot/ask-first-rows.ts). */
export interface FirstRows {
  readonly url: string;
  readonly body: string;
  /** The `authorization` header: whose rows these are. */
  readonly authorization: string;
  readonly answer: Promise<Response>;
}

declare global {
  interface Window {
    boot?: Boot;
  }
}

/** The object on `window`; made by whoever asks first. */
export function bootState(): Boot {
  return (window.boot ??= {});
}

/** Attributes of the markup that both sides read. */
export const attributes = {
  /** Still loading: the page shown while booting stays until no element has it. */
  pending: 'data-pending',
  /** Key of a control; see `keyOf`. */
  key: 'data-key',
  /** On a control that plays a track which can be played now: the address of its file. */
  sound: 'data-sound',
  /** On the app's root while another page is shown in its place. index.html hides it by this. */
  covered: 'data-covered',
  /** The style attribute of an element in markup, where the page's policy refuses style attributes. */
  style: 'data-style',
  /** On a template that the build has drawn: which page it is, and the rules that it needs. */
  page: 'data-page',
  css: 'data-css',
  /** On the style elements of the rules for every element, and of the recipes. */
  everywhere: 'data-everywhere',
  recipes: 'data-recipes',
  /** In Explore's frame: the list of the first tracks with its name, the card's template, and its texts. */
  places: 'data-places',
  card: 'data-card',
  text: 'data-text',
} as const;

/** Marks an element as still loading. */
export const pending = { [attributes.pending]: '' };

/** Gives a control a key that stays the same while its words change. */
export function controlKey(key: string): { [attributes.key]: string } {
  return { [attributes.key]: key };
}

/** Key of what plays a track, by the address of its file. */
export const playKey = (audioSrc: string) => `play ${audioSrc}`;

export const FIELDS = 'input, textarea, select';
export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** What can be pressed or typed into. */
export const CONTROLS = `a, button, ${FIELDS}, [role=button], [role=tab]`;

export function isField(target: EventTarget | null): target is Field {
  return target instanceof Element && target.matches(FIELDS);
}

/** Address of the track that a control plays; null for any other control. */
export function soundOf(control: Element): string | null {
  return control.getAttribute(attributes.sound) || null;
}

/**
 * A control of the boot page and one of the app are the same if this is: its key, else the address of a link, else its words. Without a
 * key, a press on a control whose words have changed is dropped, as it may mean something else by now.
 */
export function keyOf(control: Element): string {
  const own = control.getAttribute(attributes.key) ?? control.getAttribute('href');
  if (own !== null) return `${control.tagName} ${own}`;
  const words = control.getAttribute('aria-label') ?? control.getAttribute('name') ?? control.textContent;
  return `${control.tagName} ${words.trim()} ${control.getAttribute('placeholder') ?? ''}`;
}

/** The list of this name in the page shown while booting, whose place the app's own list takes; null once the app has taken over. */
export function findSnapshotList(label: string): Element | null {
  const lists = bootState().page?.tree.querySelectorAll('[role=list]') ?? [];
  return [...lists].find((list) => list.getAttribute('aria-label') === label) ?? null;
}

/** Names of scripts; vite.config.ts says what each holds. */
export const scripts = {
  /** Loaded before the app is drawn, in this order (src/boot/main.ts). */
  app: ['door', 'react', 'looks', 'pieces', 'app'],
  /** Requested one after another before a signed-in person's rows are there: the page preloads them together. */
  engine: ['engine', 'scope', 'workspace', 'rows', 'track-grid', 'player-code'],
} as const;
