import { useEffectEvent, useLayoutEffect, useState } from 'react';

/**
 * Everything that opens over a page (menu, sheet, dialog, a conversation within the messages) is a layer. Each open layer has one history
 * entry above its page's entry, so that Back closes only the topmost layer (S-54).
 *
 * - The entry has the page's URL and state, and in `layer` its depth, from 1. Entries belong to depths, not to layers: a layer that
 * replaces another layer takes over the entry.
 * - The router never sees these entries: traversals within one page are hidden from its `popstate` listener, and its own writes pass
 * through `writeEntry`.
 * - A layer that closes without Back removes its entry by history.go(), which is asynchronous: writes wait until the traversal is done.
 * - A new page replaces the lowest layer's entry. Entries without an open layer (after Forward or a reload) are left at once.
 *
 * After each change, `settle` compares the history with the open layers, because other code may have changed the history.
 */
interface Layer {
  /** Increases with each rendered layer, so that a nested layer is above its outer one. */
  readonly order: number;
  readonly close: () => void;
  /** Whether Back was pressed, and the layer has not closed yet. */
  isClosing: boolean;
  /** Whether the layer's page is being left; the layer then has no history entry any more. */
  isLeaving: boolean;
}

/** The router's own state of a history entry, which includes the page's position in the tab's history. */
type PageState = Readonly<Record<string, unknown>> | null;
interface PageEntry {
  state: PageState;
  url: string;
}
type Write = PageEntry & { kind: 'push' | 'replace' };

/** Longest wait for a traversal. A traversal may take seconds on a busy phone, and would undo a navigation made before its end. */
const TRAVERSAL_TIMEOUT_MS = 10_000;

/** The browser's own methods, which bypass overrides on the history object. */
const native = {
  push: (state: PageState, url: string) => History.prototype.pushState.call(history, state, '', url),
  replace: (state: PageState, url: string) => History.prototype.replaceState.call(history, state, '', url),
  go: (delta: number) => History.prototype.go.call(history, delta),
};

let openLayers: readonly Layer[] = [];
let page: PageEntry = { state: null, url: '' };
/** Whether the page's own entry is outdated, because the router replaced the page's state while the history was at a layer's entry. */
let isPageStale = false;
/** Depth of the current history entry; 0 is the page's own. */
let depth = 0;
let pendingWrites: readonly Write[] = [];
let traversalTimer: number | null = null;
let renderedLayers = 0;
let settleTimer: number | null = null;

// Builds render pages too, without a window.
if (typeof window !== 'undefined') install();

function install(): void {
  page = currentPage();
  depth = depthOf(history.state);
  window.addEventListener('popstate', onPop, true);
  history.pushState = (state: unknown, _, url) => writeEntry('push', state, url);
  history.replaceState = (state: unknown, _, url) => writeEntry('replace', state, url);
  // The page was reloaded with a layer open.
  if (depth > 0) settleSoon();
}

/** @param onBack closes the layer; a layer that stays open, such as a busy confirmation, gets its history entry back */
export function useLayer(onBack: () => void): void {
  const [order] = useState(() => ++renderedLayers);
  const close = useEffectEvent(onBack);
  useLayoutEffect(() => {
    const layer: Layer = { order, close: () => close(), isClosing: false, isLeaving: false };
    openLayers = [...openLayers, layer].sort((a, b) => a.order - b.order);
    queueMicrotask(settle);
    return () => {
      openLayers = openLayers.filter((candidate) => candidate !== layer);
      // A replacement may mount in the same task.
      settleSoon();
    };
  }, [order]);
}

export function Layer({ onBack }: { onBack: () => void }) {
  useLayer(onBack);
  return null;
}

export function isLayerOpen(): boolean {
  return openLayers.length > 0;
}

