import type { Scope } from '../../sync/client.ts';
import { whenIdle } from '../platform/when-idle.ts';
import { attributes, bootState } from './contract.ts';
import { type Snapshot, snapshotKey } from './snapshot.ts';

/** A page is saved after it has been shown for this long, once the browser is idle. */
const SHOWN_MS = 4_000;
/** Stored snapshots per person. Each has about 70,000 characters. */
const MAX_SNAPSHOTS = 6;
const KEYS_TEXT = 'pages';
/** Rows that begin further down than this are left out, to speed up the first frame. In heights of the window. */
const MAX_WINDOW_HEIGHTS = 1.5;

export interface ShownPage {
  /** Null during a navigation, when the URL already belongs to the next page. */
  path: () => string | null;
  onDrawn: (listener: () => void) => () => void;
}

/** Saves each shown page when it has settled, when the network is lost or restored, and when the tab becomes hidden. */
export function saveSnapshots(
  { device, status }: Pick<Scope, 'device' | 'status'>,
  shown: ShownPage,
  stopped: AbortSignal,
): void {
  if (stopped.aborted) return;
  let stopIdle = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = '';
  const save = () => {
    const path = shown.path();
    const page = path === null ? null : capturePage();
    if (path === null || !page) return;
    const key = snapshotKey(path, navigator.onLine);
    const text = `${key} ${page.html}`;
    if (text === last) return;
    last = text;
    evictOldest(device, key);
    device.setText(key, JSON.stringify({ ...page, css: rulesFor(page.html) } satisfies Snapshot));
  };
  const saveSoon = () => {
    clearTimeout(timer);
    stopIdle();
    timer = setTimeout(() => (stopIdle = whenIdle(save, SHOWN_MS)), SHOWN_MS);
  };
  const onHidden = () => {
    // Leaving the page aborts its requests, so the app seems offline for a moment.
    const mayBeLeaving = navigator.onLine && status.get().network === 'offline';
    if (document.visibilityState === 'hidden' && !mayBeLeaving) save();
  };
  document.addEventListener('visibilitychange', onHidden, { signal: stopped });
  const stopPages = shown.onDrawn(saveSoon);
  let { network } = status.get();
  const stopStatus = status.subscribe(() => {
    const { network: now } = status.get();
    if (now === network) return;
    network = now;
    saveSoon();
  });
  stopped.addEventListener('abort', () => {
    clearTimeout(timer);
    stopIdle();
    stopPages();
    stopStatus();
  });
  saveSoon();
}

/** Deletes the least recently saved snapshots above MAX_SNAPSHOTS, because drafts share the storage. */
function evictOldest(device: Scope['device'], key: string): void {
  const keys = (device.text(KEYS_TEXT) ?? '').split('\n').filter((stored) => stored !== '' && stored !== key);
  for (const oldKey of keys.splice(0, Math.max(0, keys.length - MAX_SNAPSHOTS + 1))) device.setText(oldKey, '');
  device.setText(KEYS_TEXT, [...keys, key].join('\n'));
}

/** A page with one of these fields is not saved, because snapshots must not contain drafts or passwords. */
const FORM_FIELDS = '#root :is(textarea, input:not([type=search], [type=range], [type=checkbox], [type=radio]))';
const PENDING = `#root [${attributes.pending}]`;
const DIALOGS = '[role=dialog], [role=alertdialog]';

/** Copies the page; null if it cannot be shown as a snapshot in its current state. */
function capturePage(): Omit<Snapshot, 'css'> | null {
  const root = document.getElementById('root');
  if (!root || bootState().page || window.scrollY > 0 || location.search || location.hash) return null;
  if (!root.querySelector('main') || document.querySelector(`${FORM_FIELDS}, ${PENDING}, ${DIALOGS}`)) return null;
  const copy = root.cloneNode(true) as HTMLElement;
  removeFarRows(root, copy);
  for (const element of copy.querySelectorAll('[style]')) {
    element.setAttribute(attributes.style, element.getAttribute('style') ?? '');
    element.removeAttribute('style');
  }
  // Object URLs do not outlive this document.
  for (const element of copy.querySelectorAll('[src^="blob:"]')) element.removeAttribute('src');
  for (const element of copy.querySelectorAll('audio, video, iframe')) element.remove();
  return {
    width: innerWidth,
    theme: document.documentElement.dataset['theme'] ?? '',
    html: copy.innerHTML,
  };
}

function removeFarRows(root: HTMLElement, copy: HTMLElement): void {
  const rows = (within: HTMLElement) => within.querySelectorAll('[role=list] > [role=presentation], [role=listitem]');
  const copies = rows(copy);
  rows(root).forEach((row, at) => {
    if (row.getBoundingClientRect().top > innerHeight * MAX_WINDOW_HEIGHTS) copies[at]?.remove();
  });
}

function rulesFor(html: string): string {
  const names = new Set<string>();
  for (const [, list = ''] of html.matchAll(/ class="([^"]*)"/g)) for (const name of list.split(' ')) names.add(name);
  const isUsed = (selector: string) =>
    selector
      .split(',')
      .some((part) => (part.match(/\.-?[_a-zA-Z][\w-]*/g) ?? []).every((name) => names.has(name.slice(1))));
  const textOf = (rule: CSSRule): string => {
    if (rule instanceof CSSStyleRule) return isUsed(rule.selectorText) ? rule.cssText : '';
    if (!(rule instanceof CSSGroupingRule)) return rule.cssText;
    const inner = [...rule.cssRules].map(textOf).join('');
    return inner && `${preludeOf(rule)}{${inner}}`;
  };
  // The boot page adds the global rules itself (src/boot/first-paint.ts).
  const sheets = [...document.styleSheets].filter(({ href, ownerNode }) => !href && isOfApp(ownerNode));
  return [...sheets, ...document.adoptedStyleSheets].flatMap(({ cssRules }) => [...cssRules].map(textOf)).join('');
}

/** The start of the group's text, up to its brace. Reading `cssText` would serialize all inner rules, which is slow. */
function preludeOf(group: CSSGroupingRule): string {
  if (group instanceof CSSLayerBlockRule) return `@layer ${group.name}`;
  if (group instanceof CSSMediaRule) return `@media ${group.conditionText}`;
  if (group instanceof CSSSupportsRule) return `@supports ${group.conditionText}`;
  return group.cssText.slice(0, group.cssText.indexOf('{'));
}

function isOfApp(node: Element | ProcessingInstruction | null): boolean {
  return node instanceof Element && node.matches(`[data-emotion], [${attributes.recipes}]`);
}
