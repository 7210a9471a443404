import { useEffectEvent, useLayoutEffect, useState } from 'react';

/**
 * Everything that opens over a page (menu, sheet, dialog, question, a conversation within the messages) is a layer, and each open layer
 * has one entry of the tab's history above its page, so that Back closes the uppermost one and nothing else (S-54).
 *
 * - The entry has the page's address and the page's state, and in `layer` its depth: 1 is the lowest one. Entries belong to depths and
 *   not to layers: one that takes another's place takes its entry.
 * - The router never hears of these entries: traversals within one page are kept from its `popstate` listener, and its own writes
 *   come here first (`writeEntry`).
 * - A layer that closes otherwise takes its entry away by going back. That is asynchronous: until it has happened, nothing is written.
 * - A new page takes the place of the lowest layer's entry. Entries in which no layer is open (Forward, a reload) are left at once.
 *
 * What the history holds is compared with what is open after each change, rather than assumed.
 */
interface Layer {
  /** Counts up with each layer that is drawn: one within another stands above it. */
  readonly order: number;
  readonly close: () => void;
  /** Back was pressed, and it has not closed yet. */
  isAsked: boolean;
  /** Its page is being left: it has no entry any more. */
  isLeaving: boolean;
}

/** The router's state of an entry, as it wrote it; the position of the page in the tab's history is one of its fields. */
type PageState = Readonly<Record<string, unknown>> | null;
interface PageEntry {
  state: PageState;
  url: string;
}
type Write = PageEntry & { kind: 'push' | 'replace' };

/**
 * A traversal that the browser has not done within this time, in ms, is not coming. A busy phone takes seconds: one that came after it was
 * given up would undo the page that was gone to meanwhile.
 */
const TRAVEL_MS = 10_000;

/** What a router has put on the object itself does not hear of these. */
const native = {
  push: (state: PageState, url: string) => History.prototype.pushState.call(history, state, '', url),
  replace: (state: PageState, url: string) => History.prototype.replaceState.call(history, state, '', url),
  go: (delta: number) => History.prototype.go.call(history, delta),
};

/** Those that are open, each above the one before it. */
let open: readonly Layer[] = [];
/** The page that stands under them. */
let page: PageEntry = { state: null, url: '' };
/** The page was written anew while the history stood at a layer's entry: its own is older. */
let isPageStale = false;
/** The depth of the entry that the history stands at; 0 is the page's own. */
let depth = 0;
/** What the router wrote while a traversal was under way. */
let writes: readonly Write[] = [];
/** Ends the wait for a traversal that is under way. */
let travel: number | null = null;
let drawn = 0;
let settling: number | null = null;

// A build draws pages too, where there is no history.
if (typeof window !== 'undefined') follow();

function follow(): void {
  page = pageNow();
  depth = depthOf(history.state);
  window.addEventListener('popstate', onPop, true);
  history.pushState = (state: unknown, _, url) => writeEntry('push', state, url);
  history.replaceState = (state: unknown, _, url) => writeEntry('replace', state, url);
  // The page was loaded anew with a layer open.
  if (depth > 0) settleSoon();
}

/**
 * Makes what is drawn a layer for as long as it stands.
 * @param onBack closes it; a layer that does not close then (a busy question) keeps its place in the history
 */
export function useLayer(onBack: () => void): void {
  const [order] = useState(() => ++drawn);
  const close = useEffectEvent(onBack);
  useLayoutEffect(() => {
    const layer: Layer = { order, close: () => close(), isAsked: false, isLeaving: false };
    open = [...open, layer].sort((a, b) => a.order - b.order);
    queueMicrotask(settle);
    return () => {
      open = open.filter((each) => each !== layer);
      // What takes its place may come in the same task.
      settleSoon();
    };
  }, [order]);
}

/** `useLayer` for a part of something larger: it stands while that is open. */
export function Layer({ onBack }: { onBack: () => void }) {
  useLayer(onBack);
  return null;
}

/** Whether something stands over the page. */
export function isLayerOpen(): boolean {
  return open.length > 0;
}

/** Closes the layers over a page that is being left; called when the next one is about to be drawn, so that both are one drawing. */
export function closeLeftLayers(): void {
  const left = open.filter(({ isLeaving }) => isLeaving).reverse();
  for (const layer of left) {
    layer.isLeaving = false;
    layer.close();
  }
  if (left.length > 0) settleSoon();
}

