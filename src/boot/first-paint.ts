// The boot script, inlined in the page. It shows a first page at once, loads the app, and records input for the app to replay.
import { deviceTextName, GUEST, LEAVING_TEXT, textName } from '../../sync/core/names.ts';
import { BETA_TOKEN } from '../engine/beta-token.ts';
import { prefetchFirstRows } from './prefetch-first-rows.ts';
import { attributes, bootState } from './contract.ts';
import { showFirstCards } from './first-cards.ts';
import { showAllPaused } from './play-early.ts';
import { showFailure } from './show-failure.ts';
import { type Snapshot, snapshotKey, writeStyles } from './snapshot.ts';
import { watchPresses } from './watch-presses.ts';

/** Longest wait for the first paint. The app then starts to load or, at the gate, waits for input. */
const FRAME_MS = 500;

/** Longest wait for the first paint and the covers of Explore before the app starts to load. */
const CARDS_MS = 1_500;

/** Over the gate, the app starts to load at the first input, or after this time. */
const GATE_WAIT_MS = 3_000;

/** If the app has not replaced the boot page after this time, loading has failed. */
const LOAD_TIMEOUT_MS = 20_000;

const FIRST_INPUTS = ['pointerdown', 'pointermove', 'focusin', 'keydown'];

/** As named in src/design/base.css. */
const fonts = ['1em "Zalando Sans Expanded Variable"', '1em "Host Grotesk Variable"'];

const PRELOADS_PER_TASK = 2;

const gatePaths = /^\/($|beta-access$|explore$|track\/|release\/|playlist\/|profile\/)/;

const explorePaths = /^\/(explore)?$/;

/** Longest wait of the first frame for the fonts: a font swap would move the text. */
const FONTS_MS = 200;

const { entry = '', engine = '' } = document.currentScript?.dataset ?? {};
document.currentScript?.remove();
const [main] = entry.split(' ');
let hasStoredData = false;
let hasStarted = false;
let hasFailed = false;
let owner = '';
const bootPageElement = document.getElementById('before');
bootState().fail = fail;
let cardsShown: Promise<unknown> = Promise.resolve();
const shown = bootPageElement && showBootPage(bootPageElement);
if (shown && document.visibilityState === 'visible') {
  bootPageElement.hidden = true;
  const fontsLoaded = Promise.all(fonts.map((font) => document.fonts.load(font)));
  const start = shown === 'gate' ? startOnInput : startApp;
  const show = () => {
    bootPageElement.hidden = false;
    void firstPaint()
      .then(() => (shown === 'explore' ? cardsShown.then(afterFrame) : undefined))
      .then(start);
  };
  const timeout = new Promise((resolve) => setTimeout(resolve, FONTS_MS));
  void Promise.race([fontsLoaded, timeout]).then(show, show);
  setTimeout(start, shown === 'explore' ? CARDS_MS : FRAME_MS);
  // A service worker serves preloads from its cache, so they do not compete with the first frame.
  if (navigator.serviceWorker?.controller) preloadCode();
} else startApp();

function afterFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** Resolves at the first contentful paint, or after the next frame in browsers without paint timing. */
function firstPaint(): Promise<unknown> {
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return afterFrame();
  return new Promise<void>((resolve) => {
    const observer = new PerformanceObserver((paints) => {
      if (paints.getEntriesByName('first-contentful-paint').length > 0) resolve();
    });
    observer.observe({ type: 'paint', buffered: true });
  });
}

function showBootPage(host: HTMLElement): 'page' | 'explore' | 'gate' | null {
  try {
    const all = owners();
    hasStoredData = all.length > 0;
    if (!hasStoredData) return showGate(host) ? 'gate' : null;
    const people = all.filter((owner) => owner !== GUEST);
    const [person] = people;
    // With two accounts the active one is unknown. After a reload or Back the scroll position would have to be restored.
    if (person === undefined || people.length > 1 || isReloadOrBack() || location.search || location.hash) return null;
    owner = person;
    return showSnapshot(host) ? 'page' : showExplore(host) ? 'explore' : null;
  } catch {
    // Storage is blocked, the snapshot is invalid, or constructable style sheets are missing.
    return null;
  }
}

