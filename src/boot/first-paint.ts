// The boot script, inlined in the page (src/boot/build/build-page.ts). It shows the snapshot of this path, or Explore's frame with
// prefetched tracks, or the gate for new visitors. Then it loads the app. It records presses and typing for the app to replay.
import { deviceTextName, GUEST, LEAVING_TEXT, textName } from '../../sync/core/names.ts';
import { BETA_TOKEN } from '../engine/beta-token.ts';
import { askFirstRows } from './ask-first-rows.ts';
import { attributes, bootState } from './contract.ts';
import { drawCards } from './first-cards.ts';
import { silence } from './play-early.ts';
import { showFailure } from './show-failure.ts';
import { type Snapshot, snapshotKey, writeStyles } from './snapshot.ts';
import { watchPresses } from './watch-presses.ts';

/** Timeout of the first frame, in ms: the app then starts, or at the gate the wait for input begins. */
const FRAME_MS = 500;

/** Timeout of the first cards, in ms. The app's code waits for them, because it would compete with their rows and covers. */
const CARDS_MS = 1_500;

/** At the gate the app starts on the first input, or after this time, in ms. */
const UNTOUCHED_MS = 3_000;

/** Timeout of loading the app, in ms; then the failure is shown. */
const FAILED_MS = 20_000;

/** The first events of touch, mouse and keyboard input. */
const TOUCHES = ['pointerdown', 'pointermove', 'focusin', 'keydown'];

/** Fonts of the first frame, by the names in src/design/base.css. */
const fonts = ['1em "Zalando Sans Expanded Variable"', '1em "Host Grotesk Variable"'];

/** Number of preloads added per task. */
const AT_ONCE = 2;

/** Paths where a new visitor sees the gate. */
const gatePaths = /^\/($|beta-access$|explore$|track\/|profile\/)/;

/** Paths of Explore. */
const explorePaths = /^\/(explore)?$/;

/** Timeout of the fonts, in ms. The first frame waits for them, because a font swap would move the text. */
const LETTERS_MS = 200;

// Remove this script's own element.
const { entry = '', engine = '' } = document.currentScript?.dataset ?? {};
document.currentScript?.remove();
const [main] = entry.split(' ');
/** The device has stored data of a person or guest, so the engine's scripts will be needed. */
let isSomebody = false;
let hasStarted = false;
let hasFailed = false;
/** Whose snapshot is shown. */
let owner = '';
const before = document.getElementById('before');
bootState().fail = fail;
/** Settles when the first cards are shown or have failed. */
let cards: Promise<unknown> = Promise.resolve();
const drawn = before && drawBefore(before);
if (drawn && document.visibilityState === 'visible') {
  before.hidden = true;
  const letters = Promise.all(fonts.map((font) => document.fonts.load(font)));
  const start = drawn === 'gate' ? startWhenTouched : startApp;
  const show = () => {
    before.hidden = false;
    void seen()
      .then(() => (drawn === 'explore' ? cards.then(afterFrame) : undefined))
      .then(start);
  };
  const late = new Promise((resolve) => setTimeout(resolve, LETTERS_MS));
  void Promise.race([letters, late]).then(show, show);
  setTimeout(start, drawn === 'explore' ? CARDS_MS : FRAME_MS);
  // From the service worker's cache, preloads do not compete with the first frame.
  if (navigator.serviceWorker?.controller) askForCode();
} else startApp();

/** Resolves after the next frame is rendered. */
function afterFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** Resolves at first contentful paint, or after the next frame in browsers without paint timing. */
function seen(): Promise<unknown> {
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return afterFrame();
  return new Promise<void>((resolve) => {
    const observer = new PerformanceObserver((paints) => {
      if (paints.getEntriesByName('first-contentful-paint').length > 0) resolve();
    });
    observer.observe({ type: 'paint', buffered: true });
  });
}

/** Shows a boot page, if one is available. @returns its kind */
function drawBefore(place: HTMLElement): 'page' | 'explore' | 'gate' | null {
  try {
    const all = owners();
    isSomebody = all.length > 0;
    if (!isSomebody) return drawGate(place) ? 'gate' : null;
    const people = all.filter((owner) => owner !== GUEST);
    const [one] = people;
    // Two accounts on this device: unknown which is active. A reload or Back would also need the scroll position restored.
    if (one === undefined || people.length > 1 || isReturn() || location.search || location.hash) return null;
    owner = one;
    return drawSnapshot(place) ? 'page' : drawExplore(place) ? 'explore' : null;
  } catch {
    // Storage is blocked, the snapshot is invalid, or the browser has no constructable style sheets: wait for the app.
    return null;
  }
}

