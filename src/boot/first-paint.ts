// The page's first script, inline in it (src/boot/build/build-page.ts): shows the snapshot of this address, or Explore's frame with the first
// tracks that the server sends, or the gate to a new visitor, and then loads the app. Presses and typing meanwhile are noted for the app.
import { deviceTextName, GUEST, LEAVING_TEXT, textName } from '../../sync/core/names.ts';
import { BETA_TOKEN } from '../engine/beta-token.ts';
import { askFirstRows } from './ask-first-rows.ts';
import { attributes, bootState } from './contract.ts';
import { drawCards } from './first-cards.ts';
import { silence } from './play-early.ts';
import { showFailure } from './show-failure.ts';
import { type Snapshot, snapshotKey, writeStyles } from './snapshot.ts';
import { watchPresses } from './watch-presses.ts';

/** The app starts, or at the gate a touch is waited for, after so long (ms), whether a frame has been drawn or not. */
const FRAME_MS = 500;

/** The first cards are waited for so long (ms): the app's code would share the network with their rows and covers. */
const CARDS_MS = 1_500;

/** The gate asks nothing of the app until it is touched: the app starts then, or after so long (ms). */
const UNTOUCHED_MS = 3_000;

/** An app that is not there so long (ms) after it was asked for has failed, as far as the person can see. */
const FAILED_MS = 20_000;

/** What begins a touch, for fingers, mice and keys. */
const TOUCHES = ['pointerdown', 'pointermove', 'focusin', 'keydown'];

/** Those of the first frame, as the page's sheet has them (src/design/base.css). */
const fonts = ['1em "Zalando Sans Expanded Variable"', '1em "Host Grotesk Variable"'];

/** So many scripts are asked for in one task. */
const AT_ONCE = 2;

/** Paths where a new visitor sees the gate. */
const gatePaths = /^\/($|beta-access$|explore$|track\/|profile\/)/;

/** Paths of Explore. */
const explorePaths = /^\/(explore)?$/;

/** The first frame waits for its letters so long (ms): in others the words would move. */
const LETTERS_MS = 200;

// A page has no script in its body but this one, and it has run.
const { entry = '', engine = '' } = document.currentScript?.dataset ?? {};
document.currentScript?.remove();
const [main] = entry.split(' ');
/** Somebody has used this device: the engine's scripts will be needed. */
let isSomebody = false;
let hasStarted = false;
let hasFailed = false;
/** Whose snapshot is shown. */
let owner = '';
const before = document.getElementById('before');
bootState().fail = fail;
/** Settles when Explore's frame has the cards that it can have. */
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
  // From the device they take nothing from the first frame.
  if (navigator.serviceWorker?.controller) askForCode();
} else startApp();

/** Settles when a frame is on its way to the screen. */
function afterFrame(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** Settles when something is seen; where the browser does not tell, when it is on its way. */
function seen(): Promise<unknown> {
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return afterFrame();
  return new Promise<void>((resolve) => {
    const observer = new PerformanceObserver((paints) => {
      if (paints.getEntriesByName('first-contentful-paint').length > 0) resolve();
    });
    observer.observe({ type: 'paint', buffered: true });
  });
}

/** What stands there now, if anything. The app comes in any case. */
function drawBefore(place: HTMLElement): 'page' | 'explore' | 'gate' | null {
  try {
    const all = owners();
    isSomebody = all.length > 0;
    if (!isSomebody) return drawGate(place) ? 'gate' : null;
    const people = all.filter((owner) => owner !== GUEST);
    const [one] = people;
    // Of two nobody knows yet who it is. After a reload the page is where it was scrolled to.
    if (one === undefined || people.length > 1 || isReturn() || location.search || location.hash) return null;
    owner = one;
    return drawSnapshot(place) ? 'page' : drawExplore(place) ? 'explore' : null;
  } catch {
    // Storage is shut, a kept page is none, or the browser knows no sheets of scripts: the app draws everything.
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

/** Tells the person that the app's code could not be loaded, unless the app is there. */
function fail(): void {
  if (hasFailed || !before?.isConnected) return;
  hasFailed = true;
  showFailure(before, bootState().page?.tree ?? null);
}

/** Asks for the entry and what it imports, and for the scripts that the engine asks for one after another. */
function askForCode(): void {
  askFor([...entry.split(' '), ...(isSomebody ? engine.split(' ') : [])]);
}

/** A few in a task, or fingers would wait. */
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

/** Who has used this device and not left it, by the names of their texts. @throws where storage is shut */
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

/** Explore's frame, and in it the first tracks where the device has none of its own. */
function drawExplore(place: HTMLElement): boolean {
  if (!explorePaths.test(location.pathname) || !navigator.onLine || !drawBuilt(place, 'explore')) return false;
  cards = askFirstRows(owner).then(
    (found) => {
      const { page } = bootState();
      return found && page && drawCards(page.tree, found);
    },
    // Without them the frame stands there until the app has its own.
    () => undefined,
  );
  return true;
}

/** Draws a page that the build has drawn (src/boot/build/draw-page.tsx). */
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
  // The colours are the document's: here, the rules that say them would say those of the dark again.
  sheet.replaceSync((everywhere + css + discs).replaceAll(':host', ':not(*)'));
  tree.adoptedStyleSheets = [sheet];
  tree.innerHTML = `<div data-theme="${document.documentElement.dataset['theme'] ?? ''}">${html}</div>`;
  writeStyles(tree);
  silence(tree);
  watchPresses(tree, owner, () => hasFailed);
}
