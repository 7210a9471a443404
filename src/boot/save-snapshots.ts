import type { Scope } from '../../sync/client.ts';
import { whenIdle } from '../platform/when-idle.ts';
import { attributes, bootState } from './contract.ts';
import { type Snapshot, snapshotKey } from './snapshot.ts';

/** A page that was shown for so long (ms) is saved when there is nothing else to do. */
const SHOWN_MS = 4_000;
/** So many snapshots are kept, each of about 70,000 letters. */
const MOST = 6;
/** Names the text with their keys, the newest last. */
const KEYS = 'pages';
/** What lies further down than so many windows is not drawn in the first frame. */
const WINDOWS = 1.5;

/** The page that the app shows. */
export interface ShownPage {
  /** Its path; null while another one is loading: the address is already that one's. */
  path: () => string | null;
  /** Called when a page has been drawn. @returns unsubscribes */
  onDrawn: (listener: () => void) => () => void;
}

/**
 * Saves snapshots of what the person sees, so that the next start shows them while the app boots: of each page once it was shown for a
 * while, with a network or without one, and again when the app goes out of sight.
 */
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
    const page = path === null ? null : pageNow();
    if (path === null || !page) return;
    const key = snapshotKey(path, navigator.onLine);
    const text = `${key} ${page.html}`;
    if (text === last) return;
    last = text;
    makeRoom(device, key);
    device.setText(key, JSON.stringify({ ...page, css: rulesFor(page.html) } satisfies Snapshot));
  };
  const saveSoon = () => {
    clearTimeout(timer);
    stopIdle();
    timer = setTimeout(() => (stopIdle = whenIdle(save, SHOWN_MS)), SHOWN_MS);
  };
  const onHidden = () => {
    // Leaving the page cuts its requests off, so that it looks offline for a moment. If it really is, it was saved before.
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

/** Drops the oldest snapshot: drafts share the storage with these. */
function makeRoom(device: Scope['device'], key: string): void {
  const kept = (device.text(KEYS) ?? '').split('\n').filter((one) => one !== '' && one !== key);
  for (const one of kept.splice(0, Math.max(0, kept.length - MOST + 1))) device.setText(one, '');
  device.setText(KEYS, [...kept, key].join('\n'));
}

/** Fields whose text no snapshot may hold: a draft that may grow later, a password. */
const WRITTEN = '#root :is(textarea, input:not([type=search], [type=range], [type=checkbox], [type=radio]))';
const PENDING = `#root [${attributes.pending}]`;
const OVER = '[role=dialog], [role=alertdialog]';

/** The page at its top, whole, with nothing over it and no form in it; null where it is not so. */
function pageNow(): Omit<Snapshot, 'css'> | null {
  const root = document.getElementById('root');
  if (!root || bootState().page || window.scrollY > 0 || location.search || location.hash) return null;
  if (!root.querySelector('main') || document.querySelector(`${WRITTEN}, ${PENDING}, ${OVER}`)) return null;
  const copy = root.cloneNode(true) as HTMLElement;
  leaveOutFarRows(root, copy);
  for (const one of copy.querySelectorAll('[style]')) {
    one.setAttribute(attributes.style, one.getAttribute('style') ?? '');
    one.removeAttribute('style');
  }
  // Addresses that live as long as this page, and what is heard.
  for (const one of copy.querySelectorAll('[src^="blob:"]')) one.removeAttribute('src');
  for (const one of copy.querySelectorAll('audio, video, iframe')) one.remove();
  return {
    width: innerWidth,
    theme: document.documentElement.dataset['theme'] ?? '',
    html: copy.innerHTML,
  };
}

function leaveOutFarRows(root: HTMLElement, copy: HTMLElement): void {
  const rows = (within: HTMLElement) => within.querySelectorAll('[role=list] > [role=presentation], [role=listitem]');
  const copies = rows(copy);
  rows(root).forEach((row, at) => {
    if (row.getBoundingClientRect().top > innerHeight * WINDOWS) copies[at]?.remove();
  });
}

/** The rules of the app's own sheets that name what stands in a page, and those that name no class. */
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
    return inner && `${headOf(rule)}{${inner}}`;
  };
  // What the page itself links stands there before the app.
  const sheets = [...document.styleSheets].filter(({ href, ownerNode }) => !href && isOfApp(ownerNode));
  return [...sheets, ...document.adoptedStyleSheets].flatMap(({ cssRules }) => [...cssRules].map(textOf)).join('');
}

/** What stands before a group's rules. Its own text would be that of all its rules, which takes long. */
function headOf(group: CSSGroupingRule): string {
  if (group instanceof CSSLayerBlockRule) return `@layer ${group.name}`;
  if (group instanceof CSSMediaRule) return `@media ${group.conditionText}`;
  if (group instanceof CSSSupportsRule) return `@supports ${group.conditionText}`;
  return group.cssText.slice(0, group.cssText.indexOf('{'));
}

function isOfApp(node: Element | ProcessingInstruction | null): boolean {
  return node instanceof Element && node.matches(`[data-emotion], [${attributes.recipes}]`);
}