function startWhenTouched(): void {
  if (document.readyState === 'complete') askForCode();
  else window.addEventListener('load', askForCode);
  for (const type of TOUCHES) window.addEventListener(type, startApp, { once: true });
  setTimeout(startApp, UNTOUCHED_MS);
}

function startApp(): void {
  if (!main || hasStarted) return;
  hasStarted = true;
  askForCode();
  const script = document.createElement('script');
  script.type = 'module';
  script.crossOrigin = '';
  script.src = main;
  script.onerror = fail;
  document.head.append(script);
  setTimeout(fail, FAILED_MS);
}

/** Shows that the app's code could not be loaded, unless the app is running. */
function fail(): void {
  if (hasFailed || !before?.isConnected) return;
  hasFailed = true;
  showFailure(before, bootState().page?.tree ?? null);
}

/** Preloads the entry, its imports, and on a used device the engine's scripts. */
function askForCode(): void {
  askFor([...entry.split(' '), ...(isSomebody ? engine.split(' ') : [])]);
}

/** Adds a few preloads per task, so that input is not blocked. */
function askFor(scripts: readonly string[]): void {
  for (const href of scripts.slice(0, AT_ONCE)) {
    if (document.querySelector(`link[href="${href}"]`)) continue;
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
  }
  if (scripts.length > AT_ONCE) setTimeout(askFor, 0, scripts.slice(AT_ONCE));
}

/** Owners of stored texts on this device, except one who is signing out. @throws if storage is blocked */
function owners(): string[] {
  const start = deviceTextName();
  const leaving = localStorage.getItem(LEAVING_TEXT);
  const all = Object.keys(localStorage).flatMap((key) => (key.startsWith(start) ? [key.slice(start.length)] : []));
  return all.filter((owner) => owner !== leaving);
}

function drawSnapshot(place: HTMLElement): boolean {
  const text =
    (navigator.onLine ? null : localStorage.getItem(textName(owner, snapshotKey(location.pathname, false)))) ||
    localStorage.getItem(textName(owner, snapshotKey(location.pathname, true)));
  const snapshot = text ? (JSON.parse(text) as Snapshot) : null;
  if (snapshot?.width !== innerWidth || snapshot.theme !== (document.documentElement.dataset['theme'] ?? ''))
    return false;
  draw(place, snapshot.html, snapshot.css);
  return true;
}

function isReturn(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming && navigation.type !== 'navigate';
}

function drawGate(place: HTMLElement): boolean {
  if (!gatePaths.test(location.pathname) || sessionStorage.getItem(BETA_TOKEN) !== null) return false;
  return drawBuilt(place, 'gate');
}

/** Shows Explore's frame, and fills in prefetched tracks if the device has no replica. */
function drawExplore(place: HTMLElement): boolean {
  if (!explorePaths.test(location.pathname) || !navigator.onLine || !drawBuilt(place, 'explore')) return false;
  cards = askFirstRows(owner).then(
    (found) => {
      const { page } = bootState();
      return found && page && drawCards(page.tree, found);
    },
    // The frame keeps its skeletons until the app takes over.
    () => undefined,
  );
  return true;
}

/** Shows a prerendered page (src/boot/build/draw-page.tsx). */
function drawBuilt(place: HTMLElement, name: 'gate' | 'explore'): boolean {
  const page = document.querySelector<HTMLTemplateElement>(`template[${attributes.page}=${name}]`);
  if (page) draw(place, page.innerHTML, page.getAttribute(attributes.css) ?? '');
  return page !== null;
}

function draw(place: HTMLElement, html: string, css: string): void {
  const everywhere = document.querySelector(`style[${attributes.everywhere}]`)?.textContent ?? '';
  const discs = document.querySelector(`template[${attributes.page}=discs]`)?.getAttribute(attributes.css) ?? '';
  place.replaceChildren();
  const tree = place.attachShadow({ mode: 'closed' });
  const sheet = new CSSStyleSheet();
  // Disable :host rules: they would reset the inherited colour variables to the dark theme.
  sheet.replaceSync((everywhere + css + discs).replaceAll(':host', ':not(*)'));
  tree.adoptedStyleSheets = [sheet];
  tree.innerHTML = `<div data-theme="${document.documentElement.dataset['theme'] ?? ''}">${html}</div>`;
  writeStyles(tree);
  silence(tree);
  watchPresses(tree, owner, () => hasFailed);
}