/** Closes the layers over the page that was left. Call right before the next page renders, so that both changes share a render. */
export function closeLayersOfLeftPage(): void {
  const leaving = openLayers.filter(({ isLeaving }) => isLeaving).reverse();
  for (const layer of leaving) {
    layer.isLeaving = false;
    layer.close();
  }
  if (leaving.length > 0) settleSoon();
}

function settleSoon(): void {
  settleTimer ??= window.setTimeout(() => {
    settleTimer = null;
    // A layer that is still open has refused to close.
    for (const layer of openLayers) layer.isClosing = false;
    settle();
  });
}

function settle(): void {
  while (traversalTimer === null) {
    const write = pendingWrites[0];
    const targetDepth =
      write?.kind === 'push' ? Math.min(depth, 1) : openLayers.filter(({ isLeaving }) => !isLeaving).length;
    if (depth > targetDepth) return go(targetDepth - depth);
    if (write) {
      pendingWrites = pendingWrites.slice(1);
      apply(write);
    } else if (depth < targetDepth) {
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

/** @returns whether the entry was added: Safari allows only 100 pushState calls per 30 s */
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
  traversalTimer = window.setTimeout(() => {
    traversalTimer = null;
    depth = depthOf(history.state);
    settle();
  }, TRAVERSAL_TIMEOUT_MS);
  native.go(delta);
}

/** Runs before the router's listener. */
function onPop(event: PopStateEvent): void {
  const wasOurs = traversalTimer !== null;
  clearTimeout(traversalTimer ?? undefined);
  traversalTimer = null;
  const previousDepth = depth;
  depth = depthOf(event.state);
  if (isOfPage(event.state)) {
    event.stopImmediatePropagation();
    if (depth === 0 && isPageStale) {
      isPageStale = false;
      native.replace(page.state, page.url);
    }
    if (!wasOurs) closeUpper(previousDepth - depth);
    // Layers mount and unmount after this task.
    settleSoon();
  } else if (depth > 0) {
    // A jump of several entries led to an entry of another page's layer.
    event.stopImmediatePropagation();
    go(-depth);
  } else {
    page = currentPage();
    isPageStale = false;
    markLayersLeaving();
  }
}

/**
 * Whether the state is of an entry of the current page. An entry that the router did not write has no position; then the URLs are compared.
 */
function isOfPage(state: unknown): boolean {
  const position = positionOf(state);
  return position === positionOf(page.state) && (position !== null || window.location.href === page.url);
}

function closeUpper(count: number): void {
  const upper = count > 0 ? openLayers.filter(({ isClosing }) => !isClosing).slice(-count) : [];
  for (const layer of upper.reverse()) {
    layer.isClosing = true;
    layer.close();
  }
}

function markLayersLeaving(): void {
  for (const layer of openLayers) layer.isLeaving = true;
}

function writeEntry(kind: Write['kind'], state: unknown, url: string | URL | null | undefined): void {
  // Default to the current URL; '' would drop the hash.
  const { href, pathname } = new URL(url ?? window.location.href, window.location.href);
  if (kind === 'push' || pathname !== new URL(page.url).pathname) markLayersLeaving();
  pendingWrites = [...pendingWrites, { kind, state: stateOf(state), url: href }];
  settle();
}

function currentPage(): PageEntry {
  return { state: stateOf(history.state), url: window.location.href };
}

function stateOf(state: unknown): PageState {
  if (typeof state !== 'object' || state === null) return null;
  const { layer: _, ...rest } = state as Record<string, unknown>;
  return rest;
}

function depthOf(state: unknown): number {
  const layer = typeof state === 'object' && state !== null && 'layer' in state ? state.layer : 0;
  return typeof layer === 'number' ? layer : 0;
}

/** The page's index in the tab's history; null if the router did not write the entry. */
function positionOf(state: unknown): number | null {
  const index = typeof state === 'object' && state !== null && '__TSR_index' in state ? state.__TSR_index : null;
  return typeof index === 'number' ? index : null;
}