function settleSoon(): void {
  settling ??= window.setTimeout(() => {
    settling = null;
    // Whoever was asked to close and stands has refused.
    for (const layer of open) layer.isAsked = false;
    settle();
  });
}

/** Brings the history to what is open and what the router wrote, as far as it goes at once. */
function settle(): void {
  while (travel === null) {
    const write = writes[0];
    const wanted = write?.kind === 'push' ? Math.min(depth, 1) : open.filter(({ isLeaving }) => !isLeaving).length;
    if (depth > wanted) return go(wanted - depth);
    if (write) {
      writes = writes.slice(1);
      apply(write);
    } else if (depth < wanted) {
      if (!pushLayer()) return;
    } else return;
  }
}

function apply({ kind, state, url }: Write): void {
  page = { state, url };
  isPageStale = kind === 'replace' && depth > 0;
  if (isPageStale) return native.replace({ ...state, layer: depth }, url);
  if (kind === 'replace' || depth > 0) native.replace(state, url);
  else native.push(state, url);
  depth = 0;
}

/** @returns whether there is an entry now: Safari allows a hundred in half a minute */
function pushLayer(): boolean {
  try {
    native.push({ ...page.state, layer: depth + 1 }, page.url);
    depth += 1;
    return true;
  } catch {
    return false;
  }
}

function go(delta: number): void {
  travel = window.setTimeout(() => {
    travel = null;
    depth = depthOf(history.state);
    settle();
  }, TRAVEL_MS);
  native.go(delta);
}

/** Heard before the router does. */
function onPop(event: PopStateEvent): void {
  const wasOurs = travel !== null;
  clearTimeout(travel ?? undefined);
  travel = null;
  const before = depth;
  depth = depthOf(event.state);
  if (isOfPage(event.state)) {
    event.stopImmediatePropagation();
    if (depth === 0 && isPageStale) {
      isPageStale = false;
      native.replace(page.state, page.url);
    }
    if (!wasOurs) closeUpper(before - depth);
    // Layers are drawn, and gone, once this task is over.
    settleSoon();
  } else if (depth > 0) {
    // A layer's entry of another page, which may be reached by several steps at once.
    event.stopImmediatePropagation();
    go(-depth);
  } else {
    page = pageNow();
    isPageStale = false;
    leavePage();
  }
}

/** Whether an entry is the page's own or of a layer over it. One that the router did not write has no position. */
function isOfPage(state: unknown): boolean {
  const position = positionOf(state);
  return position === positionOf(page.state) && (position !== null || window.location.href === page.url);
}

function closeUpper(count: number): void {
  const upper = count > 0 ? open.filter(({ isAsked }) => !isAsked).slice(-count) : [];
  for (const layer of upper.reverse()) {
    layer.isAsked = true;
    layer.close();
  }
}

function leavePage(): void {
  for (const layer of open) layer.isLeaving = true;
}

function writeEntry(kind: Write['kind'], state: unknown, url: string | URL | null | undefined): void {
  // Without an address it is the present one; '' would leave out what stands behind the '#'.
  const { href, pathname } = new URL(url ?? window.location.href, window.location.href);
  if (kind === 'push' || pathname !== new URL(page.url).pathname) leavePage();
  writes = [...writes, { kind, state: stateOf(state), url: href }];
  settle();
}

function pageNow(): PageEntry {
  return { state: stateOf(history.state), url: window.location.href };
}

/** Without the depth of a layer. */
function stateOf(state: unknown): PageState {
  if (typeof state !== 'object' || state === null) return null;
  const { layer: _, ...rest } = state as Record<string, unknown>;
  return rest;
}

function depthOf(state: unknown): number {
  const layer = typeof state === 'object' && state !== null && 'layer' in state ? state.layer : 0;
  return typeof layer === 'number' ? layer : 0;
}

/** Which page of the tab's history it is, counted by the router; null where the router did not write it. */
function positionOf(state: unknown): number | null {
  const index = typeof state === 'object' && state !== null && '__TSR_index' in state ? state.__TSR_index : null;
  return typeof index === 'number' ? index : null;
}