function startOnInput(): void {
  if (document.readyState === 'complete') preloadCode();
  else window.addEventListener('load', preloadCode);
  for (const type of FIRST_INPUTS) window.addEventListener(type, startApp, { once: true });
  setTimeout(startApp, GATE_WAIT_MS);
}

function startApp(): void {
  if (!main || hasStarted) return;
  hasStarted = true;
  preloadCode();
  const script = document.createElement('script');
  script.type = 'module';
  script.crossOrigin = '';
  script.src = main;
  script.onerror = fail;
  document.head.append(script);
  setTimeout(fail, LOAD_TIMEOUT_MS);
}

function fail(): void {
  if (hasFailed || !bootPageElement?.isConnected) return;
  hasFailed = true;
  showFailure(bootPageElement, bootState().page?.tree ?? null);
}

function preloadCode(): void {
  preload([...entry.split(' '), ...(hasStoredData ? engine.split(' ') : [])]);
}

/** A few preloads per task keep input responsive. */
function preload(scripts: readonly string[]): void {
  for (const href of scripts.slice(0, PRELOADS_PER_TASK)) {
    if (document.querySelector(`link[href="${href}"]`)) continue;
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
  }
  if (scripts.length > PRELOADS_PER_TASK) setTimeout(preload, 0, scripts.slice(PRELOADS_PER_TASK));
}

/** @throws if storage is blocked */
function owners(): string[] {
  const prefix = deviceTextName();
  const leaving = localStorage.getItem(LEAVING_TEXT);
  const all = Object.keys(localStorage).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
  return all.filter((owner) => owner !== leaving);
}

function showSnapshot(host: HTMLElement): boolean {
  const text =
    (navigator.onLine ? null : localStorage.getItem(textName(owner, snapshotKey(location.pathname, false)))) ||
    localStorage.getItem(textName(owner, snapshotKey(location.pathname, true)));
  const snapshot = text ? (JSON.parse(text) as Snapshot) : null;
  if (snapshot?.width !== innerWidth || snapshot.theme !== (document.documentElement.dataset['theme'] ?? ''))
    return false;
  showPage(host, snapshot.html, snapshot.css);
  return true;
}

function isReloadOrBack(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming && navigation.type !== 'navigate';
}

function showGate(host: HTMLElement): boolean {
  if (!gatePaths.test(location.pathname) || sessionStorage.getItem(BETA_TOKEN) !== null) return false;
  return showPrerendered(host, 'gate');
}

function showExplore(host: HTMLElement): boolean {
  if (!explorePaths.test(location.pathname) || !navigator.onLine || !showPrerendered(host, 'explore')) return false;
  cardsShown = prefetchFirstRows(owner).then(
    (found) => {
      const { page } = bootState();
      return found && page && showFirstCards(page.tree, found);
    },
    () => undefined,
  );
  return true;
}

function showPrerendered(host: HTMLElement, name: 'gate' | 'explore'): boolean {
  const page = document.querySelector<HTMLTemplateElement>(`template[${attributes.page}=${name}]`);
  if (page) showPage(host, page.innerHTML, page.getAttribute(attributes.css) ?? '');
  return page !== null;
}

function showPage(host: HTMLElement, html: string, css: string): void {
  const globalRules = document.querySelector(`style[${attributes.globalRules}]`)?.textContent ?? '';
  const discs = document.querySelector(`template[${attributes.page}=discs]`)?.getAttribute(attributes.css) ?? '';
  host.replaceChildren();
  const tree = host.attachShadow({ mode: 'closed' });
  const sheet = new CSSStyleSheet();
  // Disable :host rules, which would reset inherited colour variables to the dark theme.
  sheet.replaceSync((globalRules + css + discs).replaceAll(':host', ':not(*)'));
  tree.adoptedStyleSheets = [sheet];
  tree.innerHTML = `<div data-theme="${document.documentElement.dataset['theme'] ?? ''}">${html}</div>`;
  writeStyles(tree);
  showAllPaused(tree);
  watchPresses(tree, owner, () => hasFailed);
}
